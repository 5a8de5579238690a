import { isSafeMethod } from '../../server/internal.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { domainOf, fillBody, isOwnId, isPasswordName, memberName, ownId } from '../ask/bodies.ts'
import { judgeChange } from '../whose/judge-change.ts'
import type { Answer, Ask, Exploration } from '../ask/exploration.ts'
import type { Identities } from '../whose/identities.ts'
import { idOf, namingOf, userIdAt } from '../whose/user-ids.ts'
import { newPassword, type Made, type Throwaways } from '../ask/throwaways.ts'
import { isStaffStep, widerQuery } from '../ask/rights.ts'
import { foldName, isTime, type Leaf, leavesOfJson } from '../ask/values.ts'

/** Names of members and parameters that name a user by the name that they log in with. */
export const NAMES: ReadonlySet<string> = new Set(['username', 'user', 'name', 'login', 'userid', 'account'])
const CHANGES_PASSWORD =
  /(?<![a-z])(?:change|update|set|edit|new)[-_]?passw|passw(?:or)?d[-_/]?(?:change|update)|\/passw(?:or)?d$/i
const USERS = /^(?:users?|accounts?|profiles?|members?|customers?)$/i

/**
 * Changes of one user by another: `PUT /users/[username]/password`, `PUT /profile` with a name in the body. Both are made for
 * the run, anew for each operation, so that no user of the fixtures is changed. An operation that the document leaves open is asked without a
 * credential.
 */
export async function exploreUserWrites(
  world: Exploration,
  throwaways: Throwaways,
  identities: Identities,
): Promise<void> {
  for (const route of world.routes) {
    if (isSafeMethod(route.method) || world.whyNot(route) !== undefined) continue
    // Forms that strangers fill in are open; changes and deletions of users are not, and what the staff does with them.
    const isStaffs = route.path.split('/').some(isStaffStep)
    if (route.auth === null && !isStaffs && !/^(?:PUT|PATCH|DELETE)$/.test(route.method)) continue
    const id = userIdAt(route, world)
    const place = userPlaceOf(route) ?? (id === undefined ? undefined : { param: id, isId: true as const })
    if (place !== undefined) await tryRoute(route, place, { world, throwaways, identities })
  }
}

/** Where an operation names the user that it changes. */
type Place = { readonly param: string; readonly isId?: true } | { readonly member: string }

/** Where an unsafe operation names a user; `undefined` where it names none. */
export function userPlaceOf(route: Route): Place | undefined {
  const [param, more] = paramsOf(route)
  if (param !== undefined) {
    const steps = route.path.split('/')
    const before = steps.slice(0, steps.indexOf(`[${param}]`)).findLast((step) => !/^v\d+$/i.test(step)) ?? ''
    const isUser = NAMES.has(foldName(param)) && (USERS.test(before) || foldName(param) !== 'name')
    return isUser && more === undefined ? { param } : undefined
  }
  const member = route.inputs?.body.find(({ path }) => path.length === 1 && NAMES.has(foldName(path[0] ?? '')))
  // A name alone, such as that of a record to be created, names no user.
  const isChange = route.method !== 'POST' || CHANGES_PASSWORD.test(route.path)
  const isNamed = member !== undefined && foldName(member.path[0] ?? '') !== 'name' && isChange
  return isNamed ? { member: member.path[0] as string } : undefined
}

function nameIn(place: Place): string {
  return 'param' in place ? place.param : place.member
}

interface Setting {
  readonly world: Exploration
  readonly throwaways: Throwaways
  readonly identities: Identities
}

