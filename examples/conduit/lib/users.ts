import { HttpError } from 'svc'
import { query, type Row } from './database.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** A user without the password. */
export interface User {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly bio: string
  readonly image: string
}

export interface Profile {
  readonly username: string
  readonly bio: string
  readonly image: string
  readonly following: boolean
}

/** The text of users about themselves. */
export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly bio: string
  readonly image: string
}

/** Of what is absent nothing changes. */
export type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export const findUser = (id: number): User | undefined => find('id', id)
export const findUserByName = (name: string): User | undefined => find('username', name)

/** @throws HttpError 422 where the name or the address is taken */
export async function addUser({ username, email, password }: Omit<Account, 'bio' | 'image'>): Promise<User> {
  const hash = await hashPassword(password)
  refuseTaken(username, email)
  query('insert into users (username, email, password) values (?, ?, ?)', username, email, hash)
  return find('username', username) as User
}

/** @throws HttpError 422 where the name or the address is taken */
export async function changeUser(user: User, changes: Changes<Account>): Promise<User> {
  const { username = user.username, email = user.email, bio = user.bio, image = user.image } = changes
  const hash = changes.password === undefined ? undefined : await hashPassword(changes.password)
  refuseTaken(username, email, user.id)
  const set = 'username = ?, email = ?, bio = ?, image = ?, password = coalesce(?, password)'
  query(`update users set ${set} where id = ?`, username, email, bio, image, hash ?? null, user.id)
  return find('id', user.id) as User
}

export function removeUser(user: User): void {
  query('delete from users where id = ?', user.id)
}

/** The user with this address and password. */
export async function checkLogin(email: string, password: string): Promise<User | undefined> {
  const [row] = query('select password from users where email = ?', email)
  return (await isPassword(password, row && String(row['password']))) ? find('email', email) : undefined
}

/** A profile as `viewer` sees it. */
export function profileOf({ id, username, bio, image }: User, viewer: User | undefined): Profile {
  const follows = query('select 1 from follows where follower = ? and followed = ?', viewer?.id ?? 0, id)
  return { username, bio, image, following: follows.length > 0 }
}

export function follow(follower: User, followed: User): void {
  query('insert or ignore into follows values (?, ?)', follower.id, followed.id)
}

export function unfollow(follower: User, followed: User): void {
  query('delete from follows where follower = ? and followed = ?', follower.id, followed.id)
}

function refuseTaken(username: string, email: string, own = 0): void {
  const [taken] = query(
    'select username from users where (username = ? or email = ?) and id <> ?',
    username,
    email,
    own,
  )
  if (taken) throw new HttpError(422, taken['username'] === username ? 'username is taken' : 'email is taken')
}

function find(column: 'id' | 'username' | 'email', value: string | number): User | undefined {
  const [row] = query(`select id, username, email, bio, image from users where ${column} = ?`, value)
  return row && toUser(row)
}

function toUser({ id, username, email, bio, image }: Row): User {
  return {
    id: Number(id),
    username: String(username),
    email: String(email),
    bio: String(bio),
    image: String(image),
  }
}
