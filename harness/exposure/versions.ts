import type { Route } from '../model/route.ts'

const VERSION = /\/v(\d+)(?=\/|$)/
/** Reads of other versions at most. */
const MOST = 20

/** The same reads one version earlier and later, with the operation that each is a version of: `/v1/users` beside `/v2/users`. */
export function otherVersions(routes: readonly Route[]): ReadonlyMap<string, Route> {
  const known = new Set(routes.map(wholeOf))
  const targets = routes.flatMap((route): readonly (readonly [string, Route])[] => {
    const whole = wholeOf(route)
    if (route.method !== 'GET' || whole.includes('[')) return []
    return besideOf(whole).map((prefix) => [whole.replace(VERSION, prefix), route] as const)
  })
  return new Map(targets.filter(([target]) => !known.has(target)).slice(0, MOST))
}

/** `/v0` and `/v2` of `/api/v1/users`; nothing where it has no version. */
function besideOf(whole: string): readonly string[] {
  const version = VERSION.exec(whole)
  if (version === null) return []
  const at = Number(version[1])
  return [at - 1, at + 1].filter((one) => one >= 0).map((one) => `/v${one}`)
}

/** The beginnings of paths in the versions beside that of a path: `/api/v0` and `/api/v2` of `/api/v1/users`. */
export function versionsBeside(whole: string): readonly string[] {
  const version = VERSION.exec(whole)
  if (version === null) return []
  const before = whole.slice(0, version.index)
  return besideOf(whole).map((prefix) => before + prefix)
}

export function wholeOf({ base, path }: Pick<Route, 'base' | 'path'>): string {
  return base + path
}
