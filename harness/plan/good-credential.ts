import { leavesOf } from '../../server/internal.ts'
import { type CredentialValue, type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { mayUse } from '../subject/standing.ts'
import { decodePercent } from '../text/encoding.ts'

/** The texts of the credentials that a route must let in: what its own authenticators take, of users that may. */
export function goodTexts(route: Route, fixtures: Fixtures): readonly string[] {
  const fixture = fixtures.routes[route.key] ?? NO_FIXTURE
  return leavesOf(route.auth)
    .flatMap(({ name }) => fixtures.valid[name] ?? [])
    .filter(({ user }) => mayUse(user, fixtures, fixture) !== false)
    .flatMap(({ value }) => textsOf(value))
    .filter((text) => text !== '')
}

function textsOf(value: CredentialValue): readonly string[] {
  switch (value.type) {
    case 'key':
    case 'cookie':
      return [value.value]
    case 'basic':
      return [Buffer.from(`${value.username}:${value.password}`).toString('base64').replace(/=+$/, '')]
    case 'session':
      return [value.value, ...value.spares]
    case 'parts':
      return [value.headers, value.query, value.cookies].flatMap((texts) => Object.values(texts ?? {}))
  }
}

/**
 * Whether a request brings a good credential whole: as a second line, behind another scheme, in another place. A server
 * may well take it, and then does what the operation does.
 */
export function bringsGood(request: RequestData, texts: readonly string[]): boolean {
  const { target, headers, body = '', bytes = '' } = request
  const parts = [target, ...headers.map(([, value]) => value), body, bytes]
  return texts.some((text) =>
    parts.some((part) => holdsWhole(part, text) || holdsWhole(decodePercent(part), decodePercent(text))),
  )
}

function holdsWhole(part: string, text: string): boolean {
  for (let at = part.indexOf(text); at >= 0; at = part.indexOf(text, at + 1))
    if (isBorder(part[at - 1]) && isBorder(part[at + text.length])) return true
  return false
}

/** Whether a longer token cannot go on with this character. */
function isBorder(character: string | undefined): boolean {
  return character === undefined || /[^\w.~+-]/.test(character)
}
