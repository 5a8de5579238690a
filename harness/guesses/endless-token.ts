import { isFor, isProtected, type Route } from '../model/route.ts'
import { isSafeMethod } from '../../server/internal.ts'
import type { Exploration, User } from '../ask/exploration.ts'
import { parseObject } from '../text/json.ts'
import { readClaims } from '../text/token.ts'
import { openedTo } from './issued-before.ts'

/** By run, operations that should end a token, and whether one was good afterwards. */
const notes = new WeakMap<Exploration['journal'], Map<string, boolean>>()

/** Notes an operation that should end the tokens of a user. @param isGood whether one was seen to be good afterwards */
export function noteEnd({ journal }: Pick<Exploration, 'journal'>, { key }: Route, isGood: boolean): void {
  notes.set(journal, (notes.get(journal) ?? new Map<string, boolean>()).set(key, isGood))
}

/**
 * A token of a login that names no end of its own (`exp`, RFC 7519 section 4.1.4), where the document has no operation that ends it, or the run has seen
 * that none of them does: a client that has taken one has it for good. It is asked about elsewhere.
 */
export async function exploreEndless(world: Exploration): Promise<void> {
  const { login } = world.fixtures
  const route = world.routes.find((one) => login !== undefined && isFor(one, login.request))
  if (route === undefined || !world.wants('token.life', route)) return
  const user = world.users.find((one) => endlessOf(one) !== undefined)
  const read = user && (await openedTo(user, world))
  const answer = read && (await world.ask({ route: read, as: user }))
  if (user === undefined || answer?.isGood !== true) return
  const ends = endsIn(world)
  if (ends.some((one) => one.isGood !== true)) return
  // A server may count from when it was issued, or keep a session of its own.
  const claims = endlessOf(user)
  if (ends.length === 0 && ['iat', 'nbf', 'jti', 'sid'].some((name) => claims?.[name] !== undefined)) return
  const outlived = ends.map(({ key }) => key).join(' and ')
  const nothing = outlived === '' ? 'the document has no operation that ends it' : `it is good after ${outlived}`
  world.found({
    row: 'token.life',
    route,
    answers: [answer],
    code: 'accepted',
    expected: 'a token with an end, or an operation that ends it',
    got: `a token without exp: ${nothing}`,
    cause: `${route.key} gives tokens without an end (exp), and nothing ends one: ${nothing}`,
  })
}

/** The claims of a signed token of a login (RFC 7519), where they name no end. */
function endlessOf({ credentials }: User): Readonly<Record<string, unknown>> | undefined {
  for (const { value, login, origin } of credentials) {
    const token = 'value' in value && typeof value.value === 'string' ? value.value : ''
    const [, header = ''] = /^(?:\w+ )?(eyJ[\w-]+)\./.exec(token) ?? []
    const isSigned = parseObject(Buffer.from(header, 'base64url').toString())?.['alg'] !== undefined
    const claims = isSigned && (login !== undefined || origin === 'login') ? readClaims(token) : undefined
    if (claims !== undefined && claims['exp'] === undefined) return claims
  }
  return undefined
}

/** Paths of logouts, and of changes of a password. */
const ENDS = /(?:log|sign)[-_]?(?:out|off)|revoke|passw|pwd/i

/** Operations that should end a token, and whether it was good afterwards; those that were not tried say nothing. */
function endsIn({
  journal,
  routes,
  fixtures,
}: Exploration): readonly { readonly key: string; readonly isGood: boolean | undefined }[] {
  const isNamed = (route: Route): boolean => fixtures.logouts?.some(({ request }) => isFor(route, request)) === true
  const isEnd = (route: Route): boolean =>
    isProtected(route) && !isSafeMethod(route.method) && (ENDS.test(route.path) || isNamed(route))
  return routes.filter(isEnd).map(({ key }) => ({ key, isGood: notes.get(journal)?.get(key) }))
}
