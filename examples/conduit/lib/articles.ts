import { randomBytes } from 'node:crypto'
import { atOnce, query, type Row, type Value } from './database.ts'
import type { Changes, Profile, User } from './users.ts'

/** An article, for the rules: whose it is. */
export interface Article {
  readonly id: number
  readonly author: number
}

/** An article as one client sees it. */
export interface ArticleView {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly body: string
  readonly tagList: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly favorited: boolean
  readonly favoritesCount: number
  readonly author: Profile
}

/** The text of an article, by its author. */
export interface Draft {
  readonly title: string
  readonly description: string
  readonly body: string
}

/** Which articles a list has; of several conditions each holds. */
export interface Filter {
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly favorited?: string | undefined
  /** Articles of those whom this user follows. */
  readonly followedBy?: number | undefined
  readonly limit: number
  readonly offset: number
}

export function findArticle(slug: string): Article | undefined {
  const [row] = query('select id, author from articles where slug = ?', slug)
  return row && { id: Number(row['id']), author: Number(row['author']) }
}

export function viewArticle({ id }: Article, viewer: User | undefined): ArticleView {
  const [row] = query(`${VIEW} where a.id = ?`, viewer?.id ?? 0, viewer?.id ?? 0, id)
  return toView(row as Row)
}

/** Newest first, and how many there are without `limit` and `offset`. */
export function listArticles(
  filter: Filter,
  viewer: User | undefined,
): { readonly articles: readonly Omit<ArticleView, 'body'>[]; readonly articlesCount: number } {
  const conditions: readonly (readonly [sql: string, value: Value | undefined])[] = [
    ['a.id in (select article from tags where name = ?)', filter.tag],
    ['u.username = ?', filter.author],
    [
      'a.id in (select article from favorites join users on users.id = favorites.user where username = ?)',
      filter.favorited,
    ],
    ['a.author in (select followed from follows where follower = ?)', filter.followedBy],
  ]
  const asked = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  const where = ['1', ...asked.map(({ sql }) => sql)].join(' and ')
  const values = asked.map(({ value }) => value)
  const [count] = query(
    `select count(*) as count from articles a join users u on u.id = a.author where ${where}`,
    ...values,
  )
  const page = [filter.limit, filter.offset]
  const sql = `${VIEW} where ${where} order by a.id desc limit ? offset ?`
  const rows = query(sql, viewer?.id ?? 0, viewer?.id ?? 0, ...values, ...page)
  return { articles: rows.map(toView), articlesCount: Number(count?.['count']) }
}

export function addArticle(author: User, draft: Draft, tags: readonly string[]): Article {
  const now = new Date().toISOString()
  const { title, description, body } = draft
  return atOnce(() => {
    const columns = 'slug, title, description, body, author, created, updated'
    const values = [freeSlug(title), title, description, body, author.id, now, now]
    const [row] = query(`insert into articles (${columns}) values (?, ?, ?, ?, ?, ?, ?) returning id`, ...values)
    const id = Number(row?.['id'])
    for (const tag of tags) query('insert or ignore into tags values (?, ?)', id, tag)
    return { id, author: author.id }
  })
}

/** A new title has a new slug. */
export function changeArticle({ id }: Article, { title, description, body }: Changes<Draft>): void {
  const slug = title === undefined ? null : freeSlug(title, id)
  const columns = ['slug', 'title', 'description', 'body'].map((name) => `${name} = coalesce(?, ${name})`).join(', ')
  const values = [slug, title ?? null, description ?? null, body ?? null, new Date().toISOString(), id]
  query(`update articles set ${columns}, updated = ? where id = ?`, ...values)
}

export function removeArticle({ id }: Article): void {
  query('delete from articles where id = ?', id)
}

export function favor(user: User, { id }: Article): void {
  query('insert or ignore into favorites values (?, ?)', user.id, id)
}

export function unfavor(user: User, { id }: Article): void {
  query('delete from favorites where user = ? and article = ?', user.id, id)
}

export function listTags(): readonly string[] {
  return query('select distinct name from tags order by name').map(({ name }) => String(name))
}

/** The viewer is asked for twice. */
const VIEW = `select a.*, u.username, u.bio, u.image,
  (select count(*) from favorites where article = a.id) as favorites,
  exists (select 1 from favorites where article = a.id and user = ?) as favorited,
  exists (select 1 from follows where followed = a.author and follower = ?) as following,
  (select json_group_array(name) from (select name from tags where article = a.id order by name)) as tags
  from articles a join users u on u.id = a.author`

function toView(row: Row): ArticleView {
  const text = (name: string): string => String(row[name])
  return {
    slug: text('slug'),
    title: text('title'),
    description: text('description'),
    body: text('body'),
    tagList: JSON.parse(text('tags')) as readonly string[],
    createdAt: text('created'),
    updatedAt: text('updated'),
    favorited: row['favorited'] === 1,
    favoritesCount: Number(row['favorites']),
    author: { username: text('username'), bio: text('bio'), image: text('image'), following: row['following'] === 1 },
  }
}

/** The title in small letters; with an ending by chance where another article has it. */
function freeSlug(title: string, own = 0): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? ['article']
  const slug = words.join('-')
  const isTaken = query('select 1 from articles where slug = ? and id <> ?', slug, own).length > 0
  return isTaken ? `${slug}-${randomBytes(4).toString('hex')}` : slug
}
