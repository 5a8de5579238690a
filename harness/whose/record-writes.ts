import { othersOf, paramsOf } from './belongings.ts'
import { namelessFor } from '../ask/nameless.ts'
import { isRefusal } from '../ask/standing.ts'
import { addedIn, changesIn } from '../ask/changes.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { Answer, Exploration, Tried } from '../ask/exploration.ts'
import { type Identities, valueIn } from './identities.ts'
import { type Collection, collectionOf, type Place, placeOf, seeRecord } from './record-places.ts'
import { isForOthers, isRefused, type Pair } from './hidden.ts'
import { changeOf, type MadeRecord, makeRecord } from './making.ts'
import type { User } from '../ask/users.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { Route } from '../model/route.ts'
import { saysTaken } from '../text/says-taken.ts'

/**
 * Changes of a record by another user: `PUT`, `PATCH`, `DELETE /orders/[id]`, `POST /orders/[id]/cancel`, and additions below a user,
 * `POST /users/[id]/orders`. The owner makes a record for each of them, the other one sends the request, then the owner looks. An
 * operation below a user that the document leaves open is asked without a credential.
 */
export async function exploreRecordWrites(
  world: Exploration,
  throwaways: Throwaways | undefined,
  identities: Identities,
): Promise<void> {
  const places = world.routes.flatMap((route) => placeOf(route, world) ?? [])
  const collections = world.routes.flatMap((route) => collectionOf(route, world) ?? [])
  if (places.length + collections.length === 0) return
  const [made, second] = throwaways === undefined ? [] : [await throwaways.make(), await throwaways.make()]
  const [first] = world.users
  const owner: User | undefined = made ?? first
  if (owner === undefined) return
  const strangerTo = (route: Route): User | undefined => second ?? othersOf(owner, route, world)[0]
  for (const place of places) {
    const other = strangerTo(place.route)
    if (other !== undefined) await tryPlace(place, { owner, other, identities }, world)
  }
  for (const collection of collections) {
    const other = strangerTo(collection.route)
    // A record of a user of the fixtures would stay.
    if (other !== undefined && owner.isThrowaway === true)
      await tryCollection(collection, { owner, other, identities }, world)
  }
}

interface Between {
  readonly owner: User
  readonly other: User
  readonly identities: Identities
}

/** The value of the parameter that names the user whom a record is below. */
async function userIn(
  { of }: Pick<Place, 'of'>,
  { owner, identities }: Between,
): Promise<Readonly<Record<string, string>>> {
  return of === undefined ? {} : { [of]: valueIn(await identities.ask(owner), owner, of) }
}

/** An addition below a user, sent by another one; then the user looks. */
async function tryCollection({ route, list, of }: Collection, between: Between, world: Exploration): Promise<void> {
  const { owner } = between
  const as = route.auth === null ? undefined : between.other
  const params = await userIn({ of }, between)
  const look = (): Promise<Answer | undefined> => world.ask({ route: list, as: owner, params })
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true) return
  const send = (by: User | undefined): Promise<Answer | undefined> =>
    world.ask({ route, as: by, params, ...bodyOf(route, `${world.mark} added by ${nameOf(by)}`, world) })
  const sent = await send(as)
  const after = await look()
  if (sent === undefined || after === undefined) return
  const changes = addedIn(before, again, after)
  const own = changes.length > 0 ? undefined : await send(owner)
  judgeChange({ route, owner, other: as, sent, changes, own }, world)
}

function nameOf(user: User | undefined): string {
  return user?.name ?? 'anonymous'
}

async function tryPlace(place: Place, between: Between, world: Exploration): Promise<void> {
  const { route } = place
  const { owner } = between
  const other = route.auth === null ? undefined : between.other
  const stranger = between.other
  const made = await makeRecord(place, owner, world, { params: await userIn(place, between), stranger })
  const direct = made && (await changeBy(other, { place, owner, made, params: made.params }, world))
  if (made === undefined || direct === undefined) return
  judgeChange({ route, owner, other, ...direct }, world)
  const { within } = place
  if (other === undefined || direct.changes.length > 0) return
  if (direct.sent.isGood && !route.path.endsWith(']')) await askBelow(place, made, { owner, other }, world)
  if (within === undefined || !paramsOf(route).includes(within.param)) return
  // Who the outer record belongs to may be asked, and not whether the inner one is in it.
  const [next, around] = [await makeRecord(place, owner, world, { stranger }), await makeRecord(within, other, world)]
  const params = next && around && { ...next.params, ...around.params }
  const below = params && (await changeBy(other, { place, owner, made: next, params }, world))
  if (below === undefined || next?.params[within.param] === around?.params[within.param]) return
  const title = `a change of a record of ${owner.name}, sent by ${other.name} below a record of their own`
  const freely = `changes the ${place.param} of another user below any ${within.param}: whose it is`
  judgeChange({ route, owner, other, ...below, variant: 'below-own', title, freely }, world)
}

