import { NO_FIXTURE } from '../model/fixtures.ts'
import { isFor, isProtected, type Route } from '../model/route.ts'
import { isSilent } from '../ask/standing.ts'
import { fillBody } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import { ownValues } from './field-write.ts'
import type { Identities } from '../whose/identities.ts'
import type { Inferred } from '../whose/inferred.ts'
import { idBeside, userIdAt } from '../whose/user-ids.ts'

/** Members that hold what a user may. */
const RIGHT = /^(?:user)?(?:roles?|type|group|level)$|^is(?:admin|staff|superuser)$|^(?:admin|staff|superuser)$/
/** Words for who looks after an application: to become one of the others may be for everybody, as buyers become sellers. */
const LOOKS_AFTER = /admin|staff|manager|moderator|super|root|operator|employee|internal|backoffice/i
/** Operations that are tried for one right, and values for one member. */
const MOST = 4

/** A member of a body that a document names, and the value that a user of the fixtures with more rights has there. */
interface Right {
  readonly leaf: Leaf
  readonly value: Leaf['value']
  readonly holder: User
  /** A user of the run as it is without it. */
  readonly plain: Made
}

interface Setting {
  readonly world: Exploration
  readonly people: Throwaways
  readonly identities: Identities
}

/**
 * A registration, and changes of a user by itself, with a member that the document names and that says what a user may. The value is
 * that of a user of the fixtures who may more. A finding where the user of the run may afterwards what it was refused before, and that is
 * for who looks after the application; a question where the member is merely stored.
 */
export async function exploreSaidRights(world: Exploration, { identities, people }: Inferred): Promise<void> {
  if (people === undefined || !world.mayWrite) return
  const places = world.routes.filter(
    (route) => namesRight(route) && (isRegistrationOf(route, world) || changesOwn(route, world)),
  )
  if (places.length === 0) return
  const setting = { world, people, identities }
  const plain = await people.make()
  const rights = plain === undefined ? [] : await rightsOf(plain, setting)
  for (const route of places)
    for (const right of rights.filter(({ leaf }) => memberAt(route, leaf.name) !== undefined)) {
      if (world.isOver()) return
      if (await tryRight(route, right, setting)) break
    }
}

function memberAt({ inputs }: Route, name: string): readonly string[] | undefined {
  return inputs?.body.find(({ path }) => foldName(path.at(-1) ?? '') === foldName(name))?.path
}

function namesRight({ inputs }: Route): boolean {
  return inputs?.body.some(({ path }) => RIGHT.test(foldName(path.at(-1) ?? ''))) === true
}

function isRegistrationOf(route: Route, { fixtures: { throwaway } }: Exploration): boolean {
  return throwaway !== undefined && isFor(route, throwaway.register)
}

/** Without an id, as `PATCH /me`, or by the id of the user. */
function changesOwn(route: Route, world: Exploration): boolean {
  const isOwn = /\/(?:me|self|profile|account|user|settings)$/i.test(route.path) || userIdAt(route, world) !== undefined
  return /^(?:PUT|PATCH)$/.test(route.method) && isProtected(route) && isOwn && world.whyNot(route) === undefined
}

async function rightsOf(plain: Made, { world, identities }: Setting): Promise<readonly Right[]> {
  const own = leavesOfJson((await identities.ask(plain))?.json).filter(({ name }) => RIGHT.test(foldName(name)))
  const found: Right[] = []
  for (const holder of own.length === 0 ? [] : world.users) {
    const leaves = leavesOfJson((await identities.ask(holder))?.json)
    for (const leaf of own) {
      const theirs = leaves.find(({ pointer }) => pointer === leaf.pointer)?.value
      if (theirs !== undefined && theirs !== leaf.value) found.push({ leaf, value: theirs, holder, plain })
    }
  }
  const each = new Map(found.map((right) => [`${right.leaf.pointer} ${String(right.value)}`, right]))
  return [...each.values()].slice(0, MOST)
}

