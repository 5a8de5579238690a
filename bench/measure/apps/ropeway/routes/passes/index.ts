import { route } from 'svc'
import { allPasses, pass } from '../../lib/passes.ts'

const operation = route('/passes')

export const GET = operation({ summary: 'My passes' }, async (request) => ({
  passes: await pass.filter(allPasses(), request),
}))
