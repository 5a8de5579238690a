import { createHash, randomBytes } from 'node:crypto'
import { bearer, constantTimeEqual } from 'svc/security'

export interface Caller {
  readonly name: string
  readonly scopes: readonly string[]
}

interface Key {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly isOffice: boolean
  readonly digest: string
}

const digestOf = (secret: string): string => createHash('sha256').update(`survey:${secret}`).digest('base64url')

const keyOf = (id: string, name: string, scopes: readonly string[], text: string, isOffice = false): Key => ({
  id,
  name,
  scopes,
  isOffice,
  digest: digestOf(text),
})

const READ = 'plots:read'
const WRITE = 'plots:write'
const EXPORT = 'plots:export'

const keys = new Map<string, Key>(
  [
    keyOf('ina', 'ina', [READ, WRITE], process.env['INA_SECRET'] ?? 'theodolite59c07b'),
    keyOf('jon', 'jon', [READ], process.env['JON_SECRET'] ?? 'plumbline08ae41'),
    keyOf('desk', 'desk', [READ, WRITE, EXPORT], process.env['DESK_SECRET'] ?? 'cadastre773d20f', true),
  ].map((key) => [key.id, key]),
)

function findKey(text: string): Key | null {
  const [, id = '', secret = ''] = /^sk_([a-z\d]{3,12})_([A-Za-z\d-]{8,64})$/.exec(text) ?? []
  const found = keys.get(id)
  return constantTimeEqual(found?.digest ?? digestOf('.'), digestOf(secret)) ? (found ?? null) : null
}

/** `Authorization: Key sk_<id>_<secret>`. The desk of the office may work for a surveyor, whom it names in a header. */
export const key = bearer(
  ({ headers }, text): Caller | null => {
    const found = findKey(text)
    if (found === null) return null
    const name = found.isOffice ? (headers.get('x-on-behalf-of') ?? found.name) : found.name
    return { name, scopes: found.scopes }
  },
  { name: 'Key', scheme: 'Key' },
)

/** A guard for keys that have each of these scopes. */
export function may(...scopes: readonly string[]): (caller: Caller) => boolean {
  const guard = (caller: Caller): boolean => scopes.every((scope) => caller.scopes.includes(scope))
  return Object.defineProperty(guard, 'name', { value: `may(${scopes.join(', ')})` })
}

/** Crews, with the pins that they get for a summer. */
const crews: Readonly<Record<string, string>> = {
  dike: digestOf(process.env['DIKE_PIN'] ?? '6402-8815'),
  moor: digestOf(process.env['MOOR_PIN'] ?? '1937-5520'),
}

/** A key for a crew, to read. */
export function makeKey(crew: string, pin: string): string | null {
  const known = Object.hasOwn(crews, crew) ? crews[crew] : undefined
  if (!constantTimeEqual(known ?? digestOf('.'), digestOf(pin)) || known === undefined) return null
  const id = randomBytes(6).toString('hex')
  const secret = randomBytes(16).toString('hex')
  keys.set(id, keyOf(id, crew, [READ], secret))
  return `sk_${id}_${secret}`
}

/** Takes a key back that was made for a crew. */
export function removeKey(text: string): void {
  const found = findKey(text)
  if (found !== null && found.id.length === 12) keys.delete(found.id)
}
