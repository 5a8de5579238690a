import { asking } from '../ask/asking.ts'
import { usersOf } from '../ask/users.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import { isProtected, type Route } from '../model/route.ts'
import { SocketTarget } from '../replay/target.ts'
import { sendAlone } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { endpointOf } from '../targets/targets.ts'
import { knowingCallers } from '../whose/callers.ts'
import type { Subject } from './subject.ts'

interface Asked {
  readonly subject: Subject
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Nothing is sent. */
  readonly dry: boolean
}

/**
 * Generated documents may call all values of a query required, and `?all=true&userId=1` is then refused to every user but one with a role. Reads
 * without other parameters are asked for as a user; where that is refused, and taken without the query, none is sent from then on.
 */
export async function withoutNeedlessQuery(
  routes: readonly Route[],
  fixtures: Fixtures,
  { subject, timeout, dry }: Asked,
): Promise<{ readonly routes: readonly Route[]; readonly remarks: readonly Remark[] }> {
  const [as] = usersOf(fixtures)
  const reads = routes.filter((route) => mayBeNeedless(route, fixtures))
  if (dry || subject.kind === 'local' || as === undefined || reads.length === 0) return { routes, remarks: [] }
  const target = new SocketTarget(endpointOf(subject.origin, subject), timeout, undefined)
  const plain = asking({ send: (request) => sendAlone(request, target) }, { routes, fixtures, mayWrite: false })
  const ask = knowingCallers({ routes, fixtures, ask: plain.ask })
  const bare = new Map<string, Route>()
  try {
    for (const route of reads) {
      const { status = 0 } = (await ask({ route, as })) ?? {}
      const without = isRefusedFor(status) ? withoutQuery(route) : undefined
      if (without !== undefined && (await ask({ route: without, as }))?.isGood === true) bare.set(route.key, without)
    }
  } finally {
    await target.close()
  }
  if (bare.size === 0) return { routes, remarks: [] }
  const names = reads.filter(({ key }) => bare.has(key)).map(nameOf)
  const message = `refused to ${as.name} with the query that the document asks for, and answered without it, so sent without: ${names.join(', ')}`
  return {
    routes: routes.map((route) => bare.get(route.key) ?? route),
    remarks: [{ kind: 'notice', message: `${message}. Say query in the routes of the fixtures to send one` }],
  }
}

function mayBeNeedless(route: Route, fixtures: Fixtures): boolean {
  const fixture = fixtures.routes[route.key]
  const isSaid = Object.keys(fixture?.query ?? {}).length > 0 || fixture?.unsafe === 'never'
  const isList = route.method === 'GET' && !route.path.includes('[') && isProtected(route) && !destroysByName(route)
  return isList && !isSaid && Object.keys(route.sample?.query ?? {}).length > 0
}

/** A fault of the request, or of who sends it. */
function isRefusedFor(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

function withoutQuery(route: Route): Route | undefined {
  return route.sample && { ...route, sample: { ...route.sample, query: {} } }
}

function nameOf({ key, sample }: Route): string {
  return `${key} (${Object.keys(sample?.query ?? {}).join(', ')})`
}
