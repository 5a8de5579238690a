import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly duties: readonly string[]
    readonly discount: number
  }
}

interface Row {
  readonly duties: readonly string[]
  readonly discount: number
  digest: string
  /** Milliseconds of the last change of the password. */
  changedAt: number
}

const digestOf = (password: string): string => {
  const text = password.normalize('NFKC')
  return createHash('sha256').update(`print:${text}`).digest('base64url')
}

const row = (password: string, duties: readonly string[] = [], discount = 0): Row => ({
  duties,
  discount,
  digest: digestOf(password),
  changedAt: 0,
})

const people = new Map<string, Row>([
  ['tilda', row(process.env['TILDA_PASSWORD'] ?? 'Baskerville-Quarto-1757')],
  ['bruno', row(process.env['BRUNO_PASSWORD'] ?? 'Gill-Sans-On-Bicycles-28', [], 10)],
  ['mona', row(process.env['MONA_PASSWORD'] ?? 'Letterpress-In-The-Attic', ['press'])],
  ['vera', row(process.env['VERA_PASSWORD'] ?? 'Ink-And-Rags-And-Ledgers', ['press', 'accounts'])],
  ['pia', row(process.env['PIA_PASSWORD'] ?? 'Serifs-Are-Little-Feet-9')],
])

export const customers = (): readonly { readonly name: string; readonly discount: number }[] =>
  [...people].filter(([, { duties }]) => duties.length === 0).map(([name, { discount }]) => ({ name, discount }))

export function checkPassword(name: string, password: string): boolean {
  const found = people.get(name)
  return constantTimeEqual(found?.digest ?? digestOf('.'), digestOf(password)) && found !== undefined
}

/** The user as of now; nothing for a session that is older than the password. */
export function currentUser(name: string, issuedAt: number) {
  const found = people.get(name)
  if (found === undefined || issuedAt < found.changedAt) return null
  return { name, duties: found.duties, discount: found.discount }
}

export function changePassword(name: string, password: string): void {
  const found = people.get(name)
  if (found === undefined) return
  found.digest = digestOf(password)
  found.changedAt = Date.now()
}