/** A write below a record that is refused to who sends it, taken with its id, not with one of no record, and seen nowhere. */
async function askBelow(place: Place, { params }: MadeRecord, pair: Pair, world: Exploration): Promise<void> {
  const { route } = place
  const { owner, other } = pair
  if (isForOthers(route) || !(await isRefused(place, params, pair, world))) return
  const send = async (as: User, at: Readonly<Record<string, string>>): Promise<boolean> => {
    const change = { text: `${world.mark} by ${as.name}`, record: undefined }
    return (await world.ask({ route, as, params: at, ...(await changeOf(route, as, change, world)) }))?.isGood === true
  }
  const isTaken = (await send(owner, params)) && (await send(other, params))
  if (!isTaken || (await send(other, namelessFor(params, world.mark)))) return
  const how = `Write roles, ${route.key}: { allow: [${other.isThrowaway === true ? '…' : other.name}] }`
  world.question(
    route,
    `takes a request about a record that ${place.read.key} refuses to who sends it: on purpose? ${how}`,
  )
}

/** A change of a record by another user, as its owner sees it; `undefined` where nothing is known. */
async function changeBy(
  other: User | undefined,
  { place, owner, made, params }: Sent,
  world: Exploration,
): Promise<Pick<Seen, 'sent' | 'changes' | 'own'> | undefined> {
  const { route, read } = place
  const look = (): Promise<Answer | undefined> => seeRecord(read, owner, made.params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true) return undefined
  const send = async (as: User | undefined, at: Readonly<Record<string, string>>): Promise<Answer | undefined> => {
    const change = { text: `${world.mark} by ${nameOf(as)}`, record: before.json }
    return world.ask({ route, as, params: at, ...(await changeOf(route, as, change, world, at)) })
  }
  const sent = await send(other, params)
  const after = await look()
  if (sent === undefined || after === undefined) return undefined
  const changes = changesIn(before, again, after)
  return { sent, changes, own: changes.length > 0 ? undefined : await send(owner, made.params) }
}

/** A change of a record of the run. */
interface Sent {
  readonly place: Place
  readonly owner: User
  readonly made: MadeRecord
  /** Of the path, as the other user sends it. */
  readonly params: Readonly<Record<string, string>>
}

/** How a change is called that is not of a record. */
interface Words {
  readonly title: string
  /** After `anonymous clients may …`. */
  readonly openly: string
  /** After the operation. */
  readonly freely: string
  /** Of the row, on its operation. */
  readonly variant: string
}

interface Seen {
  readonly route: Route
  readonly owner: User
  /** `undefined` for a request without a credential. */
  readonly other: User | undefined
  readonly sent: Answer
  readonly changes: readonly string[]
  /** The answer to the owner's own request; absent where the other one has done it. */
  readonly own: Answer | undefined
}

/** Judges a change by what the owner sees afterwards, and a refusal by whether the owner's own request is refused as well. */
export function judgeChange(
  { route, owner, other, sent, changes, own, variant, ...words }: Seen & Partial<Words>,
  world: Exploration,
): void {
  const {
    title = `a change of a record of ${owner.name}, sent ${other === undefined ? 'without a credential' : `by ${other.name}`}`,
    openly = 'what belongs to a user changes without a credential',
    freely = 'changes the record for any user who names its id: whose it is',
  } = words
  const note = changes.length > 0 ? 'changed' : sent.isGood ? 'unchanged' : undefined
  const record = { owner, user: other, own, note }
  const tried = {
    row: 'resource.write',
    route,
    title,
    answers: [sent],
    record,
    ...(variant === undefined ? {} : { variant }),
  } as const satisfies Tried
  if (changes.length > 0)
    return world.found({
      ...tried,
      code: 'changed',
      expected: 'nothing that the owner sees has changed',
      got: `${sent.status}, and ${changes.slice(0, 3).join(', ')}`,
      cause:
        other === undefined
          ? `anonymous clients may ${route.key}: ${openly}`
          : `${route.key} ${freely}, is not compared with who asks`,
    })
  if (saysTaken(sent))
    return world.inconclusive(tried, `${sent.status} says that there is such a record already: it refuses no user`)
  if (own?.isGood === true || isRefusal(sent)) return world.passed(tried)
  world.inconclusive(tried, `the owner's own request is answered with ${own?.status ?? 0}, so a refusal proves nothing`)
}
