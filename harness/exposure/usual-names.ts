import { pathsOf, type Route } from '../model/route.ts'

/** Usual names of what is not for every client; none of them destroys. */
// oxfmt-ignore
const NAMES: readonly string[] = [
  '.env', '.git/config', '.git/HEAD', '_debug', '_profiler', 'actuator', 'actuator/env', 'actuator/health', 'actuator/heapdump',
  'actuator/mappings', 'admin', 'admin/config', 'admin/stats', 'admin/users', 'api-docs', 'backup', 'backup.sql', 'config', 'config.json',
  'console', 'debug', 'debug/config', 'debug/pprof/', 'debug/users', 'debug/vars', 'dump', 'env', 'graphiql', 'graphql', 'h2-console', 'heapdump', 'info',
  'internal', 'internal/metrics', 'internal/users', 'jolokia', 'log', 'logging', 'logs', 'manage', 'metrics', 'phpinfo.php', 'private', 'profiler',
  'prometheus', 'public/config.json', 'server-info', 'server-status', 'settings', 'stats', 'status', 'swagger.json', 'swagger-ui.html', 'test', 'trace', 'version',
]
/** Those that an application has below a prefix of its own: files and settings for its pages are not among them. */
// oxfmt-ignore
const NAMES_BELOW: readonly string[] = [
  '_debug', 'actuator', 'actuator/env', 'admin', 'admin/config', 'admin/stats', 'admin/users', 'backup', 'debug', 'debug/config', 'debug/users', 'dump', 'env',
  'internal', 'internal/users', 'logging', 'logs', 'manage', 'metrics', 'private', 'trace', 'users/all', 'users/debug',
]
/** Operations that have to lie below a prefix: fewer may be one collection and its actions. */
const SHARED_BY = 3
/** Prefixes at most. */
const PREFIXES = 3

/** Names that are asked for below one prefix. */
export interface Below {
  /** Empty for the root. */
  readonly prefix: string
  readonly targets: readonly string[]
}

/**
 * The usual names at the root, at each base, and below the prefixes that documented paths share; the values of documented parameters
 * are left out. At most 56 for each base, and 23 for each of three prefixes.
 */
export function usualNames(routes: readonly Route[]): readonly Below[] {
  const bases = [...new Set(routes.map(({ base }) => base)).add('')]
  const prefixes = sharedPrefixes(routes.map(wholeOf)).filter((prefix) => !bases.includes(prefix))
  const isKnown = documented(routes)
  const below = (prefix: string, names: readonly string[]): Below => ({
    prefix,
    targets: names.map((name) => `${prefix}/${name}`).filter((target) => !isKnown(target)),
  })
  return [...bases.map((base) => below(base, NAMES)), ...prefixes.map((prefix) => below(prefix, NAMES_BELOW))]
}

/** Whether a target is a documented read: by its path, or as a value of its parameter. */
function documented(routes: readonly Route[]): (target: string) => boolean {
  const patterns = routes.filter(({ method }) => method === 'GET').map((route) => pathsOf(wholeOf(route)))
  return (target) => patterns.some((pattern) => pattern.test(target))
}

/**
 * `/api` and `/api/v1` of `/api/v1/dogs` and `/api/v1/cats/[id]`, those of the most operations first. What has a parameter as its next
 * step is a collection: names below it are records.
 */
function sharedPrefixes(paths: readonly string[]): readonly string[] {
  const below = new Map<string, readonly string[]>()
  for (const path of paths) {
    const steps = path.split('/').slice(1)
    for (let at = 1; at < Math.min(steps.length, 4); at++) {
      const prefix = `/${steps.slice(0, at).join('/')}`
      if (!prefix.includes('[')) below.set(prefix, [...(below.get(prefix) ?? []), steps[at] ?? ''])
    }
  }
  return [...below]
    .filter(([, next]) => next.length >= SHARED_BY && !next.some((step) => step.includes('[')))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([prefix]) => prefix)
    .slice(0, PREFIXES)
}

function wholeOf({ base, path }: Route): string {
  return base + path
}
