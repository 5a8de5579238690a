import { setTimeout as wait } from 'node:timers/promises'
import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { LATER_SECOND } from '../model/timeout.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { type Made, newPassword, type Throwaways } from '../ask/throwaways.ts'
import type { Identities } from '../whose/identities.ts'
import { type Again, changeAgain } from './changed-again.ts'
import { noteEnd } from './endless-token.ts'
import { openedAnew } from './kept-after-logout.ts'
import { changeOther } from './other-account.ts'
import { claimsIn, minutesOf, openedTo, opens } from './issued-before.ts'
import {
  bodyOfChange,
  callerOf,
  companionsOf,
  confirms,
  endsOthers,
  isEndOfOthers,
  isOfCaller,
  namesUser,
  type OwnChange,
  ownChangeOf,
  type Setting,
} from './own-changes.ts'

const OF_PASSWORD = /passw|pwd|passphrase/i
/** Steps of paths that ask for a forgotten password, look at one, or make one up. */
const OTHERWISE = /reset|forg[eo]t|recover|lost|remind|verify|check|confirm|valid|strength|generate/i
const LOOKS = /verify|check|confirm|valid|strength|generate|forg[eo]t|remind/i
/** Folded names of members for the password that a user has, and of those for the next one, by words of their own. */
const OLD = /^(?:old|current|existing|previous|prior|present|former|original|actual)|(?:old|current)$/
const NEW = /new|next|updated|changed|replace|confirm|repeat|again|retype|verif|match/
const SHORT_NAMES =
  /^(?:old|current|existing|previous|prior|former|original|new|next|updated?|changed|replacement|confirm(?:ation|ed)?|repeat(?:ed)?|again)$/
/** Texts about a password that are not one. */
const NO_PASSWORD = /hash|hint|salt|strength|policy|expir|question|last|(?:changed|updated|created|set)(?:at|on)$/
/** Rows for which a password is changed. */
const ROWS = ['password.old', 'password.sessions', 'password.short', 'guess.limit', 'resource.write'] as const
/** Milliseconds after which no token is of the second in which a password is changed, nor of the one before. */
const AGED = 3_000

/** The members of a change of a password. */
interface Passwords {
  /** For the one that the user has. */
  readonly old: readonly BodyMember[]
  /** For the next one, and its repetition. */
  readonly fresh: readonly BodyMember[]
}

/** A change of the password of the user who asks. */
export interface Change extends OwnChange, Passwords {
  /** It is about the password, and nothing else of the user. */
  readonly isAlone: boolean
}

/** The place of the old password in a change: a wrong one, none where the document has one, the right one, none. */
type How = 'wrong' | 'absent' | 'right' | 'unknown'

/**
 * Changes of the password of a user of the run: without the old one, and what was issued before and is good afterwards. A change is proved by
 * logins: the new password opens the account, and the old one no longer.
 */
export async function explorePasswordChange(
  world: Exploration,
  people: Throwaways,
  identities: Identities,
): Promise<void> {
  for (const route of world.routes) {
    const change = changeOf(route, world)
    const isWanted = ROWS.some((row) => world.wants(row, route))
    if (change !== undefined && isWanted && !world.isOver()) await tryChange(change, { world, people, identities })
  }
}

/** The change of a password that an operation is; `undefined` for any other operation. */
export function changeOf(route: Route, world: Exploration): Change | undefined {
  const { method, path, inputs } = route
  const isNamed = path.split('/').some((step) => OF_PASSWORD.test(step))
  const passwords = passwordsOf(route, isNamed)
  if (passwords === undefined) return undefined
  const hasOld = passwords.old.length > 0
  // A creation has a password, too, wherever it is made.
  const isOfUser = isNamed || hasOld || (method !== 'POST' && isOfCaller(route))
  // A guarded change may be called a reset, too.
  const isGuarded = isProtected(route) && (/^(?:PUT|PATCH)$/.test(method) || !LOOKS.test(path))
  if (!hasOld && !isGuarded && path.split('/').some((step) => OTHERWISE.test(step))) return undefined
  const change = ownChangeOf(route, isOfUser, world)
  const isAlone = inputs?.body.every(
    (member) =>
      [...passwords.old, ...passwords.fresh].includes(member) ||
      endsOthers(member) ||
      (change?.param === undefined && !isOfCaller(route) && namesUser(member)),
  )
  return change && { ...change, ...passwords, isAlone: isNamed || isAlone === true }
}

