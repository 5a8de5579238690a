import type { Credential } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { reportUnlimited } from './unlimited.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Made, newPassword, type Throwaways } from '../ask/throwaways.ts'
import { isSlow, limitIn, PASSWORDS } from './guess-limit.ts'
import { judgeShort, SHORT } from './short-password.ts'

/** A change of the password of a user of the run that was done, and can be sent once more. */
export interface Again {
  readonly route: Route
  readonly user: Made
  /** The password that the user has now. */
  readonly password: string
  /** Without the right old password it is refused. */
  readonly asksOld: boolean
  /** @param is the old password @param next the new one */
  readonly send: (as: Credential, is: string, next: string) => Promise<Answer | undefined>
}

/** Sends a change of the own password once more: with wrong old passwords, one after the other, and to one of one character. */
export async function changeAgain(again: Again, world: Exploration, people: Throwaways): Promise<void> {
  const password = await tryGuesses(again, world, people)
  if (password !== undefined) await tryShort({ ...again, password }, world, people)
}

/**
 * Wrong old passwords, one after the other, and then the right one: who has taken a session guesses the password by them.
 *
 * @returns the password that the user has then; `undefined` where it is not known, or nothing more may be tried
 */
async function tryGuesses(
  { route, user, password, asksOld, send }: Again,
  world: Exploration,
  people: Throwaways,
): Promise<string | undefined> {
  const { limits = PASSWORDS } = world.fixtures.policy
  if (!asksOld || typeof limits === 'object' || !world.wants('guess.limit', route)) return password
  const as = await people.logIn(user.name, password)
  if (as === undefined) return undefined
  let last: Answer | undefined
  let count = 0
  let usual = Infinity
  for (; count < limits; count++) {
    last = world.isOver() ? undefined : await send(as, newPassword(), newPassword())
    if (last === undefined) return undefined
    const { duration } = last.replayed
    if (count < 3) usual = Math.min(usual, duration)
    if (limitIn(last) === undefined && !isSlow(duration, usual)) continue
    world.passed({ row: 'guess.limit', route, answers: [last] })
    return undefined
  }
  const next = newPassword()
  world.hide(next)
  const note = { kind: 'user', name: user.name, password: next } as const
  world.journal.add(note)
  const right = await send(as, password, next)
  const isIn = right !== undefined && (await people.logIn(user.name, next)) !== undefined
  // A login that is refused now may be limited, and not wrong.
  if (!isIn && (await people.logIn(user.name, password)) !== undefined) world.journal.done(note)
  if (last !== undefined && right !== undefined) judgeGuesses(route, [last, right], { isIn, count }, world)
  return isIn ? next : undefined
}

function judgeGuesses(
  route: Route,
  answers: readonly [Answer, Answer],
  { isIn, count }: { readonly isIn: boolean; readonly count: number },
  world: Exploration,
): void {
  const tried = { row: 'guess.limit', route, answers } as const
  if (!isIn) return world.passed(tried)
  const unlimited = {
    ...tried,
    title: `${count} wrong old passwords in changes of the own password, then the right one`,
    expected: 'a refusal of more guesses, or the end of the session',
    got: `${count} wrong old passwords met no limit, and the right one passes`,
    says: 'does not limit wrong old passwords: who has taken a session guesses the password',
  }
  reportUnlimited(unlimited, world)
}

/** A password of one character, which then opens the account. */
async function tryShort({ route, user, password, send }: Again, world: Exploration, people: Throwaways): Promise<void> {
  if (!world.wants('password.short', route)) return
  const as = await people.logIn(user.name, password)
  if (as === undefined) return
  const note = { kind: 'user', name: user.name, password: SHORT } as const
  world.journal.add(note)
  const sent = await send(as, password, SHORT)
  const short = sent && (await people.logIn(user.name, SHORT))
  if (sent !== undefined) judgeShort(route, sent, short !== undefined, world)
  if (short === undefined && (await people.logIn(user.name, password)) !== undefined) return world.journal.done(note)
  // A password that every client may guess does not stay. Some servers take none that was there before.
  const next = newPassword()
  world.hide(next)
  const last = { kind: 'user', name: user.name, password: next } as const
  world.journal.add(last)
  await send(short ?? as, SHORT, next)
  if ((await people.logIn(user.name, SHORT)) === undefined) return world.journal.done(note)
  world.journal.done(last)
  world.left(`a password of one character could not be changed back: the user ${user.name}`)
}
