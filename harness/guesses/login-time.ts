import type { Answer, Exploration } from '../ask/exploration.ts'
import { newPassword, type Throwaways } from '../ask/throwaways.ts'
import { isFor } from '../model/route.ts'
import { limitIn, viewOf } from './guess-limit.ts'

/** Wrong logins of each kind: fewer than lock an account. */
const PAIRS = 5
/** Every refusal of the one kind takes at least as many times as long as any of the other. */
const TIMES = 3
/** Milliseconds between the two, at least: more than what a busy machine adds to an answer. */
const APART = 15

/**
 * Whether the login takes longer to refuse a user who exists: it hashes the password of that one alone. Both kinds are asked in turn, with
 * wrong passwords, for a user who was made for it and for names that are not there. A finding needs every answer of the one kind to be later
 * than all of the other (OWASP WSTG-IDNT-04).
 */
export async function exploreLoginTime(world: Exploration, throwaways: Throwaways): Promise<void> {
  const { login } = world.fixtures
  const route = world.routes.find((one) => login !== undefined && isFor(one, login.request))
  if (
    route === undefined ||
    !world.wants('enumeration.login', route) ||
    typeof world.fixtures.policy.limits === 'object'
  )
    return
  const made = await throwaways.make()
  if (made === undefined) return
  const known: Answer[] = []
  const unknown: Answer[] = []
  for (let at = 0; at < PAIRS && !world.isOver(); at++)
    for (const [name, answers] of [
      [made.name, known],
      [`${world.mark}none${at}`, unknown],
    ] as const) {
      const answer = await world.send(throwaways.loginOf({ name, password: newPassword() }), { isOnce: true })
      // Where passwords are limited, what takes longer says nothing.
      if (answer === undefined || answer.status === 0 || limitIn(answer) !== undefined) return
      answers.push(answer)
    }
  const [first, other] = [known[0], unknown[0]]
  // Answers that differ are a finding of their own.
  if (
    unknown.length < PAIRS ||
    first === undefined ||
    other === undefined ||
    first.status !== other.status ||
    viewOf(first) !== viewOf(other)
  )
    return
  const title = `${PAIRS} wrong passwords for a user who exists, and for users who do not`
  const tried = { row: 'enumeration.login', route, variant: 'time', title, answers: [first, other] } as const
  const [ofKnown, ofUnknown] = [timesOf(known), timesOf(unknown)]
  const isApart = (longer: Times, shorter: Times): boolean =>
    longer.least > TIMES * shorter.most && longer.least - shorter.most > APART
  const isLonger = isApart(ofKnown, ofUnknown)
  if (!isLonger && !isApart(ofUnknown, ofKnown)) return world.passed(tried)
  world.found({
    ...tried,
    code: 'existence',
    expected: 'as long as for a user who does not exist',
    got: `${ofKnown.least} to ${ofKnown.most} ms for a user who exists, ${ofUnknown.least} to ${ofUnknown.most} ms for others`,
    cause: isLonger
      ? `${route.key} takes longer for a user who exists: the time says who has an account. Hash a password for users who do not exist as well`
      : `${route.key} takes longer for a user who does not exist: the time says who has an account`,
  })
}

/** In whole milliseconds. */
interface Times {
  readonly least: number
  readonly most: number
}

function timesOf(answers: readonly Answer[]): Times {
  const all = answers.map(({ replayed }) => Math.round(replayed.duration))
  return { least: Math.min(...all), most: Math.max(...all) }
}
