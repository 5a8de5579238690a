import { reply, route } from 'svc'
import { removeComment } from '../../../../lib/comments.ts'
import { ownComment } from '../../../../lib/resources.ts'

const operation = route('/articles/[slug]/comments/[id]')

export const resource = ownComment
export const DELETE = operation({ summary: 'Delete a comment', response: { 204: null } }, ({ resources }) => {
  removeComment(resources.comment)
  return reply(204, null)
})
