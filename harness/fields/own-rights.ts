import type { BodyMember, Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { isUsersNoun, paramsOf } from '../whose/belongings.ts'
import { type Identities, traitsFor, valueIn } from '../whose/identities.ts'
import { judgeMember } from './taken-over.ts'

/** Members that say of a user what it may: the staff alone writes them. */
const RIGHTS = /^(?:is)?(?:admin|administrator|superuser|superadmin|staff)$|^(?:user)?roles?$/
/** Texts that name the staff, and no kind of customer. */
const STAFF = /admin|root|super|staff/i

/**
 * Changes of a user by itself with a parameter of the query that says what it may, with the value that users with a role have, and no user
 * without one. The value is one that the server has shown, and the document names the parameter, since the staff may write it.
 */
export async function exploreOwnRights(
  world: Exploration,
  throwaways: Throwaways,
  identities: Identities,
): Promise<void> {
  for (const route of world.routes) {
    const read = readOf(route, world)
    const members = route.inputs?.isInQuery === true ? route.inputs.body.filter(isRight) : []
    const isAsked = world.whyNot(route) === undefined && world.wants('field.write', route)
    if (read === undefined || members.length === 0 || !isAsked) continue
    const seen = await readUsers(read, world, identities)
    for (const member of members) {
      const leaf = staffValue(member, seen)
      const user = leaf && (await throwaways.make())
      if (leaf !== undefined && user !== undefined)
        await tryMember({ route, read, member, leaf, user }, world, identities)
    }
  }
}

function isRight({ path }: BodyMember): boolean {
  return RIGHTS.test(foldName(path.at(-1) ?? ''))
}

/** The operation that reads the user whom a change names: `GET` and `PUT /users/[id]`. */
function readOf({ method, path }: Route, { routes }: Exploration): Route | undefined {
  const [param, more] = paramsOf({ path })
  const steps = path.split('/')
  const isUser = steps.at(-1) === `[${param}]` && isUsersNoun(steps.at(-2) ?? '')
  if (!/^(?:PUT|PATCH)$/.test(method) || !isUser || more !== undefined) return undefined
  return routes.find((one) => one.method === 'GET' && one.path === path)
}

type Seen = readonly (readonly [user: User, answer: Answer])[]

/** Each user of the fixtures, as it reads itself. */
async function readUsers(read: Route, world: Exploration, identities: Identities): Promise<Seen> {
  const [param = ''] = paramsOf(read)
  const seen: (readonly [User, Answer])[] = []
  for (const user of world.users) {
    const [trait] = traitsFor(param, user.name, identities)
    const answer = trait && (await world.ask({ route: read, as: user, params: { [param]: trait.value } }))
    if (answer?.isGood === true) seen.push([user, answer])
  }
  return seen
}

/** The value that every user with a role has, and no other user; `undefined` where it is not of the staff. */
function staffValue({ path }: BodyMember, seen: Seen): Leaf | undefined {
  const name = foldName(path.at(-1) ?? '')
  const valuesOf = (hasRole: boolean): readonly (Leaf | undefined)[] =>
    seen
      .filter(([{ roles }]) => roles.length > 0 === hasRole)
      .map(([, { json }]) => leavesOfJson(json).find((leaf) => foldName(leaf.name) === name))
  const [[first, ...staff], others] = [valuesOf(true), valuesOf(false)]
  if (first === undefined || others.length === 0) return undefined
  const isStaff = first.value === true || (typeof first.value === 'string' && STAFF.test(first.value))
  const isTheirs = staff.every((leaf) => leaf?.value === first.value)
  const isNoOther = others.every((leaf) => leaf !== undefined && leaf.value !== first.value)
  return isStaff && isTheirs && isNoOther ? first : undefined
}

interface Trying {
  readonly route: Route
  readonly read: Route
  readonly member: BodyMember
  /** As a user with a role has it. */
  readonly leaf: Leaf
  readonly user: Made
}

async function tryMember(
  { route, read, member, leaf, user }: Trying,
  world: Exploration,
  identities: Identities,
): Promise<void> {
  const [param = ''] = paramsOf(route)
  const params = { [param]: valueIn(await identities.ask(user), user, param) }
  const before = await world.ask({ route: read, as: user, params })
  const own = leavesOfJson(before?.json).find(({ pointer }) => pointer === leaf.pointer)
  if (before?.isGood !== true || own === undefined || own.value === leaf.value) return
  const name = member.path.at(-1) ?? ''
  const sent = await world.ask({ route, as: user, params, query: { [name]: String(leaf.value) } })
  const after = await world.ask({ route: read, as: user, params })
  if (sent === undefined || after === undefined) return
  judgeMember(
    {
      row: 'field.write',
      route,
      title: `a change of a user by itself, with ${name} as the staff has it`,
      leaf: own,
      value: leaf.value,
      answers: [before, sent, after],
      after,
      read: 'when the user reads',
      cause: `lets a user write ${name} of itself, which says what it may: it is then as that of the staff`,
    },
    world,
  )
}
