import { route } from 'svc'
import { listArticles } from '../../lib/articles.ts'
import { ArticlesAnswer, Page } from '../../lib/schemas.ts'

const operation = route('/articles/feed')

export const GET = operation(
  { summary: 'List articles of those whom you follow', query: Page, response: ArticlesAnswer },
  ({ auth, query }) => listArticles({ ...query, followedBy: auth.id }, auth),
)
