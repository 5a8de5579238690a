import { createHash, createHmac } from 'node:crypto'
import { bearer, constantTimeEqual } from 'svc/security'

export interface Rider {
  readonly rider: string
}

const SECRET = process.env['RIDER_SECRET'] ?? 'riders-0f7d3a95c2e8614b'

const digestOf = (text: string): string => createHash('sha256').update(`stables:${text}`).digest('base64url')

const pins = new Map([
  ['wanda', digestOf(process.env['WANDA_PIN'] ?? '58-20-91-73')],
  ['xaver', digestOf(process.env['XAVER_PIN'] ?? '14-66-02-87')],
  ['yara', digestOf(process.env['YARA_PIN'] ?? '39-75-48-10')],
])

const markOf = (text: string): string => createHmac('sha256', SECRET).update(text).digest('base64url')

/** The token of a rider: the name, the end in milliseconds to the base 36, and a mark. */
export function tokenOf(name: string, until: number): string {
  const text = `${name}.${until.toString(36)}`
  return `${text}.${markOf(text)}`
}

const isPast = (milliseconds: number): boolean => milliseconds < Date.now()

export const rider = bearer(
  (_request, token): Rider | null => {
    const [name = '', end = '', mark = ''] = token.split('.')
    if (!pins.has(name) || !constantTimeEqual(markOf(`${name}.${end}`), mark)) return null
    return isPast(Number.parseInt(end, 36)) ? null : { rider: name }
  },
  { name: 'Rider' },
)

/** A token for four hours; nothing for a wrong pin. */
export function logIn(name: string, pin: string): string | null {
  const isRight = constantTimeEqual(pins.get(name) ?? digestOf(''), digestOf(pin))
  return pins.has(name) && isRight ? tokenOf(name, Date.now() + 4 * 3_600_000) : null
}
