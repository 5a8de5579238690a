import { type BodyMember, isFor, type Route } from '../model/route.ts'
import { showsConstraint } from '../check/answer-rules.ts'
import { limitIn, viewOf } from './guess-limit.ts'
import { dashed, paramsOf } from '../whose/path-nouns.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration, Tried } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { isSentCode, isUserName, judgeCode, RESET } from './mailed-codes.ts'
import { isLogin } from '../model/login.ts'
import { type Identities, traitsFor } from '../whose/identities.ts'
import { foldName } from '../ask/values.ts'

/** Rows that look at requests for a reset. */
const RESET_ROWS = ['enumeration.reset', 'secret.answer'] as const

/**
 * Whether other answers than the login's say which users there are: a reset of a password for a user who exists and for one who
 * does not, and a registration with an address that another user has. The users were made for the run; where the fixtures do not say how,
 * resets are asked for the first user of the fixtures.
 */
export async function exploreEnumeration(
  world: Exploration,
  throwaways: Throwaways | undefined,
  identities: Identities,
): Promise<void> {
  for (const route of world.routes.filter((one) => namesUser(one) !== undefined)) {
    if (world.whyNot(route) !== undefined || !RESET_ROWS.some((row) => world.wants(row, route))) continue
    const known = await knownTo(world, throwaways, identities)
    if (known !== undefined) await tryReset(route, known, world)
  }
  if (throwaways !== undefined) await tryRegistration(world, throwaways)
}

/** A user by the name and by the address. */
interface Called {
  readonly name: string
  readonly mail: string
}

/** A user who exists, and one who does not. */
interface Pair {
  readonly known: Called
  readonly unknown: Called
}

async function knownTo(
  world: Exploration,
  throwaways: Throwaways | undefined,
  identities: Identities,
): Promise<Pair | undefined> {
  const none = `${world.mark}none`
  if (throwaways !== undefined) {
    const made = await throwaways.make()
    const mailOf = (name: string): string => throwaways.mailOf({ name })
    return made && { known: { name: made.name, mail: mailOf(made.name) }, unknown: { name: none, mail: mailOf(none) } }
  }
  // Of an application in this process the fixtures give the request.
  const name = world.mayWrite && !world.isLocal ? world.users[0]?.name : undefined
  if (name === undefined) return undefined
  const mail = [name, ...traitsFor('email', name, identities).map(({ value }) => value)].find((one) =>
    one.includes('@'),
  )
  const domain = mail?.slice(mail.indexOf('@')) ?? '@svc.invalid'
  return { known: { name, mail: mail ?? '' }, unknown: { name: none, mail: `${none}${domain}` } }
}

type Named = { readonly param: string } | { readonly member: BodyMember }

/** A step of a path that asks for a code or a link to log in with. */
const ASKS_CODE = /^(?:(?:send|request|resend|generate)-)?(?:otp|login-code|magic-link|verification-(?:code|e?mail))$/i

/** Where a reset, or another operation that sends a code, names its user; `undefined` for another operation, and for a step that needs a code of the one before. */
export function namesUser(route: Route): Named | undefined {
  const isReset =
    route.method === 'POST' && route.path.split('/').some((step) => RESET.test(step) || ASKS_CODE.test(dashed(step)))
  if (!isReset || (route.auth !== null && route.auth !== undefined)) return undefined
  const members = route.inputs?.body ?? []
  if (members.some((one) => /token|code|pin|otp/.test(memberName(one)) || isPasswordName(memberName(one))))
    return undefined
  const param = paramsOf(route).find((name) => isUserName(foldName(name)))
  const member = members.find((one) => isUserName(memberName(one)))
  return param !== undefined ? { param } : member === undefined ? undefined : { member }
}

/** Asks for a reset for a user by the name or the address that the operation wants. */
export async function askReset(route: Route, user: Called, world: Exploration): Promise<Answer | undefined> {
  const named = namesUser(route)
  if (named === undefined) return undefined
  const valueOf = (name: string): string => (name.includes('mail') ? user.mail : user.name)
  if (valueOf('param' in named ? foldName(named.param) : memberName(named.member)) === '') return undefined
  if ('param' in named)
    return world.ask({ route, as: undefined, params: { [named.param]: valueOf(foldName(named.param)) } })
  // Some ask for the name and the address.
  const isNamed = (one: BodyMember, name: string): boolean =>
    one === named.member || (one.type === 'string' && one.isRequired && isUserName(name) && valueOf(name) !== '')
  const body = fillBody(route, (one, name) => (isNamed(one, name) ? valueOf(name) : one.sample))
  return world.ask({ route, as: undefined, body })
}

async function tryReset(route: Route, { known, unknown }: Pair, world: Exploration): Promise<void> {
  const first = await askReset(route, known, world)
  const again = await askReset(route, known, world)
  const other = await askReset(route, unknown, world)
  if (first === undefined || again === undefined || other === undefined) return
  judgeCode(route, [first, again, other], world)
  if (!world.wants('enumeration.reset', route)) return
  const tried = { row: 'enumeration.reset', route, answers: [first, again, other] } as const
  if (first.status >= 500) return world.inconclusive(tried, `a reset for a user who exists fails: ${first.status}`)
  judgeUnknown(tried, { expected: 'the same answer as for a user who exists', got: 'for one who does not' }, world)
}

