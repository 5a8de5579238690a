import { route } from 'svc'
import { z } from 'zod'
import { change } from '../../../lib/children.ts'

const operation = route('/children/[id]')

export const GET = operation({ summary: 'One child' }, ({ resources }) => resources.child)

const Changes = z.object({ note: z.string().max(200) })

export const PATCH = operation({ summary: 'Change the note', body: Changes }, ({ body, resources }) => {
  return change(resources.child, body)
})
