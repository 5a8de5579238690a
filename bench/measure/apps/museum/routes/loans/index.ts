import { inherit, route } from 'svc'
import { counter } from '../../lib/gates.ts'

const operation = route('/loans')

const LOANS = [
  { from: 'north', to: 'harbour', title: 'A lamp of bone' },
  { from: 'harbour', to: 'castle', title: 'A figurehead' },
]

export const GET = operation({ summary: 'Loans of the museum', auth: [inherit, counter] }, ({ auth: { museum } }) =>
  LOANS.filter(({ from, to }) => from === museum || to === museum),
)
