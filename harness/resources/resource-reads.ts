import { describeOutcome } from '../check/stopped.ts'
import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import {
  askAt,
  isRead,
  leftOutOf,
  type Owned,
  type OwnedPlace,
  placesOf,
  recordsOf,
  type RecordParams,
  strangersTo,
} from './resource-places.ts'
import { otherWays } from '../ask/users.ts'
import { askExistence } from './resource-existence.ts'
import { exploreList, listsOf } from './resource-lists.ts'
import { writeProfiles } from './owned-fields.ts'
import { causeOf, givenTo, heldBy, thrownFor } from './resource-verdict.ts'
import { type Twin, twinsOf } from './resource-twins.ts'
import { exploreOwnedDeletions, exploreOwnedWrites } from './resource-writes.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fieldOf } from '../replay/response-reader.ts'
import { isSameRecord } from '../whose/operations.ts'

/** The records that the fixtures name: asked for by their owners, by each other user and without a credential; then changed. */
export async function exploreOwned(world: Exploration): Promise<void> {
  const resources = world.fixtures.resources ?? []
  const allowed = new Map<string, string>()
  for (const resource of resources) {
    const records = recordsOf(resource, world)
    const places = placesOf(resource, world)
    if (places.length === 0)
      world.notice(`no operation takes the id of ${resource.name}: say at: […] in the resources of the fixtures`)
    const left = leftOutOf(resource, world).filter((route) => world.wants('resource.other', route))
    if (left.length > 0)
      world.notice(
        `resources.${resource.name}.at of the fixtures names other paths, so these that declare it are not tried: ${left.map(({ key }) => key).join(', ')}`,
      )
    const causes = new Set<string>()
    for (const place of places.filter(isRead)) await exploreReads(resource, place, { records, causes, allowed }, world)
    for (const list of listsOf(resource, world)) await exploreList(resource, list, { records, causes }, world)
    const [cause] = causes
    if (cause !== undefined) allowed.set(resource.name, cause)
  }
  const spare = resources.filter(({ isSpare }) => isSpare)
  for (const resource of spare)
    await exploreOwnedWrites(resource, recordsOf(resource, world), allowed.get(resource.name), world)
  if (resources.length > 0) await writeProfiles(world)
  // Of all resources last, those that are written further down first: a record takes what is below it along.
  for (const resource of spare.toReversed())
    await exploreOwnedDeletions(resource, recordsOf(resource, world), allowed.get(resource.name), world)
}

/** One operation that is asked for records, with the answers of the owners. */
interface Asking {
  readonly resource: OwnedResource
  readonly place: OwnedPlace
  readonly records: readonly Owned[]
  readonly controls: ReadonlyMap<string, Answer>
  readonly causes: Set<string>
  readonly allowed: ReadonlyMap<string, string>
  readonly world: Exploration
}

/** Records of one resource, and the rules of it that are wrong, as far as is known. */
interface Known {
  readonly records: readonly Owned[]
  /** A `may` that says yes to others is the cause of what `filter` leaves in a list, too. */
  readonly causes: Set<string>
  /** By name, the causes of resources before: a record below one of them is reached through it. */
  readonly allowed: ReadonlyMap<string, string>
}

async function exploreReads(
  resource: OwnedResource,
  place: OwnedPlace,
  { records, causes, allowed }: Known,
  world: Exploration,
): Promise<void> {
  const controls = new Map<string, Answer>()
  for (const record of records) {
    const control = await askAt(place, record.owner, record.params, world)
    if (control !== undefined && judgeOwn(resource, place, record, control, world))
      controls.set(record.owner.name, control)
  }
  const asking = { resource, place, records, controls, causes, allowed, world }
  for (const record of records) {
    if (!controls.has(record.owner.name)) continue
    await askAnonymously(record, asking)
    for (const other of strangersTo(record.owner, place.route, resource, world)) await askAs(other, record, asking)
  }
  const [record] = records
  const [other] = record === undefined ? [] : strangersTo(record.owner, place.route, resource, world)
  if (record && other) await askExistence({ name: resource.name, place, record, other }, world)
}

