import { isObject } from '../text/json.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { candidatesIn } from '../fields/field-write.ts'
import { OWNER_NAMES } from '../whose/identities.ts'
import { otherValue } from '../fields/registration.ts'
import { isProtected } from '../model/route.ts'
import {
  askAt,
  bodyOfFixture,
  type OwnChange,
  type Owned,
  type OwnedPlace,
  placesOf,
  strangersTo,
} from './resource-places.ts'
import { heldBy } from './resource-verdict.ts'
import { judgeMember, type SentMember } from '../fields/taken-over.ts'
import { foldName, leavesOfJson, valuesByPointer } from '../ask/values.ts'

/**
 * Changes of an own record with a member that answers have and the request has not, and with another value; then the owner reads.
 * Those that are written are one finding, and are written back.
 */
export async function writeFields({ resource, place, look, record, records, world }: OwnChange): Promise<void> {
  const { route } = place
  const { owner, params } = record
  const body = bodyOfFixture(route, world)
  if (!isObject(body) || place.in !== 'path' || !world.wants('field.write', route)) return
  const answers = await answersOf(look, records, world)
  const before = await askAt(look, owner, params, world)
  if (before?.isGood !== true) return
  const kept = new Set((world.fixtures.fields?.readOnly?.[route.key] ?? []).map(foldName))
  const isKept = (name: string): boolean => kept.has(foldName(name))
  const asked = [...(route.bodyNames ?? []), ...leavesOfJson(body).map(({ name }) => name)]
  const guessed = candidatesIn(before, asked).filter(({ name }) => !OWNER_NAMES.test(foldName(name)) && !isKept(name))
  const said = leavesOfJson(before.json).filter(({ name }) => isKept(name))
  const written: SentMember[] = []
  for (const leaf of [...said, ...guessed]) {
    const value = otherValue(leaf, { answers })
    if (value === undefined) continue
    const send = (to: unknown): Promise<Answer | undefined> =>
      world.ask({ route, as: owner, params, body: { ...body, [leaf.name]: to } })
    const sent = await send(value)
    const after = await askAt(look, owner, params, world)
    if (sent === undefined || after === undefined) return
    const member: SentMember = {
      row: 'field.write',
      route,
      variant: `${resource.name}-${owner.name}-${leaf.name}`,
      title: `a change of ${resource.name} of ${owner.name} with ${leaf.name}, which answers have and the request has not`,
      leaf,
      value,
      answers: [sent, after],
      after,
      read: `when ${owner.name} reads`,
      cause: 'writes members of the body into the record that it does not ask for, such as',
    }
    if (valuesByPointer(after.json).get(leaf.pointer) === value) {
      await send(leaf.value)
      written.push(member)
    } else judgeMember(member, world)
  }
  const [first] = written
  const names = written.map((one) => one.leaf.name).join(', ')
  if (first) judgeMember({ ...first, cause: `${first.cause} ${names}` }, world)
}

/** The answer to a change by the owner: nothing in it that only the record of another owner has. */
export async function readAnswer({ resource, place, look, record, records, world }: OwnChange): Promise<void> {
  const { route } = place
  const { owner, params } = record
  const sent = await askAt(place, owner, params, world)
  const own = await askAt(look, owner, params, world)
  if (sent?.isGood !== true || own?.isGood !== true) return
  const known = [own, { ...own, json: bodyOfFixture(route, world) }]
  const others = records.filter(({ owner: other }) =>
    strangersTo(other, route, resource, world).some(({ name }) => name === owner.name),
  )
  for (const { owner: other, params: theirs } of others) {
    const control = await askAt(look, other, theirs, world)
    if (control?.isGood !== true) continue
    const tried = {
      row: 'resource.other',
      route,
      variant: `${resource.name}-${owner.name}-${other.name}-answer`,
      title: `a change of ${resource.name} of ${owner.name}, sent by ${owner.name},`,
      answers: [sent],
    } as const
    const given = heldBy({
      resource,
      routes: world.routes,
      route,
      owner: other.name,
      control,
      answer: sent,
      own: known,
    })
    if (given === undefined) world.passed(tried)
    else {
      const cause = `${route.key} answers a change of one record with the record of another user`
      world.found({ ...tried, code: 'foreign', expected: `nothing of ${other.name}`, got: given.got, cause })
    }
  }
}

/**
 * Changes of a record without an id, such as the profile of the caller: a PUT or PATCH for which the fixtures have a body, and
 * beside it a GET of the same path. It is the record of the user who asks, also where no resource says so.
 */
export async function writeProfiles(world: Exploration): Promise<void> {
  const said = (world.fixtures.resources ?? []).flatMap((resource) => placesOf(resource, world))
  const [owner] = world.users
  for (const route of world.routes) {
    const { method, path, key } = route
    if (!/^(?:PUT|PATCH)$/.test(method) || path.includes('[') || world.fixtures.routes[key]?.body === undefined)
      continue
    if (owner === undefined || !isProtected(route) || said.some((place) => place.route.key === key)) continue
    const read = world.routes.find((one) => one.method === 'GET' && one.path === path && isProtected(one))
    if (read === undefined) continue
    const resource = { name: path.split('/').at(-1) ?? '', of: {}, marks: {}, shared: {}, isSpare: true }
    const [place, look] = [route, read].map((one) => ({ route: one, in: 'path', name: '' }) as const)
    const records = world.users.map((user) => ({ owner: user, params: {} }))
    if (place && look && records[0]) await writeFields({ resource, place, look, record: records[0], records, world })
  }
}

/** The records as their owners see them: values that a member may have. */
async function answersOf(look: OwnedPlace, records: readonly Owned[], world: Exploration): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const { owner, params } of records) {
    const answer = await askAt(look, owner, params, world)
    if (answer !== undefined) answers.push(answer)
  }
  return answers
}
