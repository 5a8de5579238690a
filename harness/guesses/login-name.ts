import { PLACES } from '../model/fixtures.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { deletionByStaff, type UserDeletion } from '../spares/user-deletion.ts'
import { NAMES } from '../spares/user-writes.ts'
import { parseObject } from '../text/json.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { type Identities, whoamiRoutes } from '../whose/identities.ts'
import { openedTo, opens } from './issued-before.ts'
import { judgeKept } from './kept-after-logout.ts'
import { namesUser } from './enumeration.ts'
import {
  bodyOfChange,
  type Caller,
  callerOf,
  companionsOf,
  confirms,
  isOfCaller,
  type OwnChange,
  ownChangeOf,
  type Setting,
} from './own-changes.ts'

/** A change of what a user logs in with, or of their address, by which a password is recovered. */
interface Change extends OwnChange {
  readonly names: readonly BodyMember[]
  readonly mails: readonly BodyMember[]
}

/** Requests that are sent for one operation. */
const MOST = 6

/**
 * Users of the run change the name that they log in with, and their address, without the password; and the name is given up, by such a change or
 * a deletion, for another user of the run to register with: whether a token of before is that user.
 */
export async function exploreLoginName(world: Exploration, people: Throwaways, identities: Identities): Promise<void> {
  const setting = { world, people, identities }
  let isJudged = false
  for (const route of world.routes) {
    const change = changeOf(route, setting)
    const isWanted = world.wants('token.name', route) || world.wants('password.address', route)
    if (change === undefined || !isWanted || world.isOver()) continue
    const moved = await tryChange(change, setting)
    if (moved === undefined || isJudged || !world.wants('token.name', route)) continue
    isJudged = await judgeToken(route, moved, setting)
  }
  if (!world.isOver()) await tryDeletion(isJudged, setting)
}

function changeOf(route: Route, { world, people }: Setting): Change | undefined {
  const field = loginField(people)
  const texts = (route.inputs?.body ?? []).filter(({ type, isChoice }) => type === 'string' && !isChoice)
  const mails = texts.filter((member) => memberName(member).includes('mail') || member.format === 'email')
  const names = texts.filter((member) => {
    const name = memberName(member)
    return !mails.includes(member) && (name === field || (NAMES.has(name) && name !== 'name'))
  })
  if (names.length + mails.length === 0) return undefined
  const change = ownChangeOf(route, route.method !== 'POST' && isOfCaller(route), world)
  return change && { ...change, names, mails }
}

/** The folded name of the member of the login that holds the name. */
function loginField(people: Throwaways): string {
  return foldName(nameLeaf(people, { name: PLACES.user }, PLACES.user)?.name ?? '')
}

/** The address of a user where a member asks for one, else the name that they log in with. @param member folded */
export function nameFor(member: string, user: Pick<Made, 'name'>, people: Throwaways): string {
  const mail = member.includes('mail') ? people.mailOf(user) : ''
  return mail === '' ? loginNameOf(user, people) : mail
}

/** The name of a user of the run as the login has it: it may be an address. */
export function loginNameOf({ name }: Pick<Made, 'name'>, people: Throwaways): string {
  return String(nameLeaf(people, { name }, name)?.value ?? name)
}

function nameLeaf(people: Throwaways, { name }: Pick<Made, 'name'>, text: string): Leaf | undefined {
  const { body = '', target } = people.loginOf({ name, password: '' })
  const form = Object.fromEntries(new URLSearchParams(body === '' ? target.split('?')[1] : body))
  return leavesOfJson(parseObject(body) ?? form).find(({ value }) => String(value).includes(text))
}

/** A user of the run who has given up a name, and the operation that shows whether a token of before is good. */
interface Moved {
  readonly user: Made
  readonly read: Route
}

/** @returns the user where the login has another name now */
async function tryChange(change: Change, setting: Setting): Promise<Moved | undefined> {
  const { world, people } = setting
  const user = await people.make()
  const read = user && (await openedTo(user, world))
  if (user === undefined) return undefined
  const caller = await callerOf(change, user, setting)
  const next = { name: `${user.name}m` }
  const note = { kind: 'user', name: next.name, password: user.password } as const
  world.journal.add(note)
  for (const given of givenOf(change, next.name, people).slice(0, MOST)) {
    const body = bodyOfChange(change, caller, given.companions(caller), given.values)
    const sent = await world.ask({ route: change.route, as: user, params: caller.params ?? {}, body })
    if (sent === undefined) break
    if (!sent.isGood) continue
    const hasMoved = (await logsIn(next.name, user, people)) && !(await logsIn(user.name, user, people))
    const isMailed = await hasMail(change, caller, people.mailOf(next), setting)
    if (!hasMoved && !isMailed) continue
    const isByMail = hasMoved && change.names.every((member) => given.values.get(member) === undefined)
    const isOfAddress = (isMailed && opensAccounts(setting)) || isByMail
    judgeAddress(change, { given, sent, isOfAddress, hasMoved }, world)
    if (!hasMoved || read === undefined) break
    return { user, read }
  }
  if (!(await logsIn(next.name, user, people))) world.journal.done(note)
  return undefined
}

/** Whether an address takes an account: users log in with it, or get a new password by it. */
function opensAccounts({ world, people }: Setting): boolean {
  const isLoginName = loginField(people).includes('mail') || loginNameOf({ name: PLACES.user }, people).includes('@')
  return isLoginName || world.routes.some((route) => namesUser(route) !== undefined)
}

interface Given {
  readonly values: ReadonlyMap<BodyMember, unknown>
  readonly companions: (caller: Caller) => readonly BodyMember[]
}

