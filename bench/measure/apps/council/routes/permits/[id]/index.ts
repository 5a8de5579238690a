import { route } from 'svc'
import { permit } from '../../../lib/permits.ts'

const operation = route('/permits/[id]')

export const GET = operation({ summary: 'One permit', resource: permit }, ({ resources }) => resources.permit)
