import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../model/route.ts'
import { isOfOne, paramsOf } from './path-nouns.ts'
import { addedIn, changesIn } from '../ask/changes.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Identities } from './identities.ts'
import { type Collection, collectionOf } from './collections.ts'
import { type Place, placeOf } from './record-places.ts'
import { seeRecord } from './seen-records.ts'
import { audienceOf, saysPublic } from './audience.ts'
import { innerRecordsOf } from './inner-records.ts'
import { isForOthers, isHidden, isRefused, usersFor } from './hidden.ts'
import { isCommon } from './common-records.ts'
import { tryLists } from './list-writes.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Making } from './find-made.ts'
import { makeRecord } from './making.ts'
import { namedInBody } from './named-in-body.ts'
import { learnAddition } from './other-bodies.ts'
import type { User } from '../ask/users.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { foundShown, judgeChange, nameOf, type Seen, type Words } from './judge-change.ts'
import { type Changed, changeBy, type Sent } from './record-change.ts'
import { makeReady, stepBefore } from './step-before.ts'
import { askBelow } from './below-refused.ts'
import { tryShown } from './shown-records.ts'
import { nameIn } from './user-ids.ts'

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
  const places = world.routes.flatMap((route) => [
    ...[placeOf(route, world) ?? placeInBody(route, world) ?? []].flat(),
    ...innerPlaceOf(route, world),
  ])
  const collections = world.routes.flatMap((route) => collectionOf(route, world) ?? [])
  if (places.length + collections.length === 0) return
  const users = await usersFor(world, throwaways)
  if (users === undefined) return
  const { owner, ownerOf, strangerTo, peerOf } = users
  for (const place of places) {
    const maker = ownerOf(place)
    const other = strangerTo(place.route, maker)
    // Users without a role may do much with what others make for them, and change none of it.
    const isTried = maker === owner || (isOfOne(place.route) && place.of === undefined && !saysWho(place.route, world))
    if (other !== undefined && isTried) await tryPlace(place, { owner: maker, other, identities }, world)
    const peer = place.of === undefined ? await peerOf(place.route, maker) : undefined
    if (peer !== undefined && peer !== other)
      await tryBetweenPeers(place, { owner: maker, other: peer, identities }, world)
  }
  for (const collection of collections) {
    const other = strangerTo(collection.route)
    // A record of a user of the fixtures would stay.
    if (other !== undefined && owner.isThrowaway === true)
      await tryCollection(collection, { owner, other, identities }, world)
  }
}

/** Two users with one role, of different organisations: a record that the lists of the other one do not have is not shared. */
async function tryBetweenPeers(place: Place, between: Between, world: Exploration): Promise<void> {
  if (!world.wants('resource.write', place.route)) return
  const made = await makeRecord(place, between.owner, world, { stranger: between.other })
  if (made !== undefined && (await isHidden(place, made, between, world))) await tryPlace(place, between, world)
}

/** The records that an operation changes, and that are made in the body of others. */
function innerPlaceOf(route: Route, world: Exploration): readonly Place[] {
  const isApt = /^(?:PUT|PATCH|DELETE)$/.test(route.method) && route.auth !== null && world.whyNot(route) === undefined
  return [isApt ? innerRecordsOf(route, world) : undefined].flatMap((inner) => (inner ? [{ route, ...inner }] : []))
}

/** Whether the fixtures say who may: then users are asked as that says. */
function saysWho({ key }: Route, { fixtures }: Exploration): boolean {
  const said = fixtures.routes[key]
  return said !== undefined && said.isTaken !== true && said.allow.length + said.deny.length > 0
}

/** The records that an operation changes by an id in its body; others may where the document leaves it open. */
function placeInBody(route: Route, world: Exploration): Place | undefined {
  const named = route.auth === null || world.whyNot(route) !== undefined ? undefined : namedInBody(route, world)
  return named && { route, ...named.records, member: named.member }
}

interface Between {
  readonly owner: User
  readonly other: User
  readonly identities: Identities
}

/** The value of the parameter that names the user whom a record is below. */
async function userIn(
  { of, route }: Pick<Place, 'of' | 'route'>,
  { owner, identities }: Between,
): Promise<Readonly<Record<string, string>>> {
  if (of === undefined) return {}
  const who = await identities.ask(owner)
  return { [of]: nameIn(who, owner, of, route.path) }
}