function passwordsOf({ inputs }: Route, isNamed: boolean): Passwords | undefined {
  const members = (inputs?.body ?? []).filter((member) => {
    const name = memberName(member)
    const isPassword = isPasswordName(name) && !NO_PASSWORD.test(name)
    return member.type === 'string' && (isPassword || (isNamed && SHORT_NAMES.test(name)))
  })
  const hasNew = members.some((member) => /new|next|updated?|changed|replace/.test(memberName(member)))
  // Beside a new password, a plain one is that of before.
  const isOld = (name: string): boolean => OLD.test(name) || (hasNew && !NEW.test(name))
  const [old, fresh] = [true, false].map((is) => members.filter((member) => isOld(memberName(member)) === is))
  return old === undefined || fresh === undefined || fresh.length === 0 ? undefined : { old, fresh }
}

/** The state before a password is changed. */
interface Before {
  /** The user, with the credential from before; the change is sent with one of a later login. */
  readonly elder: Made
  /** An operation that answers the credential from before, and no anonymous request. */
  readonly read: Route | undefined
  /** Why nothing can be said of the credential from before. */
  readonly why?: string
  /** Each login gives the same credential. */
  readonly isSame?: boolean
}

async function tryChange(change: Change, setting: Setting): Promise<void> {
  const { world, people } = setting
  const user = await people.make()
  if (user === undefined) return
  const caller = await callerOf(change, user, setting)
  const [before, first] = await logInLater(user, change.route, setting)
  let credentials = first
  let last: Answer | undefined
  for (const companions of companionsOf(change, caller))
    for (const how of waysOf(change)) {
      if (credentials === undefined) return
      const password = newPassword()
      world.hide(password)
      const note = { kind: 'user', name: user.name, password } as const
      world.journal.add(note)
      const given = givenOf(change, how, { is: user.password, next: password })
      const body = bodyOfChange(change, caller, companions, given)
      const as = { ...user, credentials }
      const sent = await world.ask({ route: change.route, as, params: caller.params ?? {}, body })
      if (sent === undefined) return
      last = sent
      // Before any other login: it may give the same credential again.
      const after =
        sent.status < 400 && before.read ? await world.ask({ route: before.read, as: before.elder }) : undefined
      credentials = await logInAgain(user, user.password, people)
      if (credentials !== undefined) {
        world.journal.done(note)
        continue
      }
      if ((await logInAgain(user, password, people)) === undefined)
        return world.inconclusive(triedOf(change, sent), 'neither the old nor the new password logs in after it')
      judgeOld(change, how, sent, world)
      if (after !== undefined) await judgeSessions(change, before, { sent, after }, setting)
      const send: Again['send'] = (again, is, next) => {
        const whole = bodyOfChange(change, caller, companions, givenOf(change, how, { is, next }))
        return world.ask({
          route: change.route,
          as: { ...user, credentials: [again] },
          params: caller.params ?? {},
          body: whole,
        })
      }
      await changeAgain({ route: change.route, user, password, asksOld: how === 'right', send }, world, people)
      return changeOther({ change, given: (is, next) => givenOf(change, how, { is, next }) }, setting)
    }
  if (last !== undefined && (change.isAlone || change.old.length > 0))
    world.inconclusive(triedOf(change, last), `${last.status} to a change by a user of the run, and it changes nothing`)
}

function triedOf({ route }: Change, sent: Answer) {
  return { row: 'password.old', route, answers: [sent] } as const
}

function waysOf({ old }: Change): readonly How[] {
  return old.length === 0 ? ['unknown'] : ['wrong', 'absent', 'right']
}

function givenOf(
  { old, fresh }: Change,
  how: How,
  password: { readonly is: string; readonly next: string },
): ReadonlyMap<BodyMember, unknown> {
  const was = how === 'right' ? password.is : how === 'wrong' ? newPassword() : undefined
  return new Map<BodyMember, unknown>([
    ...old.map((member) => [member, was] as const),
    ...fresh.map((member) => [member, password.next] as const),
  ])
}

