import { route } from 'svc'
import { prescription } from '../../lib/prescriptions.ts'

const operation = route('/prescriptions/[id]')

export const GET = operation(
  { summary: 'One prescription', resource: prescription },
  ({ resources }) => resources.prescription,
)
