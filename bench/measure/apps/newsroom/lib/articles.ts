import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

interface Article {
  readonly id: string
  readonly author: string
  readonly desk: string
  readonly title: string
}

const articles: Article[] = [
  { id: 'a-1', author: 'nora', desk: 'sports', title: 'A cup for the village' },
  { id: 'a-2', author: 'paul', desk: 'politics', title: 'The budget, line by line' },
]

export const titles = (): readonly string[] => articles.map(({ title }) => title)
export const find = (wanted: string): Article | undefined => articles.find(({ id }) => id === wanted)

export function add(author: string, desk: string, title: string): Article {
  const article = { id: `a-${articles.length + 1}`, author, desk, title }
  articles.push(article)
  return article
}

/** A draft: of its author, and of the editors. */
export const article = resource('article', {
  load: ({ params }: { params: { id: string } }) => find(params.id),
  may: ({ author }, { auth }: { auth: Account }) =>
    author === auth.name || auth.role === 'chief' || auth.role === 'editor',
})
