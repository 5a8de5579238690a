import { findNearest } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { CredentialFixture, CredentialInput, LoginFixture } from './define.ts'
import { isCredentialPart } from './places.ts'
import { findSecret } from './secret.ts'

/** One credential as fixtures write it, before anything of it is resolved. */
export interface CredentialEntry {
  readonly kind: 'valid' | 'invalid'
  /** The fixtures' user; `valid` or `invalid` where the fixtures name no user. */
  readonly user: string
  readonly input: CredentialInput
  /** The expected `request.auth`, if the fixtures say so for all users of this authenticator. */
  readonly principal: unknown
}

/**
 * The credentials of one authenticator, good ones first.
 *
 * @param users names of the fixtures' users
 * @throws HarnessError for a name that is neither a user nor a key of a credential.
 */
export function entriesOf(
  authenticator: string,
  fixture: CredentialFixture,
  users: readonly string[],
): readonly CredentialEntry[] {
  if ('login' in fixture && isLogin(fixture))
    return [{ kind: 'valid', user: fixture.login.as ?? 'valid', input: fixture, principal: undefined }]
  const { valid, invalid, principal, ...others } = fixture
  const byUser = usersOf(valid, users) ?? (valid === undefined ? [] : [['valid', valid] as const])
  const good = [
    ...byUser,
    ...Object.entries(others).map(([user, input]) => [requireUser(user, authenticator, users), input] as const),
  ]
  return [
    ...good.map(([user, input]): CredentialEntry => ({ kind: 'valid', user, input, principal })),
    ...listOf(invalid).map((input): CredentialEntry => ({
      kind: 'invalid',
      user: 'invalid',
      input,
      principal: undefined,
    })),
  ]
}

/** A credential that a person can type, its texts not resolved. */
export type TypedCredential =
  | { readonly type: 'key'; readonly value: unknown }
  | { readonly type: 'basic'; readonly username: unknown; readonly password: unknown }

/** A key, or a name with its password; `undefined` for sessions, logins and parts of requests. */
export function readTyped(input: CredentialInput): TypedCredential | undefined {
  if (typeof input === 'string' || findSecret(input) !== undefined) return { type: 'key', value: input }
  if (isLogin(input) || typeof input !== 'object' || 'session' in input) return undefined
  if (!('username' in input) || !('password' in input)) return undefined
  return { type: 'basic', username: input.username, password: input.password }
}

/** Whether a credential is what a login answers. */
export function isLogin(value: unknown): value is LoginFixture {
  return (
    typeof value === 'object' && value !== null && 'login' in value && typeof (value as LoginFixture).login === 'object'
  )
}

/** `{ ann: V, root: V }`, distinguished from a credential by the names of the fixtures' users. */
function usersOf(
  value: unknown,
  users: readonly string[],
): readonly (readonly [string, CredentialInput])[] | undefined {
  if (typeof value !== 'object' || value === null || findSecret(value) !== undefined) return undefined
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => users.includes(name))
    ? Object.entries(value as Record<string, CredentialInput>)
    : undefined
}

function requireUser(user: string, authenticator: string, users: readonly string[]): string {
  if (users.includes(user)) return user
  if (isCredentialPart(user)) {
    const fix = `It belongs to a credential: { valid: { …, ${user}: … } }.`
    throw new HarnessError('SVC_FIXTURE_UNKNOWN', `credentials.${authenticator}: "${user}" is not a credential. ${fix}`)
  }
  throw new HarnessError(
    'SVC_FIXTURE_UNKNOWN',
    `credentials.${authenticator} names "${user}", which is neither a user of the fixtures (${users.join(', ') || 'it has no users'}) nor one of valid, invalid, principal, login.${suggest(user, users)}`,
  )
}

function suggest(user: string, users: readonly string[]): string {
  const nearest = findNearest(user, [...users, 'valid', 'invalid', 'principal', 'login'])
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

function listOf(invalid: CredentialInput | readonly CredentialInput[] | undefined): readonly CredentialInput[] {
  if (invalid === undefined) return []
  return Array.isArray(invalid) ? (invalid as readonly CredentialInput[]) : [invalid as CredentialInput]
}
