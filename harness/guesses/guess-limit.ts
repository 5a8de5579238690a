import { essenceOf } from '../check/sameness.ts'
import { NoAnswer } from '../replay/connection.ts'
import { valueIn } from '../replay/replay.ts'
import type { RequestData } from '../model/request.ts'
import { isFor, type Route } from '../model/route.ts'
import { renamed, replaceIn } from './login-texts.ts'
import { reportUnlimited } from './unlimited.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { LIMITED } from '../ask/standing.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'

/** Guesses after which a server must have done something, where the fixtures say no other number. */
export const GUESSES = 20
/** The same for passwords of a user who was made for the run: NIST SP 800-63B section 5.2.2 allows a hundred in a row. */
export const PASSWORDS = 100
/** Wrong passwords for one account without --unsafe: more may lock it. */
const FEW = 3
/** Those of them that the catalogue has sent: another password, and none. */
const SENT = 2
/** An answer that takes as many times as long as the first ones is a limit. */
const TIMES = 5
/** Milliseconds that a slowed answer takes at least. */
const SLOW = 400
/** Answers in a row that are a limit: a machine that does other work is slow now and then. */
const SLOW_ONES = 2

/** How guesses for one account ended. */
interface Guessed {
  readonly answers: readonly Answer[]
  /** Why the server can be said to limit guesses; `undefined` where it did nothing. */
  readonly limit: string | undefined
  readonly milliseconds: number
}

/**
 * Tries wrong passwords for one account, at the end of the run: for a user who was made for it, else for the first user of the
 * login. The first refusal of another kind is the pass.
 */
export async function exploreGuesses(world: Exploration, throwaways: Throwaways | undefined): Promise<void> {
  const { login } = world.fixtures
  const route = world.routes.find((one) => login !== undefined && isFor(one, login.request))
  if (login === undefined || route === undefined || !world.wants('guess.limit', route)) return
  if (isOff(route, world)) return
  const made = world.mayWrite ? await throwaways?.make() : undefined
  const good = made === undefined ? login.request : throwaways?.loginOf(made)
  if (good === undefined || (good.body === undefined && !good.target.includes('?') && basicIn(good) === undefined))
    return
  if (!world.mayWrite) return tryFew(route, good, world)
  const isIn = (right: Answer): boolean => {
    const taken = valueIn(right.replayed.answer, login.take)
    if (taken !== undefined) world.hide(taken)
    return login.take === undefined ? right.isGood : taken !== undefined
  }
  await tryGuesses({ route, good, made, isIn }, world)
}

/** Whether the fixtures say why no guesses are tried. */
function isOff({ key }: Route, world: Exploration): boolean {
  const { limits } = world.fixtures.policy
  if (typeof limits !== 'object') return false
  world.notice(`${key}: guesses are not tried: ${limits.off}`)
  return true
}

/** A login, and a request for it that is right. */
interface Guessable {
  readonly route: Route
  readonly good: RequestData
  /** The user whose password is guessed; `undefined` where it is one of the fixtures. */
  readonly made: Made | undefined
  /** The name that the user of the fixtures logs in with; the first user's if absent. */
  readonly name?: string
  /** Whether the answer to the right password lets the user in. */
  readonly isIn: (right: Answer) => boolean
  /** How the password is sent, where it is not by the login: ` by HTTP Basic`. */
  readonly by?: string
}

/** Sends wrong passwords for one account, and then the right one. */
export async function tryGuesses(guessable: Guessable, world: Exploration): Promise<void> {
  const { route, good, made, isIn, by = '' } = guessable
  const { limits } = world.fixtures.policy
  if (typeof limits === 'object') return
  const most = limits ?? (made === undefined ? GUESSES : PASSWORDS)
  const guessed = await guess(made === undefined ? good : withoutPassword(good, made.password), most, world)
  const [first] = guessed.answers
  if (first === undefined) return
  const right = await world.send(good, { isOnce: true })
  if (right === undefined) return
  const name = made?.name ?? guessable.name ?? firstName(world)
  const isLimited = guessed.limit !== undefined && name !== undefined && !isIn(right)
  const around = isLimited ? await wayAround({ good, name, isIn }, world) : undefined
  if (around !== undefined) return reportAround(around, { route, guessed, right }, world)
  report({ route, guessed, right, made, whom: guessable.name, isIn: isIn(right), by }, world)
}

