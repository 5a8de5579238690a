import { reply, route } from 'svc'
import { changeArticle, removeArticle, viewArticle } from '../../../lib/articles.ts'
import { ownArticle } from '../../../lib/resources.ts'
import { ArticleAnswer, ArticleChange } from '../../../lib/schemas.ts'
import { anyone } from '../../../lib/tokens.ts'

const operation = route('/articles/[slug]')

export const GET = operation(
  { summary: 'Show an article', auth: anyone, response: ArticleAnswer },
  ({ auth, resources }) => ({ article: viewArticle(resources.article, auth) }),
)

export const PUT = operation(
  { summary: 'Change an article', resource: ownArticle, body: ArticleChange, response: ArticleAnswer },
  ({ auth, body, resources }) => {
    changeArticle(resources.article, body.article)
    return { article: viewArticle(resources.article, auth) }
  },
)

export const DELETE = operation(
  { summary: 'Delete an article', resource: ownArticle, response: { 204: null } },
  ({ resources }) => {
    removeArticle(resources.article)
    return reply(204, null)
  },
)
