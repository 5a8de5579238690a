import type { OwnedResource } from '../model/fixtures.ts'
import type { Answer, Exploration, Tried, User } from '../ask/exploration.ts'
import {
  askAt,
  bodyOfFixture,
  isRead,
  lookAt,
  lookFor,
  type OwnChange,
  type Owned,
  type OwnedPlace,
  placesOf,
  strangersTo,
} from './resource-places.ts'
import { causeOf, type Given, givenTo } from './resource-verdict.ts'
import { isRefusal } from '../ask/standing.ts'
import { addedIn, changesIn } from '../ask/changes.ts'
import { askBelow, readBelow } from './resource-below.ts'
import { writeTwins } from './body-twins.ts'
import { readAnswer, writeFields } from './owned-fields.ts'
import { countAfter, countBefore, countCreation } from './resource-counts.ts'
import { isObject } from '../text/json.ts'
import { OWNER_NAMES } from '../whose/identities.ts'
import { foldName } from '../ask/values.ts'
import { saysTaken } from '../text/says-taken.ts'

/**
 * Changes of records that the fixtures say may be changed: by each other user, then, where that was refused, what only the owner
 * can try.
 */
export async function exploreOwnedWrites(
  resource: OwnedResource,
  records: readonly Owned[],
  allowed: string | undefined,
  world: Exploration,
): Promise<void> {
  const places = placesOf(resource, world).filter((place) => !isRead(place) && !isDeletion(place))
  for (const place of places) {
    const look = lookFor(place, resource, world)
    for (const record of records.filter(isNamed))
      await changeAsOthers({ resource, place, look, record, records, allowed, world })
  }
  for (const place of places.filter(({ route }) => /^(?:PUT|PATCH)$/.test(route.method))) {
    const look = lookFor(place, resource, world)
    if (look === undefined) continue
    for (const record of records) {
      const change = { resource, place, look, record, records, world }
      for (const part of [giveAway, writeFields, readAnswer, writeTwins]) await part(change)
    }
  }
  // Where a record can be deleted, that shows what counts it.
  const [record] = records
  if (record && !placesOf(resource, world).some(isDeletion)) await countCreation(resource, record, world)
}

/** Deletions: by each other user, then one by its owner. */
export async function exploreOwnedDeletions(
  resource: OwnedResource,
  all: readonly Owned[],
  allowed: string | undefined,
  world: Exploration,
): Promise<void> {
  const records = all.filter(isNamed)
  const look = lookAt(resource, world)
  for (const place of placesOf(resource, world).filter(isDeletion)) {
    for (const record of records) await changeAsOthers({ resource, place, look, record, records, allowed, world })
    const [record] = records
    if (look && record) await deleteOwn({ resource, place, look, record, records, world })
  }
}

function isDeletion({ route }: OwnedPlace): boolean {
  return route.method === 'DELETE'
}

/** A record that no parameter names is the caller's own, for every user. */
function isNamed({ params }: Owned): boolean {
  return Object.keys(params).length > 0
}

async function changeAsOthers(change: Change): Promise<void> {
  const { record, place, resource, world } = change
  for (const other of strangersTo(record.owner, place.route, resource, world)) await changeAs(other, change)
}

interface Change extends Omit<OwnChange, 'look'> {
  readonly look: OwnedPlace | undefined
  /** The cause of reads by others, where `may` said yes to them: what asks it by `get` and `filter` is open too. */
  readonly allowed: string | undefined
}

async function changeAs(other: User, { resource, place, look, record, allowed, world }: Change): Promise<void> {
  const { route } = place
  const { owner, params } = record
  const see = async (): Promise<Answer | undefined> =>
    look === undefined ? undefined : askAt(look, owner, params, world)
  const [before, again] = [await see(), await see()]
  const sent = await askAt(place, other, params, world)
  if (sent === undefined) return
  const after = await see()
  const tried = {
    row: 'resource.write',
    route,
    variant: `${resource.name}-${other.name}-${owner.name}`,
    title: `a change of ${resource.name} of ${owner.name}, sent by ${other.name}`,
    answers: [sent],
    record: { owner, user: other },
  } as const satisfies Tried
  if (before !== undefined && !before.isGood)
    return world.inconclusive(
      tried,
      `${owner.name} gets ${before.status} for it before the change, so nothing is proven`,
    )
  const isSeen = before !== undefined && again?.isGood && after !== undefined
  const changes = isSeen ? [...changesIn(before, again, after), ...addedIn(before, again, after)] : []
  const control = before ?? sent
  const got = givenTo({ resource, routes: world.routes, route, owner: owner.name, control, answer: sent, own: [] })
  const given = got && { ...got, cause: got.isAllowed ? got.cause : (allowed ?? got.cause) }
  if (changes.length > 0) {
    const cause =
      given?.cause ?? allowed ?? `${route.key} does not ask the resource ${resource.name} whose the record is`
    const got = `${sent.status}, and ${changes.slice(0, 3).join(', ')}`
    return world.found({ ...tried, cause, code: 'changed', expected: 'nothing that the owner sees has changed', got })
  }
  if (given !== undefined) return reportGiven(tried, given, other, world)
  if (sent.isGood) return judgeAlike(other, { resource, place, record, world }, tried, sent)
  judgeRefusal(tried, sent, await ownOf({ place, record, world }, sent), world)
}

/** A request that was let through, and changed nothing that is seen: it may have answered with the record. */
function reportGiven(tried: Tried, { got, cause, isHeld }: Given, other: User, world: Exploration): void {
  const expected = `a refusal, as for a record that ${other.name} does not have`
  if (isHeld) world.found({ ...tried, row: 'resource.other', got, cause, code: 'foreign', expected })
  else world.found({ ...tried, got, cause, code: 'changed', expected })
}

