import { reply, route } from 'svc'
import { addArticle, listArticles, viewArticle } from '../../lib/articles.ts'
import { ArticleAnswer, ArticlesAnswer, NewArticle, Search } from '../../lib/schemas.ts'
import { anyone } from '../../lib/tokens.ts'

const operation = route('/articles')

export const GET = operation(
  { summary: 'List articles', auth: anyone, query: Search, response: ArticlesAnswer },
  ({ auth, query }) => listArticles(query, auth),
)

export const POST = operation(
  { summary: 'Write an article', body: NewArticle, response: { 201: ArticleAnswer } },
  ({ auth, body: { article } }) =>
    reply(201, { article: viewArticle(addArticle(auth, article, article.tagList), auth) }),
)
