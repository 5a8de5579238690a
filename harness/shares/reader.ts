import type { Answer, Exploration } from '../ask/exploration.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isCreation } from '../subject/creates.ts'
import { isForOthers } from '../whose/hidden.ts'
import { makeRecord } from '../whose/making.ts'
import { ownParams } from '../whose/operations.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { changeBy } from '../whose/record-change.ts'
import { type Place, placeOf } from '../whose/record-places.ts'
import { askToGive, endParams, giveTo, type SharedRecord, type Sharers, shareRecord, sees } from './shared-record.ts'
import type { Right, Sharing } from './sharing.ts'

/** Steps of paths by which users who read a record do something that is theirs: they write to it, mark it, leave it or copy it. */
const OF_READERS =
  /\/(?:comments?|suggestions?|annotations?|highlights?|answers?|repl(?:y|ies)|discussions?|threads?|reactions?|likes?|votes?|messages?|reviews?|ratings?|stars?|bookmarks?|favou?rites?|pins?|cop(?:y|ies)|clones?|forks?|duplicates?|exports?|leave|subscri\w+|follow\w*|watch\w*|seen|read|archives?|mute|notes?|notifications?|reports?)(?:\/|$)/i

/** The operations by which users change a record, and what is in it. */
export function changesOf({ records, place }: Sharing, world: Exploration): readonly Place[] {
  const isOfRecord = (one: Place): boolean =>
    one.create.key === records.create.key || one.within?.create.key === records.create.key
  return world.routes.flatMap((route) => {
    const isOther = route.path.startsWith(place) || OF_READERS.test(route.path) || isForOthers(route)
    const found = isOther || !isProtected(route) ? undefined : placeOf(route, world)
    return found !== undefined && isOfRecord(found) ? [found] : []
  })
}

/** The name of a change as another user sends it. */
interface Way {
  /** The row's variant. */
  readonly variant: string
  /** Who sends it, after `a change of a record of ann, by bob`. */
  readonly who: string
  readonly cause: (route: Route) => string
}

const TO_READ: Way = {
  variant: 'change',
  who: 'with whom it is shared to be read',
  cause: ({ key }) => `${key} is done for users with whom the record is shared to be read: what they may is not asked`,
}

/** Users with whom a record is shared to be read: they change it, give themselves another right, and give it to others. */
export async function tryReader(
  sharing: Sharing,
  right: Right,
  users: { readonly owner: User; readonly other: User; readonly third: User | undefined },
  sharers: Sharers,
): Promise<void> {
  const { world } = sharers
  const share = (): Promise<SharedRecord | undefined> => shareRecord(sharing, users, right.reads, sharers)
  const shared = await share()
  if (shared === undefined) return
  const places = changesOf(sharing, world)
  const isDeletion = ({ route }: Place): boolean => route.method === 'DELETE'
  for (const place of places.filter((one) => !isDeletion(one))) await tryChange(place, shared, TO_READ, sharers)
  await tryGiving(shared, right, users.third, sharers)
  for (const place of places.filter(isDeletion)) {
    const next = place.within === undefined ? await share() : shared
    if (next !== undefined) await tryChange(place, next, TO_READ, sharers)
  }
  // From here on it may be done with another right.
  const last = await share()
  if (last !== undefined) await tryRight(last, right, places, sharers)
}

/** A change, and what the owner sees of it. */
interface Effect {
  readonly sent: Answer
  /** In words; none where nothing has changed. */
  readonly changes: readonly string[]
  /** The answer to the owner's own request, where nothing has changed. */
  readonly own: Answer | undefined
}

/** A change of a shared record by a user, judged by what the owner sees of it. */
export async function tryChange(
  place: Place,
  shared: SharedRecord,
  way: Way,
  { world }: Sharers,
  row: 'share.reader' | 'share.ended' = 'share.reader',
): Promise<void> {
  const { route } = place
  const { owner, other, given } = shared
  if (!world.wants(row, route)) return
  const effect = await effectOf(place, shared, world)
  if (effect === undefined) return
  const { sent, changes, own } = effect
  const title = `a change of a record of ${owner.name}, by ${other.name}, ${way.who}`
  const record = { owner, user: other, own }
  const tried = { row, route, variant: way.variant, title, answers: [given, sent], record } as const
  if (changes.length > 0)
    world.found({
      ...tried,
      code: 'changed',
      expected: 'nothing that the owner sees has changed',
      got: `${sent.status}, and ${changes.slice(0, 3).join(', ')}`,
      cause: way.cause(route),
    })
  else if (own?.isGood === true || !sent.isGood) world.passed(tried)
  else world.inconclusive(tried, 'nothing that the owner sees has changed, and the answer is good')
}

async function effectOf(place: Place, shared: SharedRecord, world: Exploration): Promise<Effect | undefined> {
  const { route } = place
  const { owner, other, made, sharing } = shared
  const isInside = place.within !== undefined
  if (isCreation(route, world.routes) && paramsOf(route).length === Object.keys(made.params).length)
    return additionBy(route, shared, world)
  const target = isInside ? await makeRecord(place, owner, world, { params: made.params }) : made
  if (target === undefined) return undefined
  const at = isInside ? place : { ...place, read: sharing.records.read }
  const change = await changeBy(other, { place: at, owner, made: target, params: target.params }, world)
  return change && { sent: change.sent, changes: change.changes, own: change.own }
}