/** @returns whether it was taken over */
async function tryRight(route: Route, right: Right, setting: Setting): Promise<boolean> {
  const { world, people, identities } = setting
  const { leaf, value, holder } = right
  const row = isRegistrationOf(route, world) ? 'field.register' : 'field.write'
  if (!world.wants(row, route)) return false
  const user =
    row === 'field.register' ? await people.make({ [leaf.name]: value }) : await changed(route, right, setting)
  const after = user && (await identities.ask(user))
  if (user === undefined || after?.isGood !== true) return false
  const got = leavesOfJson(after.json).find(({ pointer }) => pointer === leaf.pointer)?.value
  const tried = {
    row,
    route,
    variant: `${leaf.name}-said`,
    title: `${leaf.name} of ${holder.name} in the body, which the document names`,
    answers: [after],
  } as const
  if (got !== value) {
    world.passed(tried)
    return false
  }
  const gained = await gainedBy(user, right, world)
  const isOfStaff = LOOKS_AFTER.test(
    `${String(value)} ${leaf.name} ${holder.roles.join(' ')} ${gained?.route.key ?? ''}`,
  )
  if (gained === undefined || !isOfStaff) {
    world.passed(tried)
    const may = gained === undefined ? '' : `, and may then ${gained.route.key}`
    world.question(
      route,
      `any user sets ${leaf.name} to ${String(value)}, as ${holder.name} has it${may}: is that for them?`,
    )
    return true
  }
  world.found({
    ...tried,
    answers: [after, ...gained.answers],
    code: 'taken-over',
    expected: `${leaf.name} ${String(leaf.value)}, and ${gained.route.key} refused`,
    got: `${leaf.name} ${String(got)}, and ${gained.route.key} answers ${gained.answers[1].status}`,
    cause: `${route.key} writes what the body says a user may: ${leaf.name} makes any user one who may ${gained.route.key}`,
  })
  return true
}

/** A user of the run after the change, logged in again. */
async function changed(
  route: Route,
  { leaf, value }: Right,
  { world, people, identities }: Setting,
): Promise<Made | undefined> {
  const user = await people.make()
  const before = user && (await identities.ask(user))
  const path = memberAt(route, leaf.name)
  if (user === undefined || before?.isGood !== true || path === undefined) return undefined
  const param = userIdAt(route, world)
  const id = param === undefined ? undefined : idBeside(before, user)
  if (param !== undefined && id === undefined) return undefined
  const own = ownValues(before, user)
  const body = fillBody(route, (member, name) =>
    member.path === path ? value : member.isRequired ? own(member, name) : undefined,
  )
  const params = param === undefined || id === undefined ? {} : { params: { [param]: id } }
  await world.ask({ route, as: user, ...params, body })
  const credential = await people.logIn(user.name, user.password)
  return credential === undefined ? undefined : { ...user, credentials: [credential] }
}

interface Gained {
  readonly route: Route
  /** To the user without the right, and to the one with it. */
  readonly answers: readonly [Answer, Answer]
}

/** An operation that refuses users of the run, and takes the one with the right as far as the user of the fixtures who has it. */
async function gainedBy(user: Made, { holder, plain }: Right, world: Exploration): Promise<Gained | undefined> {
  const { fixtures } = world
  const guarded = world.routes.filter((route) => {
    const said = fixtures.routes[route.key] ?? NO_FIXTURE
    const isSaid = said.allow.length + said.deny.length > 0 && mayUse(holder.name, fixtures, said) === true
    const isForAll = route.as === undefined && route.kept === undefined
    return isSaid && isForAll && !endsSessions(route, fixtures) && world.whyNot(route) === undefined
  })
  const safest = guarded.toSorted((one, other) => costOf(one) - costOf(other))
  for (const route of safest.slice(0, MOST)) {
    const ask = (as: User): Promise<Answer | undefined> =>
      world.ask({ route, as, ...(route.spare === undefined ? {} : { params: route.spare }) })
    const refused = await ask(plain)
    if (refused === undefined || (refused.status !== 401 && refused.status !== 403)) continue
    const answer = await ask(user)
    if (answer === undefined || isSilent(answer.status)) continue
    if (answer.isGood || (await ask(holder))?.status === answer.status) return { route, answers: [refused, answer] }
  }
  return undefined
}

function costOf({ method }: Route): number {
  return ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].indexOf(method)
}
