import { route } from 'svc'
import { pass } from '../../../lib/passes.ts'

const operation = route('/passes/[id]')

export const GET = operation({ summary: 'One pass', resource: pass }, ({ resources }) => resources.pass)
