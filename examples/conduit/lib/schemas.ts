import { z } from 'zod'

const text = z.string().trim().min(1)
const username = text.max(64)
const password = z.string().min(8).max(256)
/** At least one of the members is there. */
const some = <T extends z.ZodRawShape>(members: T) =>
  z.object(members).refine((value) => Object.keys(value).length > 0, 'At least one member is required')

export const Login = z.object({ user: z.object({ email: text, password: z.string().max(256) }) }).meta({ id: 'Login' })
export const NewUser = z.object({ user: z.object({ username, email: z.email(), password }) }).meta({ id: 'NewUser' })
export const UserChange = z
  .object({
    user: some({
      username: username.optional(),
      email: z.email().optional(),
      password: password.optional(),
      bio: z.string().optional(),
      image: z.string().optional(),
    }),
  })
  .meta({ id: 'UserChange' })

const draft = { title: text.max(256), description: text, body: text }
export const NewArticle = z
  .object({ article: z.object({ ...draft, tagList: z.array(text.max(64)).max(32).default([]) }) })
  .meta({ id: 'NewArticle' })
export const ArticleChange = z
  .object({
    article: some({
      title: draft.title.optional(),
      description: draft.description.optional(),
      body: draft.body.optional(),
    }),
  })
  .meta({ id: 'ArticleChange' })
export const NewComment = z.object({ comment: z.object({ body: text }) }).meta({ id: 'NewComment' })

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
}
export const Page = z.object(page)
export const Search = z.object({
  ...page,
  tag: z.string().optional(),
  author: z.string().optional(),
  favorited: z.string().optional(),
})

// Answers: a member without a name here is not sent.
const Profile = z.object({ username: z.string(), bio: z.string(), image: z.string(), following: z.boolean() })
const Article = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  body: z.string(),
  tagList: z.array(z.string()).readonly(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  favorited: z.boolean(),
  favoritesCount: z.number().int(),
  author: Profile,
})
const Comment = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  body: z.string(),
  author: Profile,
})
export const UserAnswer = z
  .object({
    user: z.object({
      username: z.string(),
      email: z.string(),
      bio: z.string(),
      image: z.string(),
      token: z.string(),
    }),
  })
  .meta({ id: 'User' })
export const ProfileAnswer = z.object({ profile: Profile }).meta({ id: 'Profile' })
export const ArticleAnswer = z.object({ article: Article }).meta({ id: 'Article' })
export const ArticlesAnswer = z
  .object({ articles: z.array(Article.omit({ body: true })).readonly(), articlesCount: z.number().int() })
  .meta({ id: 'Articles' })
export const CommentAnswer = z.object({ comment: Comment }).meta({ id: 'Comment' })
export const CommentsAnswer = z.object({ comments: z.array(Comment).readonly() }).meta({ id: 'Comments' })
export const TagsAnswer = z.object({ tags: z.array(z.string()).readonly() }).meta({ id: 'Tags' })
export const ErrorAnswer = z.object({ errors: z.object({ body: z.array(z.string()) }) }).meta({ id: 'Errors' })
