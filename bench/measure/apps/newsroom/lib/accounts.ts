import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Account {
  readonly name: string
  readonly role: string
  readonly desk: string
}

declare module 'svc' {
  interface SessionUser extends Account {}
}

interface Row extends Account {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, desk: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, desk, salt, hash: derive(password, salt, 32) }]
}

/** Random until the user chooses one. */
const unset = (): string => randomBytes(16).toString('hex')

const rows = new Map<string, Row>([
  row('ivan', 'intern', 'sports', process.env['IVAN_PASSWORD'] ?? 'ivan-coffee-stapler-6'),
  row('nora', 'reporter', 'sports', process.env['NORA_PASSWORD'] ?? 'nora-deadline-plum-28'),
  row('paul', 'reporter', 'politics', process.env['PAUL_PASSWORD'] ?? 'paul-quorum-slate-11'),
  row('emil', 'editor', 'sports', process.env['EMIL_PASSWORD'] ?? 'emil-comma-walnut-83'),
  row('ella', 'editor', 'politics', process.env['ELLA_PASSWORD'] ?? 'ella-ballot-ginger-47'),
  row('rita', 'chief', 'sports', process.env['RITA_PASSWORD'] ?? 'rita-headline-onyx-5'),
  row('iris', 'editor', 'sports', process.env['IRIS_PASSWORD'] ?? unset()),
  row('otto', 'reporter', 'politics', process.env['OTTO_PASSWORD'] ?? 'otto-leak-crimson-60'),
])
const locked: ReadonlySet<string> = new Set(['otto'])
const stranger = row('', '', '', unset())[1]

export const names = (): readonly string[] => [...rows.keys()]

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}

/** The account as it is now, not as it was at the login. */
export async function loadAccount({ user }: { readonly user: { readonly name: string } }) {
  const found = rows.get(user.name)
  if (found === undefined || locked.has(found.name)) return null
  const { name, role, desk } = found
  return { name, role, desk, isSuperuser: role === 'chief' }
}