/** Whether the owner gets it: without that, nothing of the others is proven. */
function judgeOwn(
  { name }: OwnedResource,
  { route }: OwnedPlace,
  { owner, params }: Owned,
  control: Answer,
  world: Exploration,
): boolean {
  const title = `${name} ${Object.values(params).join('/')} of ${owner.name}, asked for by ${owner.name}`
  const tried = { row: 'resource.own', route, variant: `${name}-${owner.name}`, title, answers: [control] } as const
  if (control.isGood) world.passed(tried)
  else {
    const stop = control.entry?.resources.find(({ outcome }) => outcome !== 'loaded')
    const why = stop === undefined ? '' : `: ${describeOutcome(stop)}`
    const remover = removerOf(params, world)
    const how =
      remover === undefined
        ? 'see resources in the fixtures'
        : `${remover.key} of this run has deleted it: give that another record in routes of the fixtures`
    world.inconclusive(tried, `${owner.name} gets ${control.status} for an own record${why}; ${how}`)
  }
  return control.isGood
}

/** The operation that deletes this record before it is asked for, since the fixtures name it there too. */
function removerOf(params: RecordParams, { routes, fixtures }: Exploration): Route | undefined {
  return routes.find(({ method, key }) => {
    const named = fixtures.routes[key]?.params ?? {}
    return (
      method === 'DELETE' &&
      Object.keys(named).length > 0 &&
      Object.keys(named).every((name) => named[name] === params[name])
    )
  })
}

async function askAnonymously({ owner, params }: Owned, asking: Asking): Promise<void> {
  const { resource, place, controls, world } = asking
  if (resource.shared[place.route.key]?.includes('anonymous')) return
  const answer = await askAt(place, undefined, params, world)
  const control = controls.get(owner.name)
  if (answer === undefined || control === undefined) return
  const title = `${resource.name} of ${owner.name}, asked for without a credential`
  const { route } = place
  const record = { owner, user: undefined, own: control }
  const tried = { row: 'resource.anonymous', route, variant: `${resource.name}-${owner.name}`, title, record } as const
  const given = givenTo({ resource, routes: world.routes, route, owner: owner.name, control, answer, own: [] })
  const answers = [control, answer] as const
  if (given === undefined) return world.passed({ ...tried, answers })
  const { got, cause } = given
  world.found({ ...tried, answers, got, cause, code: 'foreign', expected: '401' })
}

async function askAs(other: User, record: Owned, asking: Asking): Promise<void> {
  const { place, world } = asking
  const asIs = { row: 'resource.other', variant: '', params: record.params } as const
  if (await tryAs(other, record, asIs, asking)) return
  for (const way of otherWays(other, place.route))
    await tryAs(way, record, { ...asIs, variant: `-by-${way.credentials[0]?.authenticator}` }, asking)
  if (place.route.method === 'GET') {
    await tryHead(other, record, asking)
    await tryValidator(other, record, asking)
  }
  for (const [at, params] of mixedParams(other, record, asking).entries())
    await tryAs(other, record, { row: 'resource.nested', variant: `-${at + 1}`, params }, asking)
  const own = asking.records.find(({ owner }) => owner.name === other.name)?.params
  for (const { name, ...twin } of twinsOf(place, record.params, own)) {
    if (world.isOver()) return
    await tryAs(other, record, { row: 'resource.twin', variant: `-${name}`, ...twin }, asking)
  }
}

interface Try {
  readonly row: 'resource.other' | 'resource.nested' | 'resource.twin'
  readonly variant: string
  readonly params: RecordParams
  /** The spelling, in words; absent where the id is the record's own. */
  readonly how?: string
  /** A second id in the query. */
  readonly more?: Twin['more']
}

/** Asks as another user; whether the record was given. */
async function tryAs(
  other: User,
  record: Owned,
  { row, variant, params, how, more }: Try,
  asking: Asking,
): Promise<boolean> {
  const { resource, place, controls, world } = asking
  const { route } = place
  const { owner } = record
  const answer = await askAt(place, other, params, world, more)
  const control = controls.get(owner.name)
  if (answer === undefined || control === undefined) return false
  const own = controls.get(other.name)
  const asked = `${resource.name} ${Object.values(params).join('/')} of ${owner.name}, asked for by ${other.name}`
  const title = how === undefined ? asked : `${asked} with the id ${how},`
  const facts = { resource, routes: world.routes, route, owner: owner.name, control, answer, own: own ? [own] : [] }
  // Beside the id itself, what `may` said may be about another record; without an id it is about the one of who asks.
  const theirs = asking.records.find((one) => one.owner.name === other.name)?.params
  const isNamed = row === 'resource.other' && !isSameRecord(params, theirs ?? {})
  const given = isNamed ? givenTo(facts) : heldBy(facts)
  const note = given === undefined && answer.isGood ? 'not the record' : undefined
  const tried = {
    row,
    route,
    variant: `${resource.name}-${other.name}-${owner.name}${variant}`,
    title,
    answers: [control, answer],
    ...(row === 'resource.other' ? { record: { owner, user: other, own: control, note } } : {}),
  } as const
  if (given === undefined) {
    const thrown = row === 'resource.other' ? thrownFor(answer) : undefined
    if (thrown === undefined) world.passed(tried)
    else {
      const cause = `${thrown}: it throws for users who do not own the record, so that a mended line may let them in`
      world.found({
        ...tried,
        cause,
        code: 'accident',
        expected: 'a falsy value of may',
        got: `${answer.status}, and ${thrown}`,
      })
    }
    return false
  }
  const { got, isAllowed } = given
  const cause = isAllowed ? (throughIn(answer, asking) ?? given.cause) : given.cause
  if (isAllowed) asking.causes.add(cause)
  world.found({ ...tried, got, cause, code: 'foreign', expected: `an answer without what only ${owner.name} has` })
  return true
}

