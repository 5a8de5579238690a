import type { FixtureFile } from '../credentials/define.ts'
import type { Remark } from '../model/remark.ts'
import type { Route } from '../model/route.ts'
import { fieldOf, type RawResponse } from '../replay/response-reader.ts'
import { SocketTarget } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { endpointOf } from '../targets/targets.ts'
import { withoutSlash } from '../whose/path-nouns.ts'
import { isHarmlessRead } from './learn-failures.ts'
import type { Subject } from './subject.ts'

/** Paths that are asked for. */
const MOST = 80

interface Asked {
  readonly fixtures: FixtureFile
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Nothing is sent. */
  readonly dry: boolean
}

/**
 * Some servers send the client on from `/orders` to `/orders/`, or back, before they look at its credential (Gin, FastAPI, Django). Where the document
 * has the other path, its operations are asked for where they are: reads without parameters are asked for without a credential, and every
 * operation of such a path is.
 */
export async function withSlashes(
  subject: Subject,
  routes: readonly Route[],
  asked: Asked,
): Promise<{ readonly routes: readonly Route[]; readonly remarks: readonly Remark[] }> {
  if (asked.dry || subject.kind === 'local') return { routes, remarks: [] }
  const moved = await findMoved(subject, routes, asked)
  if (moved.size === 0) return { routes, remarks: [] }
  const paths = [...moved].map(([from, to]) => `${from} at ${to}`).join(', ')
  return {
    routes: routes.map((route) => ({ ...route, path: moved.get(route.path) ?? route.path })),
    remarks: [{ kind: 'notice', message: `the server sends clients on to a path with or without a slash: ${paths}` }],
  }
}

async function findMoved(
  { origin, traffic }: Extract<Subject, { kind: 'remote' }>,
  routes: readonly Route[],
  { fixtures, timeout }: Asked,
): Promise<ReadonlyMap<string, string>> {
  const reads = routes.filter((route) => isHarmlessRead(route, fixtures) && !route.path.includes('['))
  const target = new SocketTarget(endpointOf(origin, { traffic }), timeout, undefined)
  const moved = new Map<string, string>()
  try {
    for (const route of reads.slice(0, MOST)) {
      const answer = await answerAlone(plainRequest(route, undefined), target)
      if (answer === undefined) return moved
      const other = route.path.endsWith('/') ? withoutSlash(route.path) : `${route.path}/`
      if (other !== '' && leadsTo(answer, route.base + other, origin)) moved.set(route.path, other)
    }
    return moved
  } finally {
    await target.close()
  }
}

function leadsTo({ status, headers }: RawResponse, path: string, origin: string): boolean {
  const location = fieldOf(headers, 'location')
  if (![301, 302, 307, 308].includes(status) || location === undefined || !URL.canParse(location, origin)) return false
  return new URL(location, origin).pathname === path
}
