import { HarnessError } from '../model/failure.ts'
import { type RequestData, withTexts } from '../model/request.ts'
import { isSafeMethod } from '../../server/internal.ts'
import { FORM_TOKEN, type FormFlow, NO_FIXTURE, type RouteFixture, type SessionFlow } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { bodyOf } from './body.ts'
import type { FixtureFile, RequestFixture, RouteFixtureInput } from './define.ts'
import { deniedOf } from './denied.ts'
import { findSecret } from './secret.ts'
import type { SecretTexts } from './secret-texts.ts'
import { resolveText, type TextSource } from './resolve-text.ts'

/** The requests of routes, with their roles. */
export function resolveRoutes(
  fixtures: FixtureFile,
  texts: SecretTexts,
  source: TextSource,
): Record<string, RouteFixture> {
  const { routes = {}, roles = {} } = fixtures
  const keys = new Set([...Object.keys(routes), ...Object.keys(roles)])
  return Object.fromEntries(
    [...keys].map((key) => {
      const [route, role] = [routes[key as never] ?? {}, roles[key as never] ?? {}]
      const all = { allow: role.allow ?? [], deny: deniedOf(key, role, fixtures) }
      return [key, resolveRoute(key, route, all, texts, source)]
    }),
  )
}

function resolveRoute(
  key: string,
  route: RouteFixtureInput,
  role: Pick<RouteFixture, 'allow' | 'deny'>,
  secrets: SecretTexts,
  source: TextSource,
): RouteFixture {
  const texts = (values: Readonly<Record<string, unknown>> | undefined, part: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : resolveText(value, `routes, ${key}, ${part}.${name}`, source).value,
      ]),
    )
  const body = bodyOf(route, key, secrets)
  return {
    ...paramsOf(route.params, texts),
    query: texts(route.query, 'query'),
    headers: texts(route.headers, 'headers'),
    ...(body === undefined ? {} : { body }),
    ...(route.use === undefined ? {} : { use: route.use }),
    ...(secrets.replaced(route.expect, `routes, ${key}, expect`) as RouteFixtureInput['expect']),
    ...(route.protected === undefined ? {} : { protected: route.protected }),
    unsafe: route.unsafe ?? 'allow',
    ...(route.unsafe === undefined ? {} : { isUnsafeSaid: true as const }),
    allow: [...(route.allow ?? []), ...role.allow],
    deny: [...(route.deny ?? []), ...role.deny],
    ignore: route.ignore ?? [],
  }
}

type Params = NonNullable<RouteFixtureInput['params']>

/** The users who have parameters of their own. */
export function usersIn(params: Params = {}): readonly string[] {
  return Object.keys(params).filter(
    (name) => typeof params[name] === 'object' && findSecret(params[name]) === undefined,
  )
}

function paramsOf(
  params: Params = {},
  texts: (values: Params, part: string) => Record<string, string>,
): Pick<RouteFixture, 'params' | 'paramsOf'> {
  const users = usersIn(params)
  const own = users.map((user) => [user, texts(params[user] as Params, `params.${user}`)] as const)
  const ofAll = Object.fromEntries(Object.entries(params).filter(([name]) => !users.includes(name)))
  const shared = { ...own[0]?.[1], ...texts(ofAll, 'params') }
  return { params: shared, ...(users.length === 0 ? {} : { paramsOf: Object.fromEntries(own) }) }
}

/** The requests of a login or a logout. */
export function resolveFlow(flow: NonNullable<FixtureFile['login']>, place: string, texts: SecretTexts): SessionFlow {
  return {
    request: withPlaces(texts.request(flow.request, place)),
    ...(flow.wrong === undefined ? {} : { wrong: texts.request(flow.wrong, `${place}.wrong`) }),
    ...(flow.take === undefined ? {} : { take: flow.take }),
    ...(flow.use === undefined ? {} : { authenticator: flow.use }),
    ...resolveRefresh(flow, place, texts),
  }
}

export function resolveLogouts(
  fixtures: FixtureFile,
  texts: SecretTexts,
): { readonly logouts?: readonly SessionFlow[] } {
  const { logout } = fixtures
  if (logout === undefined) return {}
  const placeOf = (at: number): string => (Array.isArray(logout) ? `logout[${at}]` : 'logout')
  const flows = [logout].flat().map((one, at) => resolveFlow(one, placeOf(at), texts))
  return { logouts: flows.map((flow) => ({ ...flow, request: withFormField(flow.request, fixtures) })) }
}

/** The page with the token of `{csrf}`. */
export function resolveForm({ login }: FixtureFile, texts: SecretTexts): FormFlow | undefined {
  if (login?.csrf === undefined) return undefined
  const { request, take } = login.csrf
  return { request: texts.request({ method: 'GET', ...request }, 'login.csrf'), take }
}

/** The fixtures of routes, in which guarded operations that may change something bring that token in its header field. */
export function withFormHeader(
  fixtures: Record<string, RouteFixture>,
  { login }: FixtureFile,
  routes: readonly Route[],
): Record<string, RouteFixture> {
  const name = login?.csrf?.header
  if (name === undefined) return fixtures
  const added = routes
    .filter((route) => isProtected(route) && !isSafeMethod(route.method))
    .map(({ key }) => {
      const fixture = fixtures[key] ?? NO_FIXTURE
      return [key, { ...fixture, headers: { [name]: FORM_TOKEN, ...fixture.headers } }] as const
    })
  return { ...fixtures, ...Object.fromEntries(added) }
}

/** A request that changes something with that token in its header field, where it has no such field. */
function withFormField(request: RequestData, { login }: FixtureFile): RequestData {
  const name = login?.csrf?.header
  const has = request.headers.some(([field]) => field.toLowerCase() === name?.toLowerCase())
  return name === undefined || has || isSafeMethod(request.method)
    ? request
    : { ...request, headers: [...request.headers, [name, FORM_TOKEN]] }
}

/** The steps that follow a login. */
export function resolveRefresh(
  { refresh, revoke }: Pick<NonNullable<FixtureFile['login']>, 'refresh' | 'revoke'>,
  place: string,
  texts: SecretTexts,
): Pick<SessionFlow, 'refresh'> {
  if (refresh === undefined) {
    if (revoke === undefined) return {}
    const fix = 'Without it nothing shows that the refresh token is over: add refresh.'
    throw new HarnessError('SVC_FIXTURE_LOGIN', `${place}: revoke needs refresh: { request, token }. ${fix}`)
  }
  const { request, token } = refresh
  const resolve = (one: RequestFixture, name: string): RequestData => withPlaces(texts.request(one, `${place}.${name}`))
  const ended = revoke === undefined ? {} : { revoke: resolve(revoke.request, 'revoke') }
  return { refresh: { request: resolve(request, 'refresh'), token, ...ended } }
}

/** `{access}` is what a login gives first, in every request the same; a form has its braces encoded. */
function withPlaces(request: RequestData): RequestData {
  const put = (text: string): string =>
    text.replaceAll(/%7B(refresh|access)%7D/gi, '{$1}').replaceAll('{access}', '{taken}')
  return withTexts(request, put)
}
