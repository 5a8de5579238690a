import { type AuthDescription, leavesOf, type LeafDescription } from '../model/description.ts'

/**
 * The values of `WWW-Authenticate` for an operation: one per scheme of its effective auth, in evaluation order, without
 * repetition (RFC 9110 section 11.6.1). They carry no `error` parameter, so that every 401 of a route is the same.
 *
 * @param realm title of the API
 */
export function challengesOf(description: AuthDescription, realm: string): readonly string[] {
  return [...new Set(leavesOf(description).map((leaf) => challengeOf(leaf, quote(realm))))]
}

function challengeOf({ challenge: { scheme, parameters = {} } }: LeafDescription, realm: string): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `, ${name}=${quote(value)}`)
  return `${scheme} realm=${realm}${pairs.join('')}`
}

/** A quoted string (RFC 9110 section 5.6.4); characters that a header field cannot hold are left out. */
function quote(text: string): string {
  return `"${text.replace(/[^\t\u0020-\u007e]/g, '').replace(/["\\]/g, String.raw`\$&`)}"`
}
