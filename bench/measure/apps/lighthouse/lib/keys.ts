import { createHash, randomBytes } from 'node:crypto'
import { constantTimeEqual, headerKey, resource } from 'svc/security'

export interface Key {
  readonly id: string
  readonly role: 'keeper' | 'reader'
  /** The key that made it. */
  readonly by: string
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly end: number
}

const DAY = 24 * 3_600_000
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function row(id: string, role: Key['role'], by: string, secret: string, days = 90): [string, Key] {
  return [id, { id, role, by, digest: digest(secret), end: Date.now() + days * DAY }]
}

const keys = new Map<string, Key>([
  row('k1', 'keeper', 'k1', process.env['KEEPER_SECRET'] ?? '8e41c7a96b02f35d'),
  row('k2', 'keeper', 'k2', process.env['SECOND_SECRET'] ?? '2b90d5e8174acf63'),
  row('k3', 'reader', 'k1', process.env['READER_SECRET'] ?? 'c3f6081b9ad7254e'),
  row('k4', 'reader', 'k1', '70a9e2d46c8b15f3'),
  row('k5', 'reader', 'k2', '19d7f3b60c4e82a5'),
  row('k7', 'reader', 'k1', '5bc08e2f94d7a163'),
  // Over since last week.
  row('k6', 'reader', 'k1', process.env['OLD_SECRET'] ?? 'ae5320c8f1974bd6', -7),
])
let last = 7

/** A key is `id.secret`. */
export function findKey(text: string): Key | null {
  const dot = text.indexOf('.')
  if (dot < 1) return null
  const found = keys.get(text.slice(0, dot))
  if (found === undefined) return null
  if (!constantTimeEqual(found.digest, digest(text.slice(dot + 1)))) return null
  return found.end > Date.now() ? found : null
}

export const key = headerKey('X-Key', (_request, text) => findKey(text), { name: 'Key' })

/** The secret is in this answer alone. */
export function makeKey(by: string, role: Key['role'], days: number): { readonly id: string; readonly key: string } {
  last += 1
  const id = `k${last}`
  const secret = randomBytes(16).toString('hex')
  keys.set(...row(id, role, by, secret, days))
  return { id, key: `${id}.${secret}` }
}

export const removeKey = (id: string): boolean => keys.delete(id)

/** The members that a keeper sees of the keys that the keeper has made. */
export const keysOf = (by: string): readonly object[] =>
  [...keys.values()].filter((one) => one.by === by).map(({ id, role, end }) => ({ id, role, end }))

export const ownKey = resource('key', {
  load: ({ params }: { params: { id: string } }) => keys.get(params.id),
  may: ({ by }, { auth }: { auth: Key }) => by === auth.id,
})