/** Two answers about a user who exists, and one about a user who does not. */
interface AboutUsers extends Pick<Tried, 'route'> {
  readonly row: 'enumeration.reset' | 'enumeration.login'
  readonly answers: readonly [first: Answer, again: Answer, other: Answer]
}

/** Whether the third answer shows that its user does not exist: what varies by itself is known from the first two. */
export function judgeUnknown(
  tried: AboutUsers,
  { expected, got }: Readonly<Record<'expected' | 'got', string>>,
  world: Exploration,
): void {
  const [first, , other] = tried.answers
  const [one, two, three] = tried.answers.map((answer) => viewOf(answer))
  if (one === undefined || three === undefined || one !== two)
    return world.inconclusive(tried, 'the answers differ from one request to the next')
  if (one === three) return world.passed(tried)
  if (MISSHAPEN.has(first.status) || [first, other].some((one) => limitIn(one) !== undefined))
    return world.inconclusive(tried, `${first.status} and ${other.status} say nothing of who has an account`)
  world.found({
    ...tried,
    code: 'existence',
    expected: `${expected}: ${first.status}`,
    got: `${other.status} ${got}`,
    cause: `${tried.route.key} answers otherwise for a user who does not exist: it says who has an account`,
  })
}

/** The request was not read, so its user was not looked for. */
const MISSHAPEN: ReadonlySet<number> = new Set([400, 415, 422])

/** A name has to be free, which every sign-up says; an address need not be shown to be known. */
async function tryRegistration(world: Exploration, throwaways: Throwaways): Promise<void> {
  const { throwaway } = world.fixtures
  const routes = world.routes.filter(
    (one) => world.wants('enumeration.register', one) && world.whyNot(one) === undefined,
  )
  const isOwn = (one: Route): boolean => throwaway !== undefined && throwaways.isOpen && isFor(one, throwaway.register)
  const route = routes.find(isOwn)
  const others = routes.filter((one) => one !== route && isLikeRegistration(one) && !isLogin(one, world.fixtures))
  if (route === undefined && (others.length === 0 || !throwaways.hasMail)) return
  const known = await throwaways.make()
  if (known === undefined) return
  const mail = throwaways.mailOf(known)
  if (route !== undefined) {
    const taken = throwaways.hasMail ? await throwaways.register(mail) : undefined
    const free = await throwaways.register()
    judgeRegistration(route, taken, free, world)
    if (free?.isGood === true) judgeName(route, free, await throwaways.registerAgain(known), world)
  }
  if (!throwaways.hasMail) return
  for (const other of others) {
    const free = await throwaways.registerAt(other)
    // It is a registration where it makes users.
    if (free?.isGood === true) judgeRegistration(other, await throwaways.registerAt(other, mail), free, world)
  }
}

/** That a name is taken every sign-up says; an error of the database says it by mistake, and more. */
function judgeName(route: Route, free: Answer, taken: Answer | undefined, world: Exploration): void {
  if (taken === undefined || !world.wants('enumeration.register', route)) return
  const title = 'a registration with a name that another user has'
  const tried = { row: 'enumeration.register', variant: 'name', title, route, answers: [free, taken] } as const
  const isOfDatabase = taken.status >= 500 || showsConstraint(taken.text)
  if (taken.isGood || taken.status === 0 || !isOfDatabase) return world.passed(tried)
  world.found({
    ...tried,
    code: 'existence',
    expected: 'a refusal that says that another name is wanted',
    got: `${taken.status} for a name that another user has, from the database`,
    cause: `${route.key} ends in an error of the database for a name that another user has: it says who has an account, and how it is kept`,
  })
}

/** Whether an open operation takes what a registration takes: an address, a password, and no code that came by mail. */
function isLikeRegistration(route: Route): boolean {
  const names = (route.inputs?.body ?? []).map(memberName)
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  const isOpen = route.auth === null || route.auth === undefined
  const isPlain = route.method === 'POST' && isOpen && paramsOf(route).length === 0
  return isPlain && has(/mail/) && names.some(isPasswordName) && !names.some(isSentCode)
}

function judgeRegistration(
  route: Route,
  taken: Answer | undefined,
  free: Answer | undefined,
  world: Exploration,
): void {
  if (taken === undefined || free === undefined) return
  const tried = { row: 'enumeration.register', route, answers: [free, taken] } as const
  if (!free.isGood)
    return world.inconclusive(tried, `a registration with a free address is answered with ${free.status}`)
  if (taken.isGood) return world.passed(tried)
  world.found({
    ...tried,
    code: 'existence',
    expected: `the same answer as for an address that is not known: ${free.status}`,
    got: `${taken.status} for one that another user has`,
    cause: `${route.key} refuses an address that another user has: it says who has an account`,
  })
}