/** The name that the first user of the fixtures logs in with. */
function firstName({ users: [user] }: Exploration): string | undefined {
  return user?.credentials.find(({ login }) => login !== undefined)?.login ?? user?.name
}

/** A request that the limit does not see. */
interface Around {
  readonly answer: Answer
  readonly how: string
  /** A proxy before the server may write the field itself. */
  readonly isAsked?: true
}

/** The right password in a request that a limit may count apart: the name in another spelling, and another address. */
async function wayAround(
  { good, name, isIn }: Pick<Guessable, 'good' | 'isIn'> & { readonly name: string },
  world: Exploration,
): Promise<Around | undefined> {
  const spelled = renamed(good, name, name.toUpperCase())
  const moved = { ...good, headers: [...good.headers, ['X-Forwarded-For', '203.0.113.77'] as const] }
  const ways = [
    { request: spelled, how: 'the name is written in capital letters' },
    { request: moved, how: 'X-Forwarded-For names another address', isAsked: true },
  ] as const
  for (const { request, ...way } of ways) {
    if (request.target === good.target && request.body === good.body && request.headers === good.headers) continue
    const answer = await world.send(request, { isOnce: true })
    if (answer === undefined || !isIn(answer)) continue
    // The limit may be over by itself.
    const right = await world.send(good, { isOnce: true })
    return right !== undefined && !isIn(right) ? { ...way, answer } : undefined
  }
  return undefined
}

function reportAround(
  { answer, how, isAsked }: Around,
  { route, guessed, right }: Pick<Ended, 'route' | 'guessed' | 'right'>,
  world: Exploration,
): void {
  const { answers, limit = '' } = guessed
  const title = `${answers.length} wrong passwords for one user, and another request where ${how}`
  const tried = { row: 'guess.limit', route, title, answers: [answers.at(-1) ?? right, right, answer] } as const
  if (isAsked === true) {
    world.passed(tried)
    return world.question(
      route,
      `the limit of wrong passwords is over where ${how}: does a proxy before the server write that field, whatever a client sends?`,
    )
  }
  world.found({
    ...tried,
    code: 'unlimited',
    expected: `the limit of before: ${limit}`,
    got: `${answer.status}, and the user is in`,
    cause: `${route.key} counts wrong passwords by the name as it is written, and the login takes others: where ${how}, the limit begins anew`,
  })
}

/** Too few to say anything but that there is a limit. */
async function tryFew(route: Route, good: RequestData, world: Exploration): Promise<void> {
  const { answers, limit } = await guess(good, FEW - SENT, world)
  const [first] = answers
  if (first === undefined) return
  const tried = { row: 'guess.limit', route, answers: [first] } as const
  if (limit !== undefined) world.passed(tried)
  else world.inconclusive(tried, `${FEW} wrong passwords met no limit; --unsafe tries ${GUESSES}`)
}

interface Ended {
  readonly route: Route
  readonly guessed: Guessed
  /** The answer to the right password afterwards. */
  readonly right: Answer
  readonly made: Made | undefined
  readonly whom: string | undefined
  readonly isIn: boolean
  readonly by: string
}

function report({ route, guessed, right, made, isIn, by, ...ended }: Ended, world: Exploration): void {
  const { answers, limit, milliseconds } = guessed
  const ofFixtures = ended.whom === undefined ? 'the first user of the fixtures' : `${ended.whom} of the fixtures`
  const whom = made === undefined ? ofFixtures : 'a user who was made for the run'
  const tried = {
    row: 'guess.limit',
    route,
    title: `${answers.length} wrong passwords${by} for ${whom}, then the right one`,
    answers: [answers[0] as Answer, ...answers.slice(-1), right],
  } as const
  if (limit !== undefined || !isIn) {
    if (!isIn && made === undefined)
      world.left(
        `${route.key}: wrong passwords have locked the account of ${whom}: ${limit ?? 'the right one is refused'}`,
      )
    return world.passed(tried)
  }
  const seconds = (milliseconds / 1_000).toFixed(1)
  const unlimited = {
    ...tried,
    expected: 'an answer that is slower, a refusal of more guesses, or a locked account',
    got: `${answers.length} wrong passwords in ${seconds} s: none slowed, locked or refused, and the right one passes`,
    isLogin: true as const,
    says: `does not limit wrong passwords${by} for one account: ${answers.length} in a row met nothing`,
  }
  reportUnlimited(unlimited, world)
}

