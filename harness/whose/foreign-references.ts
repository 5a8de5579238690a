import type { Route } from '../model/route.ts'
import { bodyOf, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, objectsOfJson, singular } from '../ask/values.ts'
import { isUsersNoun, lastNounOf, othersOf, paramsOf } from './belongings.ts'
import { type Records, recordsOf } from './record-places.ts'
import { createRecord, judgeChange } from './record-writes.ts'

/** A creation whose body names a record of another kind: `recipe_id` of `POST /comments`. */
interface Reference {
  readonly route: Route
  /** As the document spells it. */
  readonly member: string
  /** The operations on what is made. */
  readonly own: Records
  /** The operations on what is named. */
  readonly named: Records
}

/**
 * Creations that name the record of another user, which who asks may not read. A finding where the owner of that record then finds what was
 * made below it, in the record itself, or in the list of what was made.
 */
export async function exploreReferences(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const references = world.routes.flatMap((route) => referencesOf(route, world))
  if (references.length === 0) return
  const [made, second] = people === undefined ? [] : [await people.make(), await people.make()]
  const [first] = world.users
  const owner = made ?? first
  if (owner === undefined) return
  for (const reference of references) {
    const other = second ?? othersOf(owner, reference.route, world)[0]
    if (world.isOver()) return
    if (other !== undefined) await tryReference(reference, owner, other, world)
  }
}

function referencesOf(route: Route, world: Exploration): readonly Reference[] {
  if (route.method !== 'POST' || paramsOf(route).length > 0 || !world.wants('resource.write', route)) return []
  const own = recordsAround(route.path, world)
  if (own === undefined || world.whyNot(route) !== undefined) return []
  return (route.inputs?.body ?? []).flatMap((member) => {
    const [, noun] = /^(.{3,}?)(?:uu)?id$/.exec(memberName(member)) ?? []
    if (noun === undefined || member.path.length > 1 || isUsersNoun(noun)) return []
    const items = world.routes.filter((one) => one.method === 'GET' && paramsOf(one).length === 1)
    const [named] = items.flatMap((one) => (singular(lastNounOf(one)) === noun ? (recordsOf(one, world) ?? []) : []))
    return named === undefined || named.create.key === route.key
      ? []
      : [{ route, member: member.path[0] as string, own, named }]
  })
}

/** The operations on the records that a collection makes. */
function recordsAround(collection: string, world: Exploration): Records | undefined {
  const start = `${collection.replace(/\/$/, '')}/[`
  const item = world.routes.find(
    (one) => one.method === 'GET' && one.path.startsWith(start) && paramsOf(one).length === 1 && one.path.endsWith(']'),
  )
  return item && recordsOf(item, world)
}

async function tryReference(
  { route, member, own, named }: Reference,
  owner: User,
  other: User,
  world: Exploration,
): Promise<void> {
  const id = await createRecord(named, owner, world, { stranger: other })
  if (id === undefined) return
  const params = { [named.param]: id }
  const [theirs, foreign] = [
    await world.ask({ route: named.read, as: owner, params }),
    await world.ask({ route: named.read, as: other, params }),
  ]
  // A record that both may read may be named by both.
  if (theirs?.isGood !== true || foreign === undefined || foreign.isGood) return
  const more = { [member]: idOf(theirs, id) }
  const places = [{ route: named.read, params }, ...viewsOf(named, id, route, world)]
  const look = async (made: string): Promise<string | undefined> => {
    for (const place of places) {
      const answer = await world.ask({ ...place, as: owner })
      if (answer?.isGood === true && holds(answer, made, world.mark)) return place.route.key
    }
    return undefined
  }
  const made = await createRecord(own, other, world, { more })
  const seen = made === undefined ? undefined : await look(made)
  const sent =
    made === undefined
      ? await world.ask({ route, as: other, body: { ...bodyOf(route, `${world.mark} text`, world).body, ...more } })
      : await world.ask({ route: own.read, as: other, params: { [own.param]: made } })
  if (sent === undefined) return
  const controlId = seen === undefined ? await createRecord(own, owner, world, { more }) : undefined
  const control =
    controlId === undefined
      ? undefined
      : await world.ask({ route: own.read, as: owner, params: { [own.param]: controlId } })
  judgeChange(
    {
      route,
      owner,
      other,
      sent,
      changes: seen === undefined ? [] : [`${owner.name} finds it with ${seen}`],
      own: control,
      title: `a creation by ${other.name} that names a record of ${owner.name} in ${member}`,
      freely: `adds to any record that ${member} names: whose it is`,
    },
    world,
  )
}

/** The id of a record that has a name in its path, `slug`, and an id beside it. */
function idOf({ json }: Answer, named: string): string | number {
  const record = objectsOfJson(json).find((one) => Object.values(one).some((value) => String(value) === named))
  const { id } = record ?? {}
  return typeof id === 'string' || typeof id === 'number' ? id : named
}

/** Where the owner of a record finds what was made for it: below it, and in the list of what is made. */
function viewsOf(
  named: Records,
  id: string,
  { path }: Route,
  world: Exploration,
): readonly { readonly route: Route; readonly params?: Readonly<Record<string, string>> }[] {
  const reads = world.routes.filter((one) => one.method === 'GET' && world.whyNot(one) === undefined)
  const below = reads.filter(
    (one) => one.path.startsWith(`${named.read.path}/`) && paramsOf(one).join() === named.param,
  )
  const list = reads.find((one) => one.path === path)
  return [
    ...below.map((route) => ({ route, params: { [named.param]: id } })),
    ...(list === undefined ? [] : [{ route: list }]),
  ]
}

/** Whether what the run has made stands in an answer: an object with its id and the mark. */
function holds({ json }: Answer, id: string, mark: string): boolean {
  return objectsOfJson(json).some(
    (one) =>
      Object.entries(one).some(([name, value]) => foldName(name).endsWith('id') && String(value) === id) &&
      JSON.stringify(one).includes(mark),
  )
}
