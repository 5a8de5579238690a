import type { RequestData } from '../model/request.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isProtected, type Route } from '../model/route.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { ATTACKER } from './cross-site.ts'
import { credentialsOn } from './holders.ts'

/** An origin that is nearly another one. */
interface NearOrigin {
  readonly title: string
  readonly origin: string
}

/** Origins that begin or end as one does: such names are for sale. Empty for any other text. */
export function nearOrigins(origin: string): readonly NearOrigin[] {
  if (!URL.canParse(origin)) return []
  const { protocol, hostname, port } = new URL(origin)
  const at = port === '' ? '' : `:${port}`
  // A longer name before the own one may be a host of the same owner.
  const site = hostname.split('.').slice(-2).join('.')
  return [
    { title: 'an Origin that begins like the own one', origin: `${protocol}//${hostname}.attacker.example${at}` },
    { title: 'an Origin that ends like the own one', origin: `${protocol}//attacker${site}${at}` },
  ]
}

const FIELDS = ['origin', 'referer'] as const

/**
 * Operations to which the fixtures send an `Origin` or a `Referer`: a credential that is good for one page only. Where a page of another site is
 * refused, one whose name is nearly the own one is refused, too.
 */
export async function exploreNearOrigins(world: Exploration): Promise<void> {
  for (const route of world.routes) {
    const { headers = {} } = world.fixtures.routes[route.key] ?? {}
    const field = FIELDS.find((one) => Object.keys(headers).some((name) => name.toLowerCase() === one))
    if (field === undefined || !isProtected(route) || endsSessions(route, world.fixtures)) continue
    if (world.whyNot(route) !== undefined) continue
    if (world.wants('origin.near', route) && !world.isOver()) await tryOrigins(route, field, world)
  }
}

async function tryOrigins(route: Route, field: (typeof FIELDS)[number], world: Exploration): Promise<void> {
  const own = await firstGood(route, world)
  if (own === undefined) return
  const said = own.request.headers.find(([name]) => name.toLowerCase() === field)?.[1] ?? ''
  const path = field === 'referer' ? '/' : ''
  const foreign = await world.send(withField(own.request, field, `${ATTACKER}${path}`))
  // It may be read for another reason than to know who asks.
  if (foreign === undefined || foreign.isGood) return
  let last = foreign
  for (const { title, origin } of nearOrigins(said)) {
    const answer = await world.send(withField(own.request, field, `${origin}${path}`))
    if (answer === undefined) return
    last = answer
    if (!answer.isGood) continue
    return world.found({
      row: 'origin.near',
      route,
      title: `a good credential with ${title}`,
      answers: [foreign, answer],
      code: 'accepted',
      expected: `a refusal, as with another site: ${foreign.status}`,
      got: `${answer.status} with ${origin}`,
      cause: `${route.key} compares a part of the origin of the page, and pages of other sites pass with ${title}. Compare the whole Origin`,
    })
  }
  world.passed({ row: 'origin.near', route, answers: [foreign, last] })
}

async function firstGood(route: Route, world: Exploration): Promise<Answer | undefined> {
  for (const { as } of credentialsOn(route, world)) {
    const own = await world.ask({ route, as })
    if (own?.isGood === true) return own
  }
  return undefined
}

function withField(request: RequestData, field: string, value: string): RequestData {
  return {
    ...request,
    headers: request.headers.map(([name, text]) => [name, name.toLowerCase() === field ? value : text] as const),
  }
}