async function guess(good: RequestData, most: number, world: Exploration): Promise<Guessed> {
  const answers: Answer[] = []
  const durations: number[] = []
  let slow = 0
  const started = performance.now()
  const end = (limit?: string): Guessed => ({ answers, limit, milliseconds: performance.now() - started })
  for (let at = 0; at < most && !world.isOver(); at++) {
    const answer = await world.send(wrong(good, at), { isOnce: true })
    if (answer === undefined) break
    answers.push(answer)
    const limit = limitIn(answer)
    if (limit !== undefined) return end(`${limit} after ${answers.length}`)
    const usual = Math.min(...durations.slice(0, 3))
    const { duration } = answer.replayed
    slow = at >= 3 && isSlow(duration, usual) ? slow + 1 : 0
    if (slow === SLOW_ONES) return end(`answers from ${answers.length - slow + 1} on were slow`)
    durations.push(duration)
  }
  return end()
}

/** Whether an answer takes so long that it is a limit. Milliseconds. */
export function isSlow(duration: number, usual: number): boolean {
  return duration > SLOW && duration > TIMES * usual
}

/** The limit that an answer names, in words; `undefined` for any other. */
export function limitIn({ status, text }: Answer): string | undefined {
  if (LIMITED.has(status)) return String(status)
  return /too many|locked|try again (?:in|later)|rate limit/i.test(text) ? 'an answer that says so' : undefined
}

/** The part of an answer that does not change by itself; `undefined` where none came. @param target in place of the request's own */
export function viewOf({ request, replayed: { answer } }: Answer, target: string = request.target): string | undefined {
  return answer instanceof NoAnswer ? undefined : essenceOf({ request: { ...request, target }, answer })
}

function wrong(good: RequestData, at: number): RequestData {
  const password = `Wrong-${String(at).padStart(4, '0')}-guess`
  const { target, body } = good
  if (`${target} ${body ?? ''}`.includes(PLACE)) return replaceIn(good, PLACE, password)
  const basic = basicIn(good)
  if (basic !== undefined && body === undefined && !target.includes('?')) {
    const named = (name: string): boolean => name.toLowerCase() === 'authorization'
    const headers = good.headers.map(([name, value]) => [name, named(name) ? basicOf(basic, password) : value] as const)
    return { ...good, headers }
  }
  if (body !== undefined) return { ...good, body: withPassword(good, password) }
  const [path = '', query] = target.split('?')
  return { ...good, target: `${path}?${withFields(query ?? '', password)}` }
}

/** The field of HTTP Basic (RFC 7617 section 2). */
export function basicOf(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

/** The name in the field of HTTP Basic of a request; `undefined` where it has none. */
function basicIn({ headers }: RequestData): string | undefined {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return value.startsWith('Basic ') ? Buffer.from(value.slice(6), 'base64').toString().split(':')[0] : undefined
}

/** With a name that says what it is, wherever the password stands: its member may be called `word`. */
function withoutPassword(good: RequestData, password: string): RequestData {
  return replaceIn(good, password, PLACE)
}

/** Stands where the password was. */
const PLACE = 'svc-the-password'

function withPassword({ headers, body = '' }: RequestData, password: string): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (type.includes('json'))
    return body.replace(
      /("[^"]*(?:passw|pwd|secret|pin)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/i,
      (_, name: string) => `${name}${JSON.stringify(password)}`,
    )
  return withFields(body, password)
}

function withFields(written: string, password: string): string {
  const fields = [...new URLSearchParams(written)].map(([name, value]) => [
    name,
    /passw|pwd|secret|pin/i.test(name) ? password : value,
  ])
  return new URLSearchParams(fields).toString()
}