/** An addition below a user, sent by another one; then the user looks. */
async function tryCollection({ route, list, of }: Collection, between: Between, world: Exploration): Promise<void> {
  const { owner } = between
  const as = route.auth === null ? undefined : between.other
  const params = await userIn({ of, route }, between)
  const look = (): Promise<Answer | undefined> => world.ask({ route: list, as: owner, params })
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true) return
  const send = (by: User | undefined): Promise<Answer | undefined> =>
    world.ask({ route, as: by, params, ...bodyOf(route, `${world.mark} added by ${nameOf(by)}`, world) })
  let sent = await send(as)
  let after = await look()
  if (sent === undefined || after === undefined) return
  let changes = addedIn(before, again, after)
  let own = changes.length > 0 ? undefined : await send(owner)
  if (
    own !== undefined &&
    (await learnAddition({ route, as: owner, params }, `${world.mark} added by ${nameOf(owner)}`, own, world)) !==
      undefined
  ) {
    const [next, same] = [await look(), await look()]
    ;[sent, after] = [(await send(as)) ?? sent, (await look()) ?? after]
    changes = next && same ? addedIn(next, same, after) : changes
    own = changes.length > 0 ? undefined : await send(owner)
  }
  judgeChange({ route, owner, other: as, sent, changes, own }, world)
}

async function tryPlace(place: Place, between: Between, world: Exploration): Promise<void> {
  const [{ route }, { owner }] = [place, between]
  const other = route.auth === null ? undefined : between.other
  const stranger = between.other
  const making = { params: await userIn(place, between), stranger }
  const { made, change, step } = await changeWhenReady(place, making, between, world)
  const idle = change && change.changes.length > 0 ? await idleChanges(place, owner, { ...making, step }, world) : []
  const seen = change && { ...change, changes: change.changes.filter((one) => !idle.includes(one)) }
  // A record that is worked at for a while changes when that is done, whatever was refused meanwhile.
  const isLate = seen !== undefined && seen.changes.length > 0 && seen.sent.status >= 400
  const settled = isLate ? await changeOfSettled(place, { ...making, step }, between, world) : undefined
  const direct = isLate ? (settled ?? { ...seen, changes: [] }) : seen
  if (made === undefined || direct === undefined) return
  if (place.inBody !== undefined) {
    const next = other && (await makeRecord(place, owner, world, making))
    const isTheirs = other && next && (await isHidden(place, next, { owner, other }, world))
    return isTheirs ? judge({ route, owner, other, ...direct, variant: 'inside' }, { place, made }, world) : undefined
  }
  const isByOthers = owner.isThrowaway !== true && other?.isThrowaway === true && route.method !== 'DELETE'
  if (isByOthers && direct.changes.length > 0 && !(await isHidden(place, made, { owner, other }, world)))
    return world.question(
      route,
      `a user without a role changes a record that ${owner.name} has made, and that users find in their lists: on purpose? Write roles, ${route.key}: { allow: …, deny: rest }`,
    )
  const common = (): Promise<boolean> => isOfAll(place, { ...making, step }, between, world)
  if (other !== undefined && isOfOne(route) && direct.changes.length > 0 && (await common()))
    return world.question(
      route,
      `a user changes a record that ${owner.name} has made, that the lists of others have, and that does not say whose it is: on purpose? Write roles, ${route.key}: { allow: …, deny: rest }`,
    )
  await judge({ route, owner, other, ...direct }, { place, made }, world)
  const { within } = place
  if (other === undefined || direct.changes.length > 0) return
  if (isOfOne(route)) await tryLists(place, { owner, other }, world, common)
  await tryShown({ place, ...between, making, step }, world)
  const isTaken = direct.sent.isGood && direct.own?.isGood === true
  if (isTaken && !isOfOne(route) && place.member === undefined) await askBelow(place, made, { owner, other }, world)
  if (within === undefined || !paramsOf(route).includes(within.param)) return
  // Who the outer record belongs to may be asked, and not whether the inner one is in it.
  const next = await makeReady(step, { place, owner, making: { stranger } }, world)
  const around = await makeRecord(within, other, world)
  if (next === undefined || around === undefined || next.params[within.param] === around.id) return
  const below = await changeBy(other, { place, owner, made: next, params: { ...next.params, ...around.params } }, world)
  if (below === undefined) return
  const title = `a change of a record of ${owner.name}, sent by ${other.name} below a record of their own`
  const freely = `changes the ${place.param} of another user below any ${within.param}: whose it is`
  await judge({ route, owner, other, ...below, variant: 'below-own', title, freely }, { place, made: next }, world)
}

/** The change by another user of a record that was made a while ago; `undefined` where the owner sees none. */
async function changeOfSettled(
  place: Place,
  { step, ...making }: MakingOf & Pick<ChangeOfMade, 'step'>,
  { owner, other }: Between,
  world: Exploration,
): Promise<Changed | undefined> {
  const made = await makeReady(step, { place, owner, making }, world)
  await wait(IDLE)
  const by = place.route.auth === null ? undefined : other
  const change = made && (await changeBy(by, { place, owner, made, params: made.params }, world))
  return change === undefined || change.changes.length === 0 ? undefined : change
}

