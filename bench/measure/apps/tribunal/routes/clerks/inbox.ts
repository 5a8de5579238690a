import { route } from 'svc'
import { allCases, toAnswer } from '../../lib/cases.ts'

const operation = route('/clerks/inbox')

export const GET = operation({ summary: 'Open cases' }, () =>
  allCases()
    .filter(({ isClosed }) => !isClosed)
    .map(toAnswer),
)