/** The cause of another resource that the record was reached through. */
function throughIn({ entry }: Answer, { resource, allowed }: Asking): string | undefined {
  const names = entry?.resources.map(({ name }) => name) ?? []
  const outer = names.slice(0, Math.max(0, names.indexOf(resource.name)))
  return outer.map((name) => allowed.get(name)).find((cause) => cause !== undefined)
}

/** A success of HEAD where GET was refused says that the record is there, and by what it is answered. */
async function tryHead(other: User, { owner, params }: Owned, { resource, place, world }: Asking): Promise<void> {
  const control = await askAt(place, owner, params, world, { method: 'HEAD' })
  const answer = await askAt(place, other, params, world, { method: 'HEAD' })
  if (control?.isGood !== true || answer === undefined) return
  const refused = await askAt(place, other, params, world)
  if (refused === undefined || refused.isGood) return
  const { route } = place
  const title = `HEAD for ${resource.name} of ${owner.name}, asked for by ${other.name}`
  const variant = `${resource.name}-${other.name}-${owner.name}-HEAD`
  const tried = { row: 'resource.other', route, variant, title, answers: [refused, answer] } as const
  if (!answer.isGood) return world.passed(tried)
  const asked = { ...route, key: `HEAD ${route.path}` }
  const cause = causeOf({ resource, routes: world.routes, route: asked, answer })
  world.found({ ...tried, cause, code: 'foreign', expected: `${refused.status}, as GET`, got: String(answer.status) })
}

/** An answer that nothing has changed (304) says that the record is there, and when it changes. */
async function tryValidator(other: User, { owner, params }: Owned, asking: Asking): Promise<void> {
  const { resource, place, controls, world } = asking
  const control = controls.has(owner.name) ? await askAt(place, owner, params, world) : undefined
  const tag = control && fieldIn(control, 'etag')
  if (control === undefined || tag === undefined) return
  const answer = await askAt(place, other, params, world, { headers: { 'If-None-Match': tag } })
  if (answer === undefined) return
  const title = `${resource.name} of ${owner.name}, asked for by ${other.name} with the If-None-Match of ${owner.name},`
  const variant = `${resource.name}-${other.name}-${owner.name}-if-none-match`
  const tried = { row: 'resource.other', route: place.route, variant, title, answers: [control, answer] } as const
  if (answer.status !== 304) return world.passed(tried)
  const cause = causeOf({ resource, routes: world.routes, route: place.route, answer })
  world.found({ ...tried, cause, code: 'foreign', expected: 'the refusal that comes without it', got: '304' })
}

function fieldIn({ replayed: { answer } }: Answer, name: string): string | undefined {
  return answer instanceof NoAnswer ? undefined : fieldOf(answer.headers, name)
}

/** An own parent with a foreign child, and the other way round; none for records with one parameter. */
function mixedParams(other: User, { params }: Owned, { records }: Asking): readonly RecordParams[] {
  const own = records.find(({ owner }) => owner.name === other.name)?.params
  const names = Object.keys(params)
  if (own === undefined || names.length < 2) return []
  return names.slice(1).flatMap((_, at) => {
    const outer = new Set(names.slice(0, at + 1))
    const mix = (first: RecordParams, second: RecordParams): RecordParams =>
      Object.fromEntries(names.map((name) => [name, (outer.has(name) ? first : second)[name] ?? '']))
    return [mix(own, params), mix(params, own)]
  })
}
