import { resource } from 'svc/security'
import { type Article, findArticle } from './articles.ts'
import { findComment } from './comments.ts'
import { findUserByName, type User } from './users.ts'

/** Everybody may read an article, and may know that it exists. */
export const article = resource('article', {
  params: ['slug'],
  refused: 403,
  load: ({ params }: { params: { slug: string } }) => findArticle(params.slug),
  may: () => true,
})

/** For changing it and deleting it. */
export const ownArticle = article.only(({ author }, { auth }: { auth: User }) => author === auth.id)

/** A comment of the article in the path, for its author. */
export const ownComment = resource('comment', {
  parent: article,
  params: { id: Number },
  refused: 403,
  load: (article: Article, { params }: { params: { id: number } }) => findComment(article, params.id),
  may: ({ author }, { auth }: { auth: User }) => author === auth.id,
})

/** Everybody may see a profile. */
export const profile = resource('profile', {
  params: ['username'],
  load: ({ params }: { params: { username: string } }) => findUserByName(params.username),
  may: () => true,
})
