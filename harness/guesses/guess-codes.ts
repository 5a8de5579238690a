import type { Route } from '../model/route.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import { askReset, judgeUnknown, namesUser } from './enumeration.ts'
import { isSentCode, isUserName, RESET } from './mailed-codes.ts'
import { reportUnlimited } from './unlimited.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { GUESSES, limitIn, viewOf } from './guess-limit.ts'
import { newPassword, type Made, type Throwaways } from '../ask/throwaways.ts'

/** How many digits a code may have, the usual ones first: a server looks up none of another length. */
const DIGITS: readonly number[] = [4, 6, 3, 5]

/**
 * Tries wrong codes for a reset of a password, for a user who was made for it. Whether the code is still good after them says the answer:
 * that of a wrong code differs from that of no code, which was asked for before the reset was.
 */
export async function exploreCodes(world: Exploration, throwaways: Throwaways | undefined): Promise<void> {
  const { limits = GUESSES } = world.fixtures.policy
  const asking = world.routes.find((route) => namesUser(route) !== undefined && world.whyNot(route) === undefined)
  if (throwaways === undefined || asking === undefined || typeof limits === 'object') return
  for (const route of world.routes.filter((one) => takesCode(one) && world.whyNot(one) === undefined)) {
    if (world.wants('enumeration.reset', route)) await tryUnknown({ route, asking }, world, throwaways)
    if (world.wants('guess.limit', route)) await tryCodes({ route, asking, most: limits }, world, throwaways)
  }
}

/** A wrong code for a user who has asked for one, and for a user who does not exist: what differs says who has an account. */
async function tryUnknown(
  { route, asking }: Pick<Trying, 'route' | 'asking'>,
  world: Exploration,
  throwaways: Throwaways,
): Promise<void> {
  const user = await throwaways.make()
  if (user === undefined) return
  const mail = throwaways.mailOf(user)
  const none = { name: `${world.mark}none`, mail: throwaways.mailOf({ name: `${world.mark}none` }) }
  const reset = await askReset(asking, { name: user.name, mail }, world)
  if (reset?.isGood !== true) return
  let [digits = 4] = DIGITS
  let first = await sendCode({ route, user, mail, digits, at: 1 }, world)
  // A code of another length may not be looked up.
  for (const other of DIGITS.slice(1)) {
    if (first?.status !== 422) break
    digits = other
    first = await sendCode({ route, user, mail, digits, at: 1 }, world)
  }
  const again = await sendCode({ route, user, mail, digits, at: 2 }, world)
  const other = await sendCode({ route, user: none, mail: none.mail, digits, at: 3 }, world)
  if (first === undefined || again === undefined || other === undefined || first.isGood) return
  judgeUnknown(
    { row: 'enumeration.reset', route, answers: [first, again, other] },
    { expected: 'the same answer as to a wrong code of a user who exists', got: 'for one who does not' },
    world,
  )
}

/** An open operation that takes a user, a code and a new password, or looks the code of a reset up before that. */
function takesCode({ method, path, auth, inputs }: Route): boolean {
  const names = (inputs?.body ?? []).map(memberName)
  const isOpen = (auth === null || auth === undefined) && method !== 'GET' && !REGISTERS.test(path)
  const isStep = (RESET.test(path) && LOOKS_UP.test(path)) || names.some(isPasswordName)
  return isOpen && isStep && [isUserName, isSentCode].every((is) => names.some(is))
}

/** Steps of paths at which a code is looked up, and none is sent. */
const LOOKS_UP = /verif|check|valid|confirm/i
/** Steps of paths of registrations, which take codes of other kinds. */
const REGISTERS = /regist|sign-?up|join|onboard|invit/i

interface Trying {
  readonly route: Route
  /** The operation that sends a code. */
  readonly asking: Route
  readonly most: number
}

async function tryCodes({ route, asking, most }: Trying, world: Exploration, throwaways: Throwaways): Promise<void> {
  const user = await throwaways.make()
  if (user === undefined) return
  const mail = throwaways.mailOf(user)
  const send = (digits: number, at: number): Promise<Answer | undefined> =>
    sendCode({ route, user, mail, digits, at }, world)
  const before: (readonly [number, Answer])[] = []
  for (const digits of DIGITS) {
    const answer = await send(digits, 0)
    if (answer !== undefined) before.push([digits, answer])
  }
  const reset = await askReset(asking, { name: user.name, mail }, world)
  if (before.length < DIGITS.length || reset?.isGood !== true) return
  const answers: Answer[] = []
  const started = performance.now()
  let length: readonly [number, Answer] | undefined
  for (const [digits, none] of before) {
    const answer = await send(digits, 0)
    if (answer === undefined) return
    answers.push(answer)
    // Another answer than before the reset says that it was looked up: it has as many digits as a code has.
    length = [digits, none]
    if (limitIn(answer) !== undefined || viewOf(answer) !== viewOf(none)) break
  }
  if (length === undefined) return
  const [digits, without] = length
  answers.splice(0, answers.length - 1)
  for (let at = 1; at < most && !world.isOver(); at++) {
    if (answers.some((one) => one.isGood || limitIn(one) !== undefined)) break
    const answer = await send(digits, at)
    if (answer === undefined) return
    answers.push(answer)
  }
  const [first, last] = [answers[0], answers.at(-1)]
  if (first === undefined || last === undefined) return
  const title = `${answers.length} wrong codes for the reset of a user who was made for the run`
  const tried = { row: 'guess.limit', route, title, answers: [without, first, last] } as const
  if (answers.some(({ isGood }) => isGood) || limitIn(last) !== undefined) return world.passed(tried)
  const [none, one, another] = [without, first, last].map((one) => viewOf(one))
  if (none === one)
    return world.inconclusive(tried, 'a wrong code is answered as no code is: nothing says whether it is still good')
  if (one !== another) return world.passed(tried)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const unlimited = {
    ...tried,
    expected: 'an answer that is slower, a refusal of more guesses, or a code that is not good any more',
    got: `${answers.length} wrong codes in ${seconds} s: none slowed or refused, and the last is answered as the first`,
    says: `takes any number of wrong codes for one reset: ${answers.length} of them met no limit`,
  }
  reportUnlimited(unlimited, world)
}

/** A request with a wrong code. */
interface Guess {
  readonly route: Route
  readonly user: Pick<Made, 'name'>
  readonly mail: string
  readonly digits: number
  /** Other digits each time. */
  readonly at: number
}

async function sendCode({ route, user, mail, digits, at }: Guess, world: Exploration): Promise<Answer | undefined> {
  const password = newPassword()
  world.hide(password)
  world.journal.add({ kind: 'user', name: user.name, password })
  const body = fillBody(route, ({ sample }, name) => {
    if (isPasswordName(name)) return password
    if (isSentCode(name)) return typeof sample === 'number' ? 10 ** (digits - 1) + at : String(at).padStart(digits, '0')
    return isUserName(name) ? (name.includes('mail') ? mail : user.name) : sample
  })
  return world.ask({ route, as: undefined, body })
}
