import { route } from 'svc'
import { addComment, listComments } from '../../../../lib/comments.ts'
import { CommentAnswer, CommentsAnswer, NewComment } from '../../../../lib/schemas.ts'
import { anyone } from '../../../../lib/tokens.ts'

const operation = route('/articles/[slug]/comments')

export const GET = operation(
  { summary: 'List comments', auth: anyone, response: CommentsAnswer },
  ({ auth, resources }) => ({ comments: listComments(resources.article, auth) }),
)

export const POST = operation(
  { summary: 'Comment on an article', body: NewComment, response: CommentAnswer },
  ({ auth, body, resources }) => ({ comment: addComment(auth, resources.article, body.comment.body) }),
)
