import type { Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { leavesOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { audienceOf, saysPublic } from './audience.ts'
import type { Making } from './find-made.ts'
import { type Identities, ownerOfEntry } from './identities.ts'
import { judgeChange } from './judge-change.ts'
import { isOfOne } from './path-nouns.ts'
import { makeRecord } from './making.ts'
import { changeBy } from './record-change.ts'
import type { Place } from './record-places.ts'
import { seeRecord } from './seen-records.ts'
import { makeReady } from './step-before.ts'

/** A change of records, and who makes them. */
interface OfShown {
  readonly place: Place
  readonly owner: User
  readonly other: User
  readonly identities: Identities
  readonly making: Making
  /** The action without which the owner may not do it. */
  readonly step: Route | undefined
}

/** The change of a record that its owner shows to all, or that is in such a record, by another user: who may read it may not change it. */
export async function tryShown(
  { place, owner, other, identities, making, step }: OfShown,
  world: Exploration,
): Promise<void> {
  const { route } = place
  const more = audienceOf(place.create, true)
  const isShownItself = Object.keys(more).length > 0
  const around = isShownItself ? {} : await paramsOfShown(place, owner, world)
  if (around === undefined || !isOfOne(route)) return
  const params = { ...making.params, ...around }
  const made = await makeReady(step, { place, owner, making: { ...making, params, more } }, world)
  const seen = made && (await seeRecord(place.read, owner, made.params, world))
  if (made === undefined || seen?.isGood !== true || (isShownItself && !saysPublic(seen))) return
  const change = await changeBy(other, { place, owner, made, params: made.params }, world)
  if (change === undefined) return
  const isNamed = leavesOfJson(seen.json).some(({ value }) => value === owner.name)
  const isOwned = isNamed || ownerOfEntry(seen.json, identities) === owner.name
  // The page of a wiki is for all, in every way.
  const refused = place.remove && (await world.ask({ route: place.remove, as: other, params: made.params }))
  if (change.changes.length > 0 && !(isOwned && (refused?.status === 403 || refused?.status === 404)))
    return world.question(
      route,
      `a user changes a record that ${owner.name} shows to all: on purpose? Write roles, ${route.key}: { allow: …, deny: rest }`,
    )
  const title = `a change of a record that ${owner.name} shows to all, sent by ${other.name}`
  const freely = 'changes a record that all may read: whose it is'
  judgeChange({ route, owner, other, ...change, variant: 'shown', title, freely }, world)
}

/** The values of the path of a record that is shown to all, for one in it; `undefined` where the run cannot make such a record. */
async function paramsOfShown(
  { within, outer = within?.param ?? '' }: Place,
  owner: User,
  world: Exploration,
): Promise<Making['params']> {
  const more = within === undefined ? {} : audienceOf(within.create, true)
  if (within === undefined || Object.keys(more).length === 0) return undefined
  const made = await makeRecord(within, owner, world, { more })
  const seen = made && (await seeRecord(within.read, owner, made.params, world))
  return made !== undefined && seen?.isGood === true && saysPublic(seen)
    ? { ...made.params, [outer]: made.id }
    : undefined
}
