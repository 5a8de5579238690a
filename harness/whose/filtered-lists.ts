import { isOfMost } from '../ask/rights.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, isTelling, leavesOfJson, standsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import type { Json } from '../text/json.ts'
import { isGivenNothing } from './hidden.ts'
import { foundShown } from './judge-change.ts'
import { type Entry, entriesIn } from './made-by-run.ts'
import { isOfOne, listedNounOf, paramsOf, withoutSlash } from './path-nouns.ts'
import type { Reading } from './reading.ts'

/** Lists as long as this may be pages of longer ones. */
const PAGES: ReadonlySet<number> = new Set([10, 12, 15, 20, 24, 25, 30, 50, 100, 200, 500, 1000])
/** Folded parameters that ask for more than the own records, and those that ask for these alone. */
const ALL = /^(?:all|everyone|everybody|global|includeall|showall|scope|view)$/
const OWN = /^(?:mine|own|my|onlymine|onlyown|me|self)$/
/** Users, and values of one parameter. */
const MOST = 3

/** A list that is narrowed to who asks, and the operation that reads one of its records. */
interface Narrowed {
  readonly list: Route
  readonly read: Route
  readonly param: string
}

/**
 * A filter of a list gives a part of it, and no more: asked for with the values that records of another user have, it must not show these, where the
 * records themselves are refused.
 */
export async function exploreFilters(world: Exploration, reading: Reading): Promise<void> {
  for (const list of world.routes) {
    const narrowed = narrowedOf(list, world)
    if (narrowed === undefined || world.isOver()) continue
    const users = world.users.filter((user) => isOfMost(user, world.users)).slice(0, MOST)
    for (const user of users)
      for (const owner of users.filter((one) => one !== user))
        await tryFilters(narrowed, { user, owner }, world, reading)
  }
}

function narrowedOf(list: Route, world: Exploration): Narrowed | undefined {
  const isAsked = list.method === 'GET' && paramsOf(list).length === 0 && world.wants('resource.list', list)
  const start = `${withoutSlash(list.path)}/[`
  const read = isAsked
    ? world.routes.find(
        (one) => one.method === 'GET' && one.path.startsWith(start) && isOfOne(one) && paramsOf(one).length === 1,
      )
    : undefined
  const [param] = read === undefined ? [] : paramsOf(read)
  const hasFilters = (list.inputs?.query ?? []).length > 0 && world.whyNot(list) === undefined
  return read === undefined || param === undefined || !hasFilters ? undefined : { list, read, param }
}

interface Between {
  readonly user: User
  readonly owner: User
}

async function tryFilters(
  { list, read, param }: Narrowed,
  { user, owner }: Between,
  world: Exploration,
  reading: Reading,
): Promise<void> {
  const [own, theirs] = [user, owner].map((one) =>
    reading.of(list).find(({ as, isGood }) => isGood && as?.name === one.name),
  )
  if (own === undefined || theirs === undefined || world.hasFound(list)) return
  const entriesOf = ({ json }: Answer): readonly Entry[] => entriesIn(json, param, listedNounOf(list))
  const known = new Set(entriesOf(own).map(({ id }) => id))
  const foreign = entriesOf(theirs).filter(({ id }) => !known.has(id))
  const [first] = foreign
  if (first === undefined || PAGES.has(known.size)) return
  const ask = (as: User): Promise<Answer | undefined> => world.ask({ route: read, as, params: { [param]: first.id } })
  const [control, refused] = [await ask(owner), await ask(user)]
  if (control?.isGood !== true || refused === undefined || !isGivenNothing(refused, control)) return
  for (const name of list.inputs?.query ?? [])
    for (const value of valuesFor(
      name,
      foreign.map(({ entry }) => entry),
    )) {
      const answer = await world.ask({ route: list, as: user, query: { [name]: value } })
      if (answer?.isGood !== true) continue
      const tried = {
        row: 'resource.list',
        route: list,
        variant: `filter.${name}.${user.name}.${owner.name}`,
        title: `the list with ${name}=${value}, by ${user.name}, where ${read.key} refuses a record of ${owner.name}`,
        answers: [own, answer],
        record: { owner, user, own: theirs },
      } as const
      const more = entriesOf(answer).find(({ id }) => id === first.id)?.entry
      // Taken places of a calendar say nothing of who has them.
      const isMore = leavesOfJson(control.json).some(
        (leaf) =>
          isTelling(leaf.value) &&
          ![first.id, value].includes(String(leaf.value)) &&
          !reading.knows(user.name, leaf.value) &&
          standsIn(more)(leaf),
      )
      if (!isMore) {
        world.passed(tried)
        continue
      }
      const cause = `${list.key} gives any user records of others where ${name} asks for them, which ${read.key} refuses: whose they are, is not asked`
      return foundShown(tried, cause, world)
    }
}

/** The values that records of another user have where a parameter is called as one of their members. */
function valuesFor(name: string, entries: readonly Json[]): readonly string[] {
  const folded = foldName(name)
  if (ALL.test(folded)) return ['true', 'all']
  if (OWN.test(folded)) return ['false']
  const short = folded.replace(/id$/, '')
  const values = entries.flatMap((entry) =>
    Object.entries(entry).flatMap(([member, value]) => {
      const own = foldName(member)
      const isNamed = own === folded || (short.length > 2 && own.replace(/id$/, '') === short)
      return isNamed && (typeof value === 'string' || typeof value === 'number') && value !== '' ? [String(value)] : []
    }),
  )
  return [...new Set(values)].slice(0, MOST)
}