async function tryRoute(route: Route, place: Place, setting: Setting): Promise<void> {
  const { world, throwaways } = setting
  const isOpen = route.auth === null
  const [owner, other] = [await throwaways.make(), isOpen ? undefined : await throwaways.make()]
  if (owner === undefined || (other === undefined && !isOpen)) return
  const who = await setting.identities.ask(owner)
  const value = 'isId' in place ? idOf(who, owner, place.param) : namingOf(who, owner, nameIn(place), route.path)
  if (value === undefined) return
  const read = world.routes.find(({ method, path }) => method === 'GET' && path === route.path)
  const at = read && { route: read, params: 'param' in place ? { [place.param]: value } : {} }
  const before = await look(owner, at, setting)
  const again = await look(owner, at, setting)
  const places = 'member' in place ? placesOf(at, setting) : []
  const mine: (Answer | undefined)[] = []
  for (const one of places) mine.push(await world.ask({ ...one, as: other }))
  const password = newPassword()
  world.hide(password)
  const change = { owner, route, place: { ...place, value }, password }
  let sent = await sendAs(other, change, world)
  if (sent === undefined) return
  if (await judgeMoved({ change, other, sent, places, mine }, setting)) return
  if (!sent.isGood) judgeRefusal(route, sent, throwaways.mailOf(owner), world)
  let changes = changesIn(before, again, await look(owner, at, setting), textOf(world))
  const forcing = widerQuery(route)
  const isForced = changes.length === 0 && Object.keys(forcing).length > 0
  const forced = isForced ? await sendAs(other, { ...change, query: forcing }, world) : undefined
  if (forced !== undefined)
    [sent, changes] = [forced, changesIn(before, again, await look(owner, at, setting), textOf(world))]
  const own = changes.length > 0 ? undefined : await sendAs(owner, { ...change, password: newPassword() }, world)
  if (sent.isGood && changes.length === 0)
    world.notice(`${route.key}: answered ${sent.status} to another user and changed nothing: the name is ignored`)
  const title = isOpen
    ? 'a change of a user who was made for the run, sent without a credential'
    : 'a change of a user, sent by another user (both made for the run)'
  const openly = 'it changes whichever user the request names'
  const how = forced === undefined ? '' : `, with ${Object.keys(forcing).join(' and ')}`
  const freely = `changes whichever user the request names${how}: who it is`
  judgeChange({ route, owner, other, sent, changes, own, title, openly, freely }, world)
}

/** Answers after which a record that was read before is gone, and not the session of who asks. */
const GONE: ReadonlySet<number> = new Set([404, 410, 500])

/** A change by a user of what is their own, which names another one, and what that user read before. */
interface Moving {
  readonly change: Change
  readonly other: Made | undefined
  readonly sent: Answer
  readonly places: readonly Pick<Ask, 'route' | 'params'>[]
  readonly mine: readonly (Answer | undefined)[]
}

/** The own record of a user is gone after a change that names another one in its body, and stays where it names who asks. */
async function judgeMoved({ change, other, sent, places, mine }: Moving, setting: Setting): Promise<boolean> {
  const { route, place } = change
  const { world, throwaways, identities } = setting
  if (other === undefined || !sent.isGood || !('member' in place)) return false
  for (const [at, one] of places.entries()) {
    const after = mine[at]?.isGood === true ? await world.ask({ ...one, as: other }) : undefined
    if (after === undefined || !GONE.has(after.status)) continue
    const control = await throwaways.make()
    if (control === undefined) return false
    const value = namingOf(await identities.ask(control), control, place.member, route.path)
    await sendAs(control, { ...change, owner: control, place: { ...place, value } }, world)
    if ((await world.ask({ ...one, as: control }))?.isGood !== true) continue
    world.found({
      row: 'resource.write',
      route,
      variant: 'moved',
      title: `a change by a user of what is their own, with another user in ${place.member} (both made for the run)`,
      answers: [sent, after],
      code: 'taken-over',
      expected: `${one.route.key} is answered as before`,
      got: `${sent.status}, and ${after.status} for ${one.route.key}: what was their own is gone`,
      cause: `${route.key} takes whose the record is from the body: ${place.member}`,
    })
    return true
  }
  return false
}

/** The refusal of a change, to another user: the address that the user has registered with is not in it. */
function judgeRefusal(route: Route, sent: Answer, mail: string, world: Exploration): void {
  const given = leavesOfJson(sent.json).find(({ value }) => value === mail)
  const tried = { row: 'resource.other', route, variant: 'refusal', answers: [sent] } as const
  if (given === undefined || mail === '') return world.passed(tried)
  world.found({
    ...tried,
    title: 'the refusal of a change of a user, to another user (both made for the run)',
    code: 'foreign',
    expected: 'a refusal without the record of the user',
    got: `${sent.status} with ${given.name} of the user`,
    cause: `${route.key} refuses to change another user, and says what is known of that user`,
  })
}