/** Whether such records are of all users, as another one of the run shows. */
async function isOfAll(
  place: Place,
  { step, ...making }: MakingOf & Pick<ChangeOfMade, 'step'>,
  { owner, other }: Between,
  world: Exploration,
): Promise<boolean> {
  if (place.within !== undefined) return false
  const made = await makeReady(step, { place, owner, making: { ...making, isUsual: true } }, world)
  return made !== undefined && isCommon(place, made, { owner, other }, world)
}

/** Steps by which readers of a record leave something at it. */
const SOCIAL =
  /\/(?:react(?:ion)?s?|(?:un)?likes?|(?:up|down)?votes?|stars?|favou?rites?|bookmarks?|rat(?:e|ings?)|comments?|repl(?:y|ies))$/i

type MakingOf = Required<Pick<Making, 'params' | 'stranger'>>

interface ChangeOfMade {
  /** The action without which the owner may not do it. */
  readonly step?: Route | undefined
  readonly made: MadeRecord | undefined
  readonly change: Changed | undefined
}

/** The same, after the step without which the owner may not do it, where there is one. */
async function changeWhenReady(
  place: Place,
  making: MakingOf,
  between: Between,
  world: Exploration,
): Promise<ChangeOfMade> {
  const first = await changeOfMade(place, making, between, world)
  const { own } = first.change ?? {}
  if (own === undefined || own.isGood) return first
  const step = await stepBefore({ place, owner: between.owner, making, own }, world)
  return step === undefined ? first : { ...(await changeOfMade(place, making, between, world, step)), step }
}

/**
 * A record of the run, and its change by another user: one that is private where its owner can say so; where that is refused, one of which the owner says
 * nothing, and which the lists of others do not show.
 */
async function changeOfMade(
  place: Place,
  making: MakingOf,
  { owner, other: stranger }: Between,
  world: Exploration,
  step?: Route,
): Promise<ChangeOfMade> {
  const other = place.route.auth === null ? undefined : stranger
  const made = await makeReady(step, { place, owner, making }, world)
  const change = made && (await changeBy(other, { place, owner, made, params: made.params }, world))
  const isHeld = change !== undefined && change.changes.length === 0 && !change.isShown
  if (!isHeld || other === undefined || Object.keys(audienceOf(place.create, false)).length === 0)
    return { made, change }
  const usual = await makeReady(step, { place, owner, making: { ...making, isUsual: true } }, world)
  if (usual === undefined || !(await isHidden(place, usual, { owner, other }, world))) return { made, change }
  const seen = await seeRecord(place.read, owner, usual.params, world)
  if (seen?.isGood !== true || saysPublic(seen) || isForOthers(place.route) || SOCIAL.test(place.route.path))
    return { made, change }
  const second = await changeBy(other, { place, owner, made: usual, params: usual.params }, world)
  const isSeen = second !== undefined && (second.changes.length > 0 || second.isShown)
  return isSeen ? { made: usual, change: second } : { made, change }
}

/** A change that is seen, or an answer to it that holds the record where the other user is refused to read it. */
async function judge(
  { isShown, ...seen }: Seen & Partial<Words> & { readonly isShown: boolean },
  { place, made }: Pick<Sent, 'place' | 'made'>,
  world: Exploration,
): Promise<void> {
  const { route, owner, other, sent, changes, variant = 'answer' } = seen
  const isLeak = isShown && changes.length === 0 && other !== undefined
  if (!isLeak || !(await isRefused(place, made.params, { owner, other }, world))) return judgeChange(seen, world)
  const title = `the answer to a change of a record of ${owner.name}, sent by ${other.name}`
  const cause = `${route.key} answers with the record, which it does not change for another user: whose it is, is not asked before`
  const record = { owner, user: other }
  foundShown({ row: 'resource.other', route, variant, title, answers: [sent], record }, cause, world)
}

/** Milliseconds after which a record may have been worked on, for which no request asks. */
const IDLE = 500

/** Changes that the owner sees in a record without a request about it: a picture is drawn, a job begins. */
async function idleChanges(
  place: Place,
  owner: User,
  { step, ...making }: MakingOf & Pick<ChangeOfMade, 'step'>,
  world: Exploration,
): Promise<readonly string[]> {
  const made = await makeReady(step, { place, owner, making }, world)
  const look = async (): Promise<Answer | undefined> => made && seeRecord(place.read, owner, made.params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true) return []
  await wait(IDLE)
  const after = await look()
  return after === undefined ? [] : changesIn(before, again, after)
}
