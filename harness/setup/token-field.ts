import { isNamed } from '../../server/internal.ts'
import type { FirstLogin } from '../credentials/server-skeleton.ts'
import { authenticatorsOf, isProtected, type Route } from '../model/route.ts'

const TOKEN = /token|api-?key|access-?key|auth|session|jwt/i
/** Fields with a meaning of their own, and those of pages. */
const OTHER = /^(?:authorization|proxy-.*|accept.*|content-.*|idempotency-.*|if-.*)$|csrf|xsrf|refresh/i

/** Whether a header field is called like one with a token of the user who asks. */
export function isTokenField(name: string): boolean {
  return TOKEN.test(name) && !OTHER.test(name)
}

/**
 * The login with the header field of its token, which a document without `security` has as a parameter: a field that all guarded
 * operations with such parameters take, called like a token, or the only one that they require.
 *
 * @param routes as guarded as their answers show
 */
export function withTokenField(first: FirstLogin, routes: readonly Route[]): FirstLogin {
  const { take } = first.login
  const isKnown = authenticatorsOf(routes).some(({ carrier }) => isNamed(carrier))
  const header = 'cookie' in take || take.prefix !== undefined || isKnown ? undefined : fieldIn(routes)
  return header === undefined ? first : { ...first, login: { ...first.login, take: { ...take, as: { header } } } }
}

function fieldIn(routes: readonly Route[]): string | undefined {
  const taking = routes.flatMap((route) => {
    const names = (route.inputs?.headers ?? []).filter((name) => !OTHER.test(name))
    return isProtected(route) && names.length > 0 ? [{ names, required: route.sample?.headers ?? {} }] : []
  })
  const shared = (taking[0]?.names ?? []).filter((name) => taking.every(({ names }) => names.includes(name)))
  const required = shared.filter((name) => taking.every((one) => name in one.required))
  return shared.find(isTokenField) ?? (required.length === 1 ? required[0] : undefined)
}
