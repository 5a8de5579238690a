import { isProtected, type Route } from './route.ts'

/** Path parameters of a protected route of which no level says whose they are; `undefined` for a route without parameters. */
export function openParams(route: Pick<Route, 'path' | 'auth' | 'resources'>): readonly string[] | undefined {
  const params = [...route.path.matchAll(/\[(?:\.{3})?([^\]]+)\]/g)].map(([, name = '']) => name)
  if (params.length === 0 || !isProtected(route)) return undefined
  return params.filter((param) => !route.resources?.some((one) => one.params.includes(param)))
}