/** The members of a change and those beside them; no password. */
function givenOf(change: Change, name: string, people: Throwaways): readonly Given[] {
  const { route, names, mails } = change
  const passwords = (route.inputs?.body ?? []).filter((member) => isPasswordName(memberName(member)))
  const mail = people.mailOf({ name })
  const sets = [[...names, ...mails], mails, names].filter(
    (set, at, all) => set.length > 0 && all.findIndex((other) => other.length === set.length) === at,
  )
  return [0, 1, 2].flatMap((at) =>
    sets.map((set): Given => {
      const values = new Map<BodyMember, unknown>(passwords.map((member) => [member, undefined]))
      for (const member of set) values.set(member, mails.includes(member) ? mail || undefined : name)
      return {
        values,
        companions: (caller) => {
          const all = companionsOf(change, caller)
          return all[Math.min(at, all.length - 1)] ?? []
        },
      }
    }),
  )
}

async function logsIn(name: string, { password }: Made, people: Throwaways): Promise<boolean> {
  return (await people.logIn(name, password)) !== undefined
}

/** Whether the server says that the address of a user is this one, where it said the one before: not where a new one waits for its mail. */
async function hasMail(change: Change, before: Caller, mail: string, setting: Setting): Promise<boolean> {
  const { values } = await callerOf(change, before.user, setting)
  return mail !== '' && [...values].some(([name, value]) => value === mail && before.values.get(name) === before.mail)
}

/** A change without the password that was done. */
interface Done {
  readonly given: Given
  readonly sent: Answer
  /** The address is another one since, and with it one logs in or gets a new password. */
  readonly isOfAddress: boolean
  /** The login takes the new one, and not that of before. */
  readonly hasMoved: boolean
}

/** A new name alone takes no account: nothing is sent to it. */
function judgeAddress({ route }: Change, { given, sent, isOfAddress, hasMoved }: Done, world: Exploration): void {
  const changed = [...given.values].flatMap(([{ path }, value]) => (value === undefined ? [] : [path.at(-1) ?? '']))
  const members = changed.join(' and ')
  const again = world.routes.find(confirms)
  if (!isOfAddress || again !== undefined)
    return world.question(
      route,
      again === undefined
        ? `changes ${members} of the user who asks without the password: should it ask for that (OWASP ASVS 5.0, 7.5.1)?`
        : `changes ${members} of the user who asks without the password, some seconds after a login: does it ask for ${again.key} later (OWASP ASVS 5.0, 7.5.1)?`,
    )
  if (!world.wants('password.address', route)) return
  world.found({
    row: 'password.address',
    route,
    answers: [sent],
    code: 'accepted',
    expected: 'a refusal without the password of the user, or a mail that confirms the change',
    got: `${sent.status}: ${hasMoved ? 'the login takes the new address, and the old one no longer' : 'the server says that the address of the user is the new one'}`,
    cause: `${route.key} changes ${members} without the password: a session that is left open or taken is enough to take the account`,
  })
}

/** The deletion of the user who asks. */
function ownDeletion(world: Exploration): Route | undefined {
  const paths = new Set(whoamiRoutes(world).map(({ path }) => path))
  return world.routes.find(
    (route) =>
      route.method === 'DELETE' &&
      paths.has(route.path) &&
      paramsOf(route).length === 0 &&
      world.whyNot(route) === undefined,
  )
}

/** The deletion of a user of the run, by themselves where they may. */
export async function deletionOf(user: Made, world: Exploration): Promise<UserDeletion | undefined> {
  const own = ownDeletion(world)
  return own === undefined ? deletionByStaff(user.name, world) : { route: own, params: {}, by: user }
}

/** @param isJudged whether it is known what tokens are of */
async function tryDeletion(isJudged: boolean, setting: Setting): Promise<void> {
  const { world, people } = setting
  const isWanted = world.routes.some(
    (one) => one.method === 'DELETE' && (world.wants('token.name', one) || world.wants('token.logout', one)),
  )
  const user = isWanted ? await people.make() : undefined
  const read = user && (await openedTo(user, world))
  if (user === undefined || read === undefined) return
  const deletion = await deletionOf(user, world)
  if (deletion === undefined) return
  const { route, params, by } = deletion
  if (!world.wants('token.name', route) && !world.wants('token.logout', route)) return
  const gone = await world.ask({ route, as: by, params })
  if (gone?.isGood !== true || (await logsIn(user.name, user, people))) return
  // A login that is limited now says nothing of who is gone.
  if ((await people.make()) === undefined) return
  const after = await world.ask({ route: read, as: user })
  if (after !== undefined && world.wants('token.logout', route))
    await judgeKept(
      { route, read, answers: [gone, after], user, ends: 'the credential of a user who is gone' },
      world,
      people,
    )
  if (!isJudged && world.wants('token.name', route)) await judgeToken(route, { user, read }, setting)
}

/** A token that was refused while no user had the name, and is good as soon as another user has it, is of the name. */
async function judgeToken(route: Route, { user, read }: Moved, { world, people }: Setting): Promise<boolean> {
  const before = await world.ask({ route: read, as: user })
  const other = before && (await people.makeAs(user.name))
  if (before === undefined || other === undefined) return false
  const after = await world.ask({ route: read, as: user })
  if (after === undefined || !(await opens(read, other, world))) return false
  const answers: readonly [Answer, Answer] = [before, after]
  const tried = { row: 'token.name', route, answers } as const
  if (before.isGood || !after.isGood) {
    world.passed(tried)
    return true
  }
  world.found({
    ...tried,
    code: 'accepted',
    expected: `${before.status}, as before another user had the name`,
    got: `${after.status}: the token of the user before opens ${read.key} as the user who has registered with the name since`,
    cause:
      'tokens are of a name, not of a user: one from before is good for the user who registers with the name later',
  })
  return true
}
