import type { CredentialSource } from '../http/request.ts'
import { type ReadCredential, UNUSABLE } from './authenticator.ts'

/**
 * The credentials of one `Authorization` line of the given scheme (RFC 9110 section 11.6.2).
 *
 * @param scheme in lower case
 * @returns `undefined` if there is no such line or it has another scheme; {@link UNUSABLE} if it is repeated
 */
export function readScheme<Credential extends readonly unknown[]>(
  request: CredentialSource,
  scheme: string,
  readCredentials: (text: string) => Credential | typeof UNUSABLE,
): ReadCredential<Credential> {
  const lines = request.headerValues('authorization')
  if (lines.length === 0) return undefined
  if (lines.length > 1) return UNUSABLE
  const line = lines[0] as string
  if (line.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  if (line.charCodeAt(scheme.length) === SPACE) return readCredentials(line.slice(scheme.length + 1))
  return TOKEN_CHARACTER.test(line.charAt(scheme.length)) ? undefined : UNUSABLE
}

const SPACE = 32
/** RFC 9110 section 5.6.2: a scheme goes on as long as these do, so `BearerX` is another scheme. */
const TOKEN_CHARACTER = /[!#$%&'*+\-.^_`|~\dA-Za-z]/
