import type { Article } from './articles.ts'
import { query, type Row } from './database.ts'
import { findUser, type Profile, profileOf, type User } from './users.ts'

/** A comment, for the rules: whose it is. */
export interface Comment {
  readonly id: number
  readonly author: number
}

/** A comment as one client sees it. */
export interface CommentView {
  readonly id: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly body: string
  readonly author: Profile
}

/** A comment of this article, and of no other. */
export function findComment(article: Article, id: number): Comment | undefined {
  const [row] = query('select id, author from comments where id = ? and article = ?', id, article.id)
  return row && { id, author: Number(row['author']) }
}

export function listComments(article: Article, viewer: User | undefined): readonly CommentView[] {
  return query('select * from comments where article = ? order by id', article.id).map((row) => toView(row, viewer))
}

export function addComment(author: User, article: Article, body: string): CommentView {
  const now = new Date().toISOString()
  const sql = 'insert into comments (body, article, author, created, updated) values (?, ?, ?, ?, ?) returning *'
  const [row] = query(sql, body, article.id, author.id, now, now)
  return toView(row as Row, author)
}

export function removeComment({ id }: Comment): void {
  query('delete from comments where id = ?', id)
}

function toView({ id, created, updated, body, author }: Row, viewer: User | undefined): CommentView {
  return {
    id: Number(id),
    createdAt: String(created),
    updatedAt: String(updated),
    body: String(body),
    author: profileOf(findUser(Number(author)) as User, viewer),
  }
}
