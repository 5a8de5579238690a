import { numbered } from '../model/row-name.ts'
import { isSafeMethod } from '../../server/internal.ts'
import { withHeader, withQuery } from '../subject/place.ts'
import { plainRequest } from '../subject/plain-request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import type { Probe } from './probe-row.ts'

/** Paths that are public in most applications, for those whose own are not known. */
const USUAL = ['/login', '/public', '/static', '/docs', '/health', '/favicon.ico']
const MOST = 3
const REWRITING = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Original-Uri', 'X-Forwarded-Path']

const IN_ADDRESS = 'public paths are looked for anywhere in the address, its query included'
const REWRITTEN = 'the guard looks at the address of the request, the router at a header that a proxy is meant to write'

/** Public routes of the same application, named where the guard may look: in the query, or with this one in a header. */
export function publicProbes({ input, route }: RouteSubject): readonly Probe[] {
  const open = input.routes
    .filter(
      ({ auth, method, key }) => (auth === null || auth === undefined) && isSafeMethod(method) && key !== route.key,
    )
    .map((one) => plainRequest(one, input.fixtures.routes[one.key]))
  const paths = [...new Set(open.map(({ target }) => target.split('?')[0] ?? ''))].slice(0, MOST)
  const ends = paths.length === 0 ? USUAL.slice(0, 1) : paths
  return [
    ...ends.map((end, at): Probe => ({
      name: 'path.public-query',
      ...numbered(at),
      title: `a query that ends in the path ${end}`,
      cause: IN_ADDRESS,
      cwe: 288,
      request: (request) => [...USUAL, ...paths, end].reduce((one, path) => withQuery(one, `svc=${path}`), request),
    })),
    ...open.slice(0, 1).map((visit): Probe => ({
      name: 'path.public-rewritten',
      isElsewhere: true,
      title: `the public path ${visit.target} with the path in X-Original-URL`,
      cause: `${REWRITTEN} (CVE-2018-14773)`,
      cwe: 441,
      request: (request) =>
        REWRITING.reduce((one, field) => withHeader(one, field, request.target), { ...request, target: visit.target }),
    })),
  ]
}
