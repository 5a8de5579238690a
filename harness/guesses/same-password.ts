import { setTimeout as wait } from 'node:timers/promises'
import type { CredentialLogin } from '../model/fixtures.ts'
import { tokensIn, valueIn } from '../replay/replay.ts'
import { fillBody } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { sendLogin } from '../ask/later-second.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { credentialOf } from '../model/taken-credential.ts'
import { passwordsIn } from '../text/passwords.ts'
import { claimsIn, minutesOf, openedTo } from './issued-before.ts'
import { isEndOfOthers } from './own-changes.ts'
import { type Change, changeOf } from './password-change.ts'

/** Answers that say that nothing was changed. */
const IDLE = /"(?:changed|updated|modified)"\s*:\s*false|unchanged|not changed|no change|same (?:as|password)|already/i
/** The change is made later, by a click in a mail (RFC 9110 section 15.3.3). */
const ACCEPTED = 202
/** Milliseconds after which two logins are of different seconds, and no token is of the second of the change. */
const AGED = 2_100

/**
 * Where the fixtures do not say how users are made, a user of the fixtures changes the password to the same one: nothing is lost, and what another login gave
 * before it should be over.
 */
export async function exploreSamePassword(world: Exploration, people: Throwaways | undefined): Promise<void> {
  if (people !== undefined || !world.mayWrite) return
  const changes = world.routes.flatMap((route) => changeOf(route, world) ?? [])
  const apt = changes.filter(
    (one) => one.isAlone && one.param === undefined && world.wants('password.sessions', one.route),
  )
  for (const change of apt) if (!world.isOver()) await tryChange(change, world)
}

async function tryChange(change: Change, world: Exploration): Promise<void> {
  const { route, old, fresh } = change
  const found = await twoLogins(world)
  const read = found && (await openedTo(found.elder, world))
  if (found === undefined || read === undefined) return
  const { elder, later, password } = found
  const others = change.route.inputs?.body.filter((member) => member.isRequired && ![...old, ...fresh].includes(member))
  if (others !== undefined && others.length > 0) return
  const body = fillBody(route, (member) => ([...old, ...fresh].includes(member) ? password : undefined))
  const sent = await world.ask({ route, as: later, body })
  if (sent?.isGood !== true || sent.status === ACCEPTED) return
  hideTokens(sent, world)
  const after = await world.ask({ route: read, as: elder })
  if (after === undefined) return
  const tried = { row: 'password.sessions', route, variant: 'same', answers: [sent, after] } as const
  if (!after.isGood) return world.passed(tried)
  // It was the same, and the server says so.
  if (IDLE.test(sent.text)) return
  const apart = world.routes.find(isEndOfOthers)
  const minutes = minutesOf(elder)
  if (apart !== undefined || minutes !== undefined) {
    world.passed(tried)
    const ends =
      apart === undefined
        ? `ends by itself after ${minutes} minutes: is that soon enough?`
        : `${apart.key} ends it: are users led to it?`
    return world.question(route, `a credential from before is good after the password is changed, and ${ends}`)
  }
  world.found({
    ...tried,
    title: 'a session from before the change of a password, which was changed to the same one',
    code: 'accepted',
    expected: '401',
    got: `${after.status} to ${read.key}, as before the change`,
    cause: `${route.key} changes the password and ends nothing: a session of the user from before is good after it`,
  })
}

/** Two logins of one user of the fixtures that give different credentials, the last of the users first: wrong passwords are sent for the first one. */
async function twoLogins(
  world: Exploration,
): Promise<{ readonly elder: User; readonly later: User; readonly password: string } | undefined> {
  for (const login of (world.fixtures.logins ?? []).toReversed()) {
    const user = world.users.find(({ name }) => name === login.user)
    const [password] = passwordsIn(login.request.body ?? '')
    const elder = user && password !== undefined ? await logInAs(user, login, world) : undefined
    if (user === undefined || password === undefined || elder === undefined) continue
    if (claimsIn(elder).length > 0) await wait(AGED)
    const later = await logInAs(user, login, world)
    const isOther = later !== undefined && JSON.stringify(later.credentials) !== JSON.stringify(elder.credentials)
    if (isOther) return { elder, later, password }
  }
  return undefined
}

async function logInAs(
  user: User,
  { request, take, authenticator }: CredentialLogin,
  world: Exploration,
): Promise<User | undefined> {
  const answer: Answer | undefined = await sendLogin(request, world)
  const taken = valueIn(answer?.replayed.answer, take)
  if (answer?.isGood !== true || taken === undefined) return undefined
  world.hide(taken)
  hideTokens(answer, world)
  const value = credentialOf(taken, take)
  return { ...user, credentials: [{ authenticator, user: user.name, value, origin: 'login', synthetic: true }] }
}

/** No report shows a token of an answer. */
function hideTokens({ replayed: { answer } }: Answer, world: Exploration): void {
  for (const token of tokensIn(answer)) world.hide(token)
}
