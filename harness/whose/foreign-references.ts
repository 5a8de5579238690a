import type { BodyMember, Route } from '../model/route.ts'
import { bodyOf, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, objectsOfJson } from '../ask/values.ts'
import { othersOf, paramsOf } from './belongings.ts'
import { isRefused, type Pair } from './hidden.ts'
import { type MadeRecord, makeRecord, referenceTo } from './making.ts'
import { nestedOf, type Records, recordsAt, recordsNamed } from './record-places.ts'
import { judgeChange } from './record-writes.ts'

/** An operation whose body names a record of another kind: `recipe_id` of `POST /comments`. */
interface Reference {
  readonly route: Route
  readonly member: BodyMember
  /** The operations on what is made, or changed. */
  readonly own: Records
  /** The operations on what is named. */
  readonly named: Records
}

/**
 * Creations and changes that name the record of another user, which who asks may not read. A finding where what is made then shows that
 * record, or where its owner finds what was made below it, in the record itself, or in the list of what was made.
 */
export async function exploreReferences(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const references = world.routes.flatMap((route) => referencesOf(route, world))
  if (references.length === 0) return
  const [made, second] = people === undefined ? [] : [await people.make(), await people.make()]
  const owner = made ?? world.users[0]
  if (owner === undefined) return
  for (const reference of references) {
    const other = second ?? othersOf(owner, reference.route, world)[0]
    if (world.isOver()) return
    if (other !== undefined) await tryReference(reference, { owner, other }, world)
  }
}

function referencesOf(route: Route, world: Exploration): readonly Reference[] {
  if (!/^(?:POST|PUT|PATCH)$/.test(route.method) || world.whyNot(route) !== undefined) return []
  if (!world.wants('resource.write', route) && !world.wants('resource.other', route)) return []
  const isChange = route.path.endsWith(']')
  const own = isChange ? (recordsAt(route, world) ?? nestedOf(route, world)) : recordsAround(route, world)
  if (own === undefined || (isChange && route.key === own.create.key)) return []
  return (route.inputs?.body ?? []).flatMap((member) => {
    const named = member.path.length > 1 ? undefined : recordsNamed(memberName(member), world)
    const isSame = named === undefined || named.create.key === own.create.key
    return isSame || named.create.key === own.within?.create.key ? [] : [{ route, member, own, named }]
  })
}

/** The operations on the records that a collection makes. */
function recordsAround({ method, path }: Route, world: Exploration): Records | undefined {
  const start = `${path.replace(/\/$/, '')}/[`
  const items = world.routes.filter((one) => one.path.startsWith(start) && one.path.endsWith(']'))
  const [item] = items.filter((one) => paramsOf(one).length === paramsOf({ path }).length + 1)
  return method === 'POST' && item ? (recordsAt(item, world) ?? nestedOf(item, world)) : undefined
}

async function tryReference(reference: Reference, pair: Pair, world: Exploration): Promise<void> {
  const { route, member, named } = reference
  const { owner, other } = pair
  const record = await makeRecord(named, owner, world, { stranger: other })
  // A record that both may read may be named by both.
  if (record === undefined || !(await isRefused(named, record.params, pair, world))) return
  const theirs = await world.ask({ route: named.read, as: owner, params: record.params })
  const id = theirs?.isGood === true ? referenceTo(idOf(theirs, record.id), member) : undefined
  const name = member.path[0] ?? ''
  const naming = id === undefined ? undefined : await nameBy(other, reference, { [name]: id }, world)
  if (naming === undefined) return
  const { made, sent } = naming
  const title = `a request by ${other.name} that names a record of ${owner.name} in ${name}`
  if (sent.isGood && sent.text.includes(record.text))
    return world.found({
      row: 'resource.other',
      route,
      variant: name,
      title,
      answers: [sent],
      record: { owner, user: other },
      code: 'foreign',
      expected: `an answer without what only ${owner.name} has`,
      got: `${sent.status} with what ${owner.name} has written`,
      cause: `${route.key} takes any record in ${name}, and what was made shows it: whose it is, is not compared with who asks`,
    })
  if (made === undefined && route.path.endsWith(']')) return
  const seen = made === undefined ? undefined : await seenBy(owner, { reference, record, made }, world)
  const control = seen === undefined ? await nameBy(owner, reference, { [name]: id }, world) : undefined
  judgeChange(
    {
      route,
      owner,
      other,
      sent,
      changes: seen === undefined ? [] : [`${owner.name} finds it with ${seen}`],
      own: control?.sent,
      variant: name,
      title,
      freely: `adds to any record that ${name} names: whose it is`,
    },
    world,
  )
}

/** A creation, or a change of an own record, that names a record; the record of who asks, or the answer where there is none. */
async function nameBy(
  as: User,
  { route, own }: Reference,
  more: Readonly<Record<string, unknown>>,
  world: Exploration,
): Promise<{ readonly made: MadeRecord | undefined; readonly sent: Answer } | undefined> {
  const isChange = route.path.endsWith(']')
  const made = await makeRecord(own, as, world, isChange ? {} : { more })
  if (isChange && made === undefined) return undefined
  const body = { ...bodyOf(route, made?.text ?? `${world.mark} text`, world).body, ...more }
  const changed = made && !isChange ? undefined : await world.ask({ route, as, params: made?.params ?? {}, body })
  const isDone = made !== undefined && changed?.isGood !== false
  const sent = isDone ? await world.ask({ route: own.read, as, params: made.params }) : changed
  return sent && { made, sent }
}

/** The operation with which the owner of a record finds what was made for it. */
async function seenBy(
  owner: User,
  {
    reference,
    record,
    made,
  }: { readonly reference: Reference; readonly record: MadeRecord; readonly made: MadeRecord },
  world: Exploration,
): Promise<string | undefined> {
  const { named, route } = reference
  const places = [{ route: named.read, params: record.params }, ...viewsOf(named, record, route, world)]
  for (const place of places) {
    const answer = await world.ask({ ...place, as: owner })
    if (answer?.isGood === true && holds(answer, made.id, world.mark)) return place.route.key
  }
  return undefined
}

/** The id of a record that has a name in its path, `slug`, and an id beside it. */
function idOf({ json }: Answer, named: string): string {
  const record = objectsOfJson(json).find((one) => Object.values(one).some((value) => String(value) === named))
  const { id } = record ?? {}
  return typeof id === 'string' || typeof id === 'number' ? String(id) : named
}

/** Where the owner of a record finds what was made for it: below it, and in the list of what is made. */
function viewsOf(
  named: Records,
  { params }: MadeRecord,
  { path }: Route,
  world: Exploration,
): readonly { readonly route: Route; readonly params?: Readonly<Record<string, string>> }[] {
  const reads = world.routes.filter((one) => one.method === 'GET' && world.whyNot(one) === undefined)
  const below = reads.filter(
    (one) => one.path.startsWith(`${named.read.path}/`) && paramsOf(one).join() === Object.keys(params).join(),
  )
  const list = reads.find((one) => one.path === path)
  return [...below.map((route) => ({ route, params })), ...(list === undefined ? [] : [{ route: list }])]
}

/** Whether what the run has made stands in an answer: an object with its id and the mark. */
function holds({ json }: Answer, id: string, mark: string): boolean {
  return objectsOfJson(json).some(
    (one) =>
      Object.entries(one).some(([name, value]) => foldName(name).endsWith('id') && String(value) === id) &&
      JSON.stringify(one).includes(mark),
  )
}
