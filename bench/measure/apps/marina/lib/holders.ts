import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bearer } from 'svc/security'

export interface Person {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly isSuspended: boolean
}

export interface Holder extends Person {
  /** Of the login that the token is from. */
  readonly login: string
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, email: string, role: string, isSuspended: boolean, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, email, role, isSuspended, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('nora', 'nora@sails.example', 'holder', false, process.env['NORA_PASSWORD'] ?? 'nora-anchor-linen-58'),
  row('odin', 'odin@harbour.example.net', 'holder', false, process.env['ODIN_PASSWORD'] ?? 'odin-compass-wool-12'),
  row('piet', 'piet@harbour.example', 'yard', false, process.env['PIET_PASSWORD'] ?? 'piet-winch-tar-67'),
  row('rosa', 'rosa@lifts.example', 'yard', true, process.env['ROSA_PASSWORD'] ?? 'rosa-cradle-paint-41'),
  row('sven', 'sven@harbour.example', 'master', false, process.env['SVEN_PASSWORD'] ?? 'sven-lighthouse-log-09'),
])

export class WrongPassword extends Error {
  override readonly name = 'WrongPassword'
}

/** @throws WrongPassword where the name is not known, too */
export async function checkPassword(name: string, password: string): Promise<void> {
  const found = rows.get(name)
  if (found === undefined) throw new WrongPassword(name)
  if (!timingSafeEqual(await derive(password, found.salt, 32), await found.hash)) throw new WrongPassword(name)
}

interface Kept {
  readonly name: string
  readonly login: string
  /** Seconds since 1970. */
  until: number
}

const HOUR = 3_600
const now = (): number => Math.floor(Date.now() / 1_000)

/** Tokens of logins; stands for a table. */
const kept = new Map<string, Kept>()

export function issue(name: string, seconds: number = HOUR): string {
  const token = `mar-${randomUUID()}`
  kept.set(token, { name, login: randomUUID(), until: now() + seconds })
  return token
}

export function end(login: string): void {
  for (const [token, { login: of }] of kept) if (of === login) kept.delete(token)
}

/** Tokens that are used go on for another hour. */
function extend(found: Kept): number {
  found.until = now() + HOUR
  return found.until
}

async function findHolder(token: string): Promise<Holder | null> {
  const found = await Promise.resolve(kept.get(token))
  if (found === undefined) return null
  const isOver = found.until <= now()
  if (isOver) return null
  extend(found)
  const person = rows.get(found.name)
  if (person === undefined) return null
  const { name, email, role, isSuspended } = person
  return { name, email, role, isSuspended, login: found.login }
}

/** Who has a berth, and who works in the harbour: by the token of a login. */
export const holder = bearer((_request, token) => findHolder(token), { name: 'Holder' })
