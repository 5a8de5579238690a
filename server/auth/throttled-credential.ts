import type { RequestContext } from '../http/request.ts'
import { UNUSABLE } from './authenticator.ts'
import { readAuth } from './describe.ts'

/** The credentials of a request, as one text; `undefined` where no hook will have anything to look at. */
export type CredentialReader = (request: RequestContext) => string | undefined

/**
 * Compiles what an operation's auth value reads of a request. Custom callables may look at anything, so for them it is
 * the whole head of the request.
 *
 * @param value an auth value in which no `inherit` is left; `null` and `undefined` read nothing
 */
export function compileCredentialReader(value: unknown): CredentialReader {
  const node = value === null || value === undefined ? undefined : readAuth(value)
  switch (node?.kind) {
    case 'authenticator':
      return (request) => {
        const credential = node.value.read(request)
        return credential === undefined || credential === UNUSABLE ? undefined : JSON.stringify(credential)
      }
    case 'callable':
      return (request) => JSON.stringify([request.method, request.url.href, [...request.headers]])
    case 'list':
    case 'all':
      return readEach(node.members.map(compileCredentialReader))
    case 'optional':
    case 'check':
      return compileCredentialReader(node.member)
    default:
      return () => undefined
  }
}

function readEach(readers: readonly CredentialReader[]): CredentialReader {
  return (request) => {
    const credentials = readers.map((read) => read(request))
    return credentials.some((credential) => credential !== undefined) ? JSON.stringify(credentials) : undefined
  }
}
