import { route } from 'svc'
import { toAnswer } from '../../../lib/cases.ts'

const operation = route('/cases/[case]')

export const GET = operation({ summary: 'A case' }, ({ resources }) => toAnswer(resources.case))
