import { HttpError } from '../base/errors.ts'
import { formatOperation } from '../model/operation.ts'
import type { DocsDevelopment, DocsFacts, DocsRequest, DocsRoute } from './docs-route.ts'
import type { AccessAnswer, AccessRun } from './page/configuration.ts'
import { isForeign, isFromDeveloper } from './docs-guard.ts'

/** The file below the folder of a project in which `svc test-auth` leaves what came, and `svc dev` looks for it. */
export const ACCESS_FILE = '.svc/access.json'

/** The answers of the last runs, by operation: for the page of the developer alone. */
export function accessRoute({ operations }: DocsFacts, development: DocsDevelopment): DocsRoute {
  const respond = (request: DocsRequest): Response => {
    if (!isFromDeveloper(request, development) || isForeign(request)) throw new HttpError(404)
    const { users = [], routes = {} } = development.readAccess?.() ?? {}
    const tested = operations.flatMap((operation) => {
      const route = routes[formatOperation(operation)]
      return route === undefined ? [] : [[operation.id, route] as const]
    })
    const answer: AccessAnswer = { users, routes: Object.fromEntries(tested) }
    return Response.json(answer, { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })
  }
  return { path: '/docs/access', guarded: true, respond }
}

/** The text of such a file; `undefined` for any other, such as that of another version. */
export function readAccessRun(text: string): AccessRun | undefined {
  try {
    const run: unknown = JSON.parse(text)
    if (!isObject(run) || !Array.isArray(run['users']) || !isObject(run['routes'])) return undefined
    const areUsers = run['users'].every((user: unknown) => isObject(user) && typeof user['name'] === 'string')
    return areUsers && Object.values(run['routes']).every(isTested) ? (run as unknown as AccessRun) : undefined
  } catch {
    return undefined
  }
}

function isTested(route: unknown): boolean {
  return (
    isObject(route) &&
    !Number.isNaN(Date.parse(String(route['at']))) &&
    isObject(route['cells']) &&
    Object.values(route['cells']).every((cell) => isObject(cell) && Array.isArray(cell['came']))
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
