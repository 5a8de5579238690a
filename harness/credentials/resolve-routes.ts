import type { RouteFixture, SessionFlow } from '../model/fixtures.ts'
import { bodyOf } from './body.ts'
import type { FixtureFile, RoleFixture, RouteFixtureInput } from './define.ts'
import type { SecretTexts } from './secret-texts.ts'
import { resolveText, type TextSource } from './resolve-text.ts'

/** The requests of routes, with their roles. */
export function resolveRoutes(
  { routes = {}, roles = {} }: FixtureFile,
  texts: SecretTexts,
  source: TextSource,
): Record<string, RouteFixture> {
  const keys = new Set([...Object.keys(routes), ...Object.keys(roles)])
  return Object.fromEntries(
    [...keys].map((key) => {
      const [route, role] = [routes[key as never] ?? {}, roles[key as never] ?? {}]
      return [key, resolveRoute(key, route, role, texts, source)]
    }),
  )
}

function resolveRoute(
  key: string,
  route: RouteFixtureInput,
  role: RoleFixture,
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
    params: texts(route.params, 'params'),
    query: texts(route.query, 'query'),
    headers: texts(route.headers, 'headers'),
    ...(body === undefined ? {} : { body }),
    ...(route.use === undefined ? {} : { use: route.use }),
    ...route.expect,
    protected: route.protected ?? false,
    unsafe: route.unsafe ?? 'allow',
    ...(route.unsafe === undefined ? {} : { isUnsafeSaid: true as const }),
    allow: [...(route.allow ?? []), ...(role.allow ?? [])],
    deny: [...(route.deny ?? []), ...(role.deny ?? [])],
    ignore: route.ignore ?? [],
  }
}

/** The requests of a login or a logout. */
export function resolveFlow(flow: NonNullable<FixtureFile['login']>, place: string, texts: SecretTexts): SessionFlow {
  return {
    request: texts.request(flow.request, place),
    ...(flow.wrong === undefined ? {} : { wrong: texts.request(flow.wrong, `${place}.wrong`) }),
    ...(flow.take === undefined ? {} : { take: flow.take }),
  }
}
