import { scryptSync } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'
import { WrongPassword } from './wrong-password.ts'

export interface Account {
  readonly name: string
  readonly role: string
  readonly estate: string
}

interface Row extends Account {
  readonly hash: string
  /** Grows with each change of the password. */
  readonly generation: number
}

const hashOf = (name: string, password: string): string =>
  scryptSync(password, `vineyard:${name}`, 32, { N: 1_024 }).toString('hex')

function row(name: string, role: string, estate: string, password: string): [string, Row] {
  const hash = hashOf(name, process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { name, role, estate, hash, generation: 1 }]
}

const rows = new Map<string, Row>([
  row('lucia', 'owner', 'hillside', 'lucia-oak-barrel-83'),
  row('nora', 'enologist', 'hillside', 'nora-must-weight-29'),
  row('emil', 'enologist', 'hillside', 'emil-yeast-culture-50'),
  row('marc', 'picker', 'hillside', 'marc-red-shears-64'),
  row('otis', 'owner', 'riverbank', 'otis-flood-wall-17'),
])

const shared = { issuer: 'vineyard', secret: process.env['VINEYARD_SECRET'] ?? 'vineyard-tokens-2026-a4e8130bd76c' }
const own = { ...shared, audience: 'vineyard' }
const ofResets = { ...shared, audience: 'vineyard-reset' }

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: 600 }),
  lifetime: 14 * 24 * 3_600,
  claims: ({ sub, generation }) => {
    const found = rows.get(sub)
    return found !== undefined && found.generation === generation && { sub, generation }
  },
})

/** The account of a token as of now; a change of the password ends tokens that are older. */
export const account = jwt({
  ...own,
  name: 'Account',
  map: ({ sub, generation }): Account | null => {
    const found = rows.get(String(sub))
    if (found === undefined || found.generation !== generation) return null
    return { name: found.name, role: found.role, estate: found.estate }
  },
})

/** The code that a letter about a forgotten password holds. */
export const signReset = signJwt({ ...ofResets, lifetime: 900 })

/** A token of a letter, good for one new password. */
export const resetToken = jwt({
  ...ofResets,
  name: 'Reset',
  in: { header: 'X-Reset' },
  map: ({ sub, generation }): { readonly name: string } | null => {
    const found = rows.get(String(sub))
    if (found === undefined || found.generation !== generation) return null
    return { name: found.name }
  },
})

export async function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? '', hashOf(name, password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return tokens.issue(request, { sub: name, generation: found.generation })
}

export const refresh = (request: AuthRequest, token: string): Promise<TokenAnswer> => tokens.rotate(request, token)
export const revoke = (request: AuthRequest, token: string): Promise<void> => tokens.revoke(request, token)

export function setPassword(name: string, next: string): void {
  const found = rows.get(name)
  if (found === undefined) return
  rows.set(name, { ...found, hash: hashOf(name, next), generation: found.generation + 1 })
}

/** @throws WrongPassword unless `current` is the password */
export function changePassword(name: string, current: string, next: string): void {
  if (!constantTimeEqual(rows.get(name)?.hash ?? '', hashOf(name, current))) throw new WrongPassword()
  setPassword(name, next)
}

/** Stands for the mail: the token is in no answer. */
export async function sendReset(name: string): Promise<void> {
  const found = rows.get(name)
  if (found === undefined) return
  const token = await signReset({ sub: name, generation: found.generation })
  if (process.env['VINEYARD_MAIL'] === 'terminal') console.log(`letter to ${name}: ${token}`)
}
