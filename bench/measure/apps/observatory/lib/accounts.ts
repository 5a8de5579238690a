import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Account {
  readonly name: string
  readonly role: string
  readonly scopes: readonly string[]
}

interface Row {
  readonly account: Account
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(account: Account, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [account.name, { account, salt, hash: derive(password, salt, 32) }]
}

const ALL = ['proposals:read', 'proposals:write']
const rows = new Map<string, Row>([
  row({ name: 'vera', role: 'astronomer', scopes: ALL }, process.env['VERA_PASSWORD'] ?? 'vera-dome-quartz-17'),
  row({ name: 'bruno', role: 'astronomer', scopes: ALL }, process.env['BRUNO_PASSWORD'] ?? 'bruno-lens-copper-42'),
  row(
    { name: 'dani', role: 'student', scopes: ['proposals:read', 'proposals:write-draft'] },
    process.env['DANI_PASSWORD'] ?? 'dani-comet-linen-9',
  ),
  row({ name: 'keiko', role: 'committee', scopes: ALL }, process.env['KEIKO_PASSWORD'] ?? 'keiko-zenith-maple-66'),
])
const stranger = row({ name: '', role: '', scopes: [] }, randomBytes(12).toString('hex'))[1]

export async function findAccount(name: string): Promise<Account | undefined> {
  return rows.get(name)?.account
}

export function removeAccount(name: string): void {
  rows.delete(name)
}

/** Gives other scopes, from the next access token on. */
export function setScopes(name: string, scopes: readonly string[]): void {
  const found = rows.get(name)
  if (found !== undefined) rows.set(name, { ...found, account: { ...found.account, scopes } })
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
