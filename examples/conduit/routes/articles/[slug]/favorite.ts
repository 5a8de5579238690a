import { route } from 'svc'
import { favor, unfavor, viewArticle } from '../../../lib/articles.ts'
import { ArticleAnswer } from '../../../lib/schemas.ts'

const operation = route('/articles/[slug]/favorite')

export const POST = operation({ summary: 'Favour an article', response: ArticleAnswer }, ({ auth, resources }) => {
  favor(auth, resources.article)
  return { article: viewArticle(resources.article, auth) }
})

export const DELETE = operation(
  { summary: 'Favour an article no more', response: ArticleAnswer },
  ({ auth, resources }) => {
    unfavor(auth, resources.article)
    return { article: viewArticle(resources.article, auth) }
  },
)
