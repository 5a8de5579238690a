import type { RequestData } from '../model/request.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Answer, Exploration, Tried, User } from '../ask/exploration.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { escaped } from '../text/made-of-facts.ts'
import type { Identities } from '../whose/identities.ts'
import { paramsOf } from '../whose/path-nouns.ts'

/** Reads that are tried at most: a cache stands before all of them, or before none. */
const MOST = 6
/** Ends of paths that caches and routers take for files, which are the same for every client. */
const ENDS = ['/%.css', '.css?%', ';%.css'] as const

/**
 * Web cache deception (RFC 9111 section 7.1): a user is led to `/me/a.css`, which the server answers as `/me` and a cache before it, or in it, keeps for all since
 * it looks like a file. Asked first without a credential, then by the user, then once more without: what comes then was kept.
 */
export async function exploreCachedCopies(world: Exploration, identities: Identities): Promise<void> {
  const [user] = world.users
  if (user === undefined) return
  const reads = [...new Set([...identities.whoami, ...world.routes.filter(isPlainRead)])]
  const apt = reads.filter(
    (route) =>
      isProtected(route) &&
      !endsSessions(route, world.fixtures) &&
      world.whyNot(route) === undefined &&
      world.wants('cache.copy', route),
  )
  for (const route of apt.slice(0, MOST)) if (!world.isOver()) await tryEnds(route, user, { world, identities })
}

function isPlainRead(route: Route): boolean {
  return route.method === 'GET' && paramsOf(route).length === 0
}

interface Found {
  readonly world: Exploration
  readonly identities: Identities
}

async function tryEnds(route: Route, user: User, { world, identities }: Found): Promise<void> {
  const own = await world.ask({ route, as: user })
  const plain = await world.ask({ route, as: undefined })
  if (own?.isGood !== true || plain === undefined || plain.isGood) return
  const shown = ownTexts(user, identities)
  const isOfUser = ({ isGood, text }: Answer): boolean => isGood && shown.some((value) => value.test(text))
  if (!isOfUser(own)) return
  let clean: Tried | undefined
  for (const end of ENDS) {
    const before = await world.send(endingIn(plain.request, end, world.mark))
    const asked = await world.send(endingIn(own.request, end, world.mark))
    if (before === undefined || asked === undefined) return
    // The router takes the path for another one, or gives it to every client.
    if (isOfUser(before) || !isOfUser(asked)) continue
    const after = await world.send(before.request)
    if (after === undefined) return
    const title = `${end.replace('%', 'a')} behind the path, without a credential, after a user has asked for it`
    const tried = { row: 'cache.copy', route, title, answers: [before, asked, after] } as const
    if (!isOfUser(after)) {
      clean = tried
      continue
    }
    world.left(`the answer to ${user.name} in a cache: ${after.request.target}`)
    return world.found({
      ...tried,
      code: 'accepted',
      expected: `${before.status}, as before the user had asked`,
      got: `${after.status}, and the answer to ${user.name}`,
      cause: `a cache keeps the answers of ${route.key} where the path ends like a file, and gives that of one user to every client`,
    })
  }
  if (clean !== undefined) world.passed(clean)
}

/** The values that no other user has, as whole words: an answer with one is about that user. */
function ownTexts({ name }: User, identities: Identities): readonly RegExp[] {
  const values = [name, ...(identities.of.get(name) ?? []).map(({ value }) => value)]
  return [...new Set(values)].map((value) => new RegExp(`(?<!\\w)${escaped(value)}(?!\\w)`))
}

function endingIn(request: RequestData, end: string, mark: string): RequestData {
  const [path = '', query] = request.target.split('?')
  const longer = `${path.replace(/\/$/, '')}${end.replace('%', mark)}`
  return { ...request, target: query === undefined ? longer : `${longer}${longer.includes('?') ? '&' : '?'}${query}` }
}