/** Names and rights of a user may have rules of their own; a change without them is one. */
function isPlain(member: BodyMember): boolean {
  return member.isRequired || !/admin|role|staff|super|permission|^(?:user)?name$|^login$/.test(memberName(member))
}

/** A change, as it is sent. */
interface Change {
  readonly owner: Made
  readonly route: Route
  readonly place: Place & { readonly value: string }
  readonly password: string
  readonly query?: Readonly<Record<string, string>>
}

async function sendAs(as: Made | undefined, change: Change, world: Exploration): Promise<Answer | undefined> {
  const { owner, route, place, password, query = {} } = change
  // Either of them may have it afterwards.
  for (const { name } of as === undefined ? [owner] : [owner, as]) world.journal.add({ kind: 'user', name, password })
  const { value } = place
  const body = fillBody(route, (member, name) => {
    if (!isPlain(member)) return undefined
    const { path, sample, type, format, isChoice } = member
    if ('member' in place && path[0] === place.member)
      return type === 'integer' || type === 'number' ? Number(value) : value
    if (path.length === 1 && isOwnId(name, route)) return member.isRequired ? ownId(member, world) : undefined
    if (isPasswordName(name)) return /old|current/.test(name) ? owner.password : password
    // No two users have one address: each one who asks sends another.
    if (name.includes('mail') || format === 'email') return `${(as ?? owner).name}n@${domainOf(world.fixtures)}`
    return type === 'string' && !isChoice && format === undefined ? textOf(world) : sample
  })
  return world.ask({
    route,
    as,
    query,
    ...('param' in place ? { params: { [place.param]: value } } : {}),
    ...(Object.keys(body).length === 0 ? {} : { body }),
  })
}

function textOf({ mark }: Exploration): string {
  return `${mark} text`
}

/** The user's own view: who they are, and whether their password still opens the account. */
interface View {
  readonly members: ReadonlyMap<string, unknown>
  readonly canLogIn: boolean
}

/** Where a user sees what is their own. */
function placesOf(
  at: Pick<Ask, 'route' | 'params'> | undefined,
  { identities: { whoami } }: Pick<Setting, 'identities'>,
): readonly Pick<Ask, 'route' | 'params'>[] {
  const [route] = whoami
  return [...(route === undefined ? [] : [{ route }]), ...(at === undefined ? [] : [at])]
}

/** @param at how the record of the user is read, where its id names it */
async function look(
  user: Made,
  at: Pick<Ask, 'route' | 'params'> | undefined,
  { world, throwaways, identities }: Setting,
): Promise<View> {
  const credential = await throwaways.logIn(user.name, user.password)
  const as = credential === undefined ? user : { ...user, credentials: [credential] }
  const leaves: Leaf[] = []
  for (const place of placesOf(at, { identities })) {
    const answer = await world.ask({ ...place, as })
    const own = answer?.isGood === true ? leavesOfJson(answer.json) : []
    const known = own.filter((leaf) => !isNewEachTime(leaf.value))
    leaves.push(...known.map((leaf) => ({ ...leaf, pointer: `${place.route.path}${leaf.pointer}` })))
  }
  return {
    members: new Map(leaves.map(({ pointer, value }) => [pointer, value])),
    canLogIn: credential !== undefined,
  }
}

/** A time, or a token: some servers give a new one with each answer, and another only in the next second. */
function isNewEachTime(value: unknown): boolean {
  return isTime(value) || (typeof value === 'string' && /^[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/.test(value))
}

/** In words, what the user sees that has changed, or was empty and is what was sent; members that change by themselves aside. */
function changesIn(before: View, again: View, after: View, sent: string): readonly string[] {
  const isClosed = before.canLogIn && again.canLogIn && !after.canLogIn
  const changed = [...before.members].filter(
    ([pointer, value]) =>
      again.members.get(pointer) === value && after.members.size > 0 && after.members.get(pointer) !== value,
  )
  const filled = [...after.members].filter(([pointer, value]) => !before.members.has(pointer) && value === sent)
  const names = [...changed, ...filled].map(([pointer]) => `${pointer.split('/').at(-1)} of the user has changed`)
  return [...(isClosed ? ['the password of the user opens the account no more'] : []), ...names.slice(0, 3)]
}