async function logInAgain(
  { name }: Made,
  password: string,
  people: Throwaways,
): Promise<User['credentials'] | undefined> {
  const credential = await people.logIn(name, password)
  return credential && [credential]
}

/** Logs the user in again, so late that the credential is another one and of another second than the first. */
async function logInLater(
  user: Made,
  route: Route,
  { world, people }: Setting,
): Promise<readonly [before: Before, credentials: User['credentials'] | undefined]> {
  const read = world.wants('password.sessions', route) ? await openedTo(user, world) : undefined
  if (read !== undefined && claimsIn(user).length > 0) await wait(AGED)
  let credentials = await logInAgain(user, user.password, people)
  const textOf = (given: User['credentials'] = []): string => JSON.stringify(given.map(({ value }) => value))
  const isSameNow = (): boolean => textOf(credentials) === textOf(user.credentials)
  if (isSameNow()) {
    await wait(LATER_SECOND)
    credentials = await logInAgain(user, user.password, people)
  }
  const isOver = read !== undefined && !(await opens(read, user, world))
  const why = isOver ? 'a login ends the session of the one before' : undefined
  return [{ elder: user, read, isSame: isSameNow(), ...(why === undefined ? {} : { why }) }, credentials]
}

function judgeOld(change: Change, how: How, sent: Answer, world: Exploration): void {
  const { route } = change
  const tried = triedOf(change, sent)
  if (how === 'right') return world.passed(tried)
  const again = world.routes.find(confirms)
  if (how === 'unknown' && again !== undefined) {
    world.passed(tried)
    return world.question(
      route,
      `changes the password without the old one, some seconds after a login: does it ask for ${again.key} later (OWASP ASVS 5.0, 6.2.3)?`,
    )
  }
  const causes = {
    wrong: 'with a wrong old one: it is not compared',
    absent: 'where the old one is left out',
    unknown: 'without the old one: a session that is left open or taken is enough',
  } as const
  world.found({
    ...tried,
    code: 'accepted',
    expected: 'a refusal without the old password of the user',
    got: `${sent.status}: the new password logs in, and the old one no longer`,
    cause: `${route.key} changes the password ${causes[how]}`,
  })
}

/** A session from before a new password. */
export async function judgeSessions(
  { route }: Pick<Change, 'route'>,
  { elder, read, why, isSame }: Before,
  { sent, after }: { readonly sent: Answer; readonly after: Answer },
  { world, people }: Setting,
): Promise<void> {
  if (read === undefined) return
  const tried = { row: 'password.sessions', route, answers: [sent, after] } as const
  if (why !== undefined) return world.inconclusive(tried, why)
  const minutes = minutesOf(elder)
  const apart = world.routes.find(isEndOfOthers)
  const isOver = !after.isGood || (minutes !== undefined && apart === undefined)
  const renewed = isOver ? await openedAnew(elder, read, world, people) : undefined
  if (renewed !== undefined)
    return world.found({
      ...tried,
      answers: [sent, after, renewed],
      code: 'accepted',
      expected: 'a refusal of the token to refresh',
      got: `a new token for the token to refresh from before the change, which opens ${read.key}`,
      cause: `${route.key} changes the password and does not end the tokens to refresh: one from before gives new tokens after it`,
    })
  noteEnd(world, route, after.isGood)
  if (!after.isGood) return world.passed(tried)
  if (isSame === true && claimsIn(elder).length === 0) {
    world.passed(tried)
    return world.question(
      route,
      'each login of a user gives the same credential, and it is good after the password is changed: what ends one that was taken?',
    )
  }
  if (minutes !== undefined || apart !== undefined) {
    world.passed(tried)
    const text =
      minutes === undefined
        ? `a session from before is good after the password is changed; ${apart?.key} ends it: are users led to it?`
        : `a token from before is good after the password is changed, and ends by itself after ${minutes} minutes: is that soon enough?`
    return world.question(route, text)
  }
  world.found({
    ...tried,
    code: 'accepted',
    expected: '401',
    got: `${after.status} to ${read.key}, as before the change`,
    cause: `${route.key} changes the password and ends nothing: a session of the user from before is good after it`,
  })
}