/** The owner's own request, where only that says whether a refusal is one; it is not sent for what a resource refused. */
async function ownOf(
  { place, record, world }: Pick<Change, 'place' | 'record' | 'world'>,
  sent: Answer,
): Promise<Answer | undefined> {
  const isProven = sent.isGood || isRefusal(sent) || isStopped(sent)
  return isProven || place.route.method === 'DELETE' ? undefined : askAt(place, record.owner, record.params, world)
}

/** Whether a resource refused the request. */
export function isStopped({ entry }: Answer): boolean {
  return entry?.resources.some(({ outcome }) => outcome !== 'loaded') === true
}

/**
 * A success that changes nothing that is seen: what the owner gets, and an id that is not there does not get, was done with the
 * record. What any id gets, and the owner does not, holds nothing of it.
 */
async function judgeAlike(
  other: User,
  { resource, place, record, world }: Pick<Change, 'resource' | 'place' | 'record' | 'world'>,
  tried: Tried,
  sent: Answer,
): Promise<void> {
  const { owner, params } = record
  const { route } = place
  const [param = '', id = ''] = Object.entries(params).at(-1) ?? []
  const none = [...id].toReversed().join('') === id ? `${id}0` : [...id].toReversed().join('')
  const isDeletion = route.method === 'DELETE'
  const own = isDeletion ? undefined : await askAt(place, owner, params, world)
  const absent = isDeletion ? undefined : await askAt(place, other, { ...params, [param]: none }, world)
  if (own?.isGood === true && absent !== undefined) {
    const isOwn = own.text.replaceAll(id, '') === sent.text.replaceAll(id, '')
    const isAny = absent.isGood && absent.text.replaceAll(none, '') === sent.text.replaceAll(id, '')
    if (isOwn && !isAny) {
      const cause = causeOf({ resource, routes: world.routes, route, answer: sent })
      const got = `${sent.status} with the answer that ${owner.name} gets, and ${absent.status} for an id that is not there`
      const expected = `a refusal, as for a record that ${other.name} does not have`
      return world.found({ ...tried, row: 'resource.other', got, cause, code: 'foreign', expected })
    }
    if (isAny && !isOwn) return world.passed(tried)
  }
  world.passed(tried)
  const title = tried.title ?? ''
  world.question(route, `${title} is answered with ${sent.status}, and changes nothing that is seen`)
}

function judgeRefusal(tried: Tried, sent: Answer, own: Answer | undefined, world: Exploration): void {
  if (saysTaken(sent))
    return world.inconclusive(tried, `${sent.status} says that there is such a record already: it refuses no user`)
  if (own !== undefined && !own.isGood)
    return world.inconclusive(tried, `the owner gets ${own.status} as well, so a refusal proves nothing`)
  world.passed(tried)
}

/** A change by the owner that names the other as the owner: members that answers have, with the other's values. */
async function giveAway({ resource, place, look, record, records, world }: OwnChange): Promise<void> {
  const { owner, params } = record
  const other = records.find((one) => one.owner.name !== owner.name)
  const own = await askAt(look, owner, params, world)
  if (other === undefined) return
  const theirs = await askAt(look, other.owner, other.params, world)
  if (!own?.isGood || !theirs?.isGood || !isObject(own.json) || !isObject(theirs.json)) return
  const body = bodyOfFixture(place.route, world)
  if (!isObject(body)) return
  for (const [name, value] of Object.entries(own.json)) {
    const wanted = theirs.json[name]
    if (!OWNER_NAMES.test(foldName(name)) || typeof wanted !== typeof value || wanted === value || name in body)
      continue
    if (typeof wanted !== 'string' && typeof wanted !== 'number') continue
    const ask = { route: place.route, as: owner, params }
    const sent = await world.ask({ ...ask, body: { ...body, [name]: wanted } })
    if (sent === undefined) return
    const [after, there] = [await askAt(look, owner, params, world), await askAt(look, other.owner, params, world)]
    const tried = {
      row: 'resource.owner',
      route: place.route,
      variant: `${resource.name}-${owner.name}-${name}`,
      title: `a change of ${resource.name} of ${owner.name} that says ${name}: ${wanted}`,
      answers: [sent],
    } as const
    const isTaken = [after, there].some((seen) => isObject(seen?.json) && seen.json[name] === wanted)
    if (!isTaken) world.passed(tried)
    else {
      const cause = `${place.route.key} takes ${name} from the body`
      world.found({ ...tried, cause, code: 'taken-over', expected: `${name} as before`, got: `${name}: ${wanted}` })
      await world.ask({ ...ask, as: other.owner, body: { ...body, [name]: value } })
    }
  }
}

/** A record that its owner deleted: gone where it was read. */
async function deleteOwn({ resource, place, look, record, world }: OwnChange): Promise<void> {
  const { owner, params } = record
  const counted = await countBefore(resource, record, world)
  const below = await readBelow(resource, record, world)
  const sent = await askAt(place, owner, params, world)
  if (sent?.isGood !== true) return
  await countAfter(resource, record, counted, 'deleted', world)
  const after = await askAt(look, owner, params, world)
  if (after === undefined) return
  const title = `${resource.name} of ${owner.name}, after ${owner.name} deleted it`
  const variant = `${resource.name}-${owner.name}`
  world.passed({ row: 'resource.gone', route: look.route, variant, title, answers: [sent, after] })
  if (after.isGood)
    return world.question(
      look.route,
      `${title}, is answered with ${after.status}: is a deletion meant to leave it there?`,
    )
  await askBelow(below, { title, variant, sent }, world)
}