/** An addition to a record by a user, as the owner finds it afterwards. */
async function additionBy(
  route: Route,
  { owner, other, made, sharing }: SharedRecord,
  world: Exploration,
): Promise<Effect | undefined> {
  const text = `${world.mark} by ${other.name}`
  const list = world.routes.find(({ method, path }) => method === 'GET' && path === route.path) ?? sharing.records.read
  const look = (): Promise<Answer | undefined> => world.ask({ route: list, as: owner, params: made.params })
  const before = await look()
  const sent = await world.ask({ route, as: other, params: made.params, ...bodyOf(route, text, world) })
  const after = await look()
  if (sent === undefined || before?.isGood !== true || after?.isGood !== true) return undefined
  const isAdded = after.text.includes(text) && !before.text.includes(text)
  return { sent, changes: isAdded ? [`${list.key} has what ${other.name} has added`] : [], own: undefined }
}

/** A right to write that a user gives themselves, which counts where a change is done afterwards that was refused. */
async function tryRight(shared: SharedRecord, right: Right, places: readonly Place[], sharers: Sharers): Promise<void> {
  const { world } = sharers
  const { sharing, made, other, owner, name } = shared
  const place = places.find(({ route }) => route.method !== 'DELETE')
  const route = sharing.change ?? sharing.give
  if (place === undefined || !world.wants('share.reader', route)) return
  const first = await effectOf(place, shared, world)
  if (first === undefined || first.changes.length > 0) return
  const asks =
    sharing.change === undefined
      ? [askToGive(sharing, made, { by: other, right: right.writes, name }, world)]
      : (await endParams(shared, sharing.change, sharers)).map((params) => ({
          route,
          as: other,
          params: { ...made.params, ...params },
          body: { [right.name]: right.writes },
        }))
  for (const ask of asks) {
    const raised = await world.ask(ask)
    if (raised === undefined) return
    const then = raised.isGood ? await effectOf(place, shared, world) : undefined
    const title = `a right to write, which ${other.name}, with whom a record of ${owner.name} is shared to be read, gives themselves`
    const answers = then === undefined ? ([raised] as const) : ([raised, then.sent] as const)
    const tried = { row: 'share.reader', route, variant: 'right', title, answers } as const
    if (then === undefined || then.changes.length === 0) {
      if (!raised.isGood || then !== undefined) world.passed(tried)
      continue
    }
    return world.found({
      ...tried,
      code: 'changed',
      expected: 'a refusal',
      got: `${raised.status}, and ${place.route.key} is done afterwards, which it was not before`,
      cause: `${route.key} lets users with whom a record is shared to be read give themselves the right to write`,
    })
  }
}

/** A record that a user who may read it gives to a third one. */
async function tryGiving(
  { sharing, made, other, owner }: SharedRecord,
  right: Right,
  third: User | undefined,
  sharers: Sharers,
): Promise<void> {
  const { world } = sharers
  const { give } = sharing
  if (third === undefined || third.name === owner.name || !world.wants('share.reader', give)) return
  const before = await sees({ sharing, made }, third, world)
  if (before !== undefined) return
  const title = `a record of ${owner.name}, which ${other.name}, with whom it is shared to be read, gives to ${third.name}`
  const tried = { row: 'share.reader', route: give, variant: 'gives', title } as const
  let last: Answer | undefined
  for (const value of [right.writes, right.reads]) {
    const how = { by: other, right: value }
    const { given, shared: passed } = await giveTo(sharing, made, { owner, other: third }, how, sharers)
    if (given === undefined) return
    last = given
    if (passed === undefined) continue
    // Some let users pass on as much as they have.
    if (value === right.reads)
      return world.question(
        give,
        `lets users with whom a record is shared to be read give it to others to be read: may they?`,
      )
    return world.found({
      ...tried,
      answers: [given, passed.shown],
      code: 'foreign',
      expected: 'a refusal',
      got: `${given.status}, and ${third.name} gets the record`,
      cause: `${give.key} lets users with whom a record is shared to be read give it to others, to be changed as well`,
    })
  }
  if (last !== undefined) world.passed({ ...tried, answers: [last] })
}

/** A record in a shared one, which its owner has made for the run, and the operation that reads it there. */
export async function innerOf(
  { sharing, made, owner }: SharedRecord,
  world: Exploration,
): Promise<{ readonly inner: MadeRecord; readonly read: Route } | undefined> {
  const { records, place } = sharing
  for (const route of world.routes) {
    const isBelow = route.method === 'GET' && !route.path.startsWith(place) && paramsOf(route).length === 1
    if (!isBelow || !route.path.startsWith(`${records.read.path}/`)) continue
    const own = world.routes.flatMap((one) =>
      one.path.startsWith(`${route.path}/[`) ? (placeOf(one, world) ?? []) : [],
    )
    const nested = own.find((one) => one.within?.create.key === records.create.key)
    const inner = nested && (await makeRecord(nested, owner, world, { params: made.params }))
    const seen = inner && (await world.ask({ route, as: owner, params: ownParams(route, made.params, world) }))
    if (inner !== undefined && seen?.text.includes(inner.text) === true) return { inner, read: route }
  }
  return undefined
}
