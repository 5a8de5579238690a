import { route } from 'svc'
import { allChildren, child } from '../../lib/children.ts'

const operation = route('/children')

export const GET = operation({ summary: 'My children' }, async (request) => ({
  children: await child.filter(allChildren(), request),
}))
