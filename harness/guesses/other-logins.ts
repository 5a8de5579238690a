import type { CredentialValue } from '../model/fixtures.ts'
import { type BodyMember, isFor, isProtected, type Route } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import { isLogin } from '../model/login.ts'
import { readSigned } from '../tokens/find-secret.ts'
import { dashed, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { judgeUnknown } from './enumeration.ts'
import { isUserName } from './mailed-codes.ts'
import { tryGuesses } from './guess-limit.ts'
import { loginNameOf } from './login-name.ts'
import { findOpened, searchSecret } from './token-secret.ts'

/** Logins beside that of the fixtures, operations that are asked with a token of one, and tokens whose secret is looked for, which takes seconds. */
const MOST = { logins: 8, operations: 10, tokens: 4 } as const
/** The last step of the path of a login. */
const ENTERS = /^(?:[\w-]*-)?(?:log-?in|sign-?in|auth(?:enticate|orize|entication)?|tokens?|sessions?)$/i

/** A login of the document that is not that of the fixtures. */
interface Door {
  readonly route: Route
  readonly name: BodyMember
}

/**
 * Logins that the document has beside that of the fixtures (of an older page, of an administration, of OAuth), with the name and the password of a
 * user of the run: whether they say who has an account, what their tokens are signed with, and how many guesses they take.
 */
export async function exploreOtherLogins(world: Exploration, people: Throwaways | undefined): Promise<void> {
  if (people === undefined || !world.mayWrite) return
  let doors = 0
  for (const route of world.routes) {
    const door = doorOf(route, world)
    if (door === undefined || doors >= MOST.logins || world.isOver()) continue
    const user = await people.make()
    const good = user && (await enter(door, loginNameOf(user, people), user.password, world))
    // It may be for others: an administration, partners.
    if (user === undefined || good?.isGood !== true) continue
    const bad = await enter(door, loginNameOf(user, people), `${user.password}-wrong`, world)
    // An operation that takes any password makes an account, or says the same of all on purpose.
    if (bad === undefined || bad.isGood) continue
    doors++
    await tryUnknown(door, user, { world, people })
    await tryTokens(door, user, good, world)
    if (world.wants('guess.limit', route))
      await tryGuesses({ route, good: good.request, made: user, isIn: ({ isGood }) => isGood }, world)
  }
}

function doorOf(route: Route, world: Exploration): Door | undefined {
  const { method, path, inputs } = route
  const members = inputs?.body ?? []
  const { throwaway } = world.fixtures
  const isRegistration = throwaway !== undefined && isFor(route, throwaway.register)
  const isNamed = !isRegistration && ENTERS.test(dashed(withoutSlash(path).split('/').at(-1) ?? ''))
  const isOther = method === 'POST' && isNamed && !isProtected(route) && !isLogin(route, world.fixtures)
  if (!isOther || paramsOf(route).length > 0 || world.whyNot(route) !== undefined) return undefined
  const passwords = members.filter((member) => isPasswordName(memberName(member)))
  const name = members.find((member) => member.type === 'string' && isUserName(memberName(member)))
  return passwords.length === 1 && name !== undefined ? { route, name } : undefined
}

async function enter(
  { route, name }: Door,
  who: string,
  password: string,
  world: Exploration,
): Promise<Answer | undefined> {
  world.hide(password)
  const body = fillBody(route, (member, folded) => {
    if (member === name) return who
    if (isPasswordName(folded)) return password
    return member.isRequired || member.isChoice ? member.sample : undefined
  })
  const answer = await world.ask({ route, as: undefined, body })
  for (const token of tokensIn(answer)) world.hide(token)
  return answer
}

async function tryUnknown(
  door: Door,
  user: Made,
  { world, people }: { readonly world: Exploration; readonly people: Throwaways },
): Promise<void> {
  const { route } = door
  if (!world.wants('enumeration.login', route)) return
  const unknown = loginNameOf({ name: `${world.mark}none` }, people)
  const wrong = `${user.password}-wrong`
  const first = await enter(door, loginNameOf(user, people), wrong, world)
  const again = await enter(door, loginNameOf(user, people), wrong, world)
  const other = await enter(door, unknown, wrong, world)
  if (first === undefined || again === undefined || other === undefined || first.isGood) return
  const tried = { row: 'enumeration.login', route, answers: [first, again, other] } as const
  judgeUnknown(
    tried,
    { expected: 'the same answer as to a wrong password', got: 'for a user who does not exist' },
    world,
  )
}

/** A token of another login may be signed with another secret. */
async function tryTokens({ route }: Door, user: Made, good: Answer, world: Exploration): Promise<void> {
  for (const token of tokensIn(good).slice(0, MOST.tokens)) {
    const holder = {
      ...user,
      credentials: user.credentials.map((one) => ({ ...one, value: holding(one.value, token) })),
    }
    const opened = await findOpened({ ...world, routes: nearest(route, world) }, holder, token)
    if (opened !== undefined) await searchSecret(world, opened)
  }
}

/** The operations whose paths begin most like that of a login. */
function nearest({ path }: Route, { routes }: Exploration): readonly Route[] {
  const steps = path.split('/')
  const alike = (other: Route): number => {
    const own = other.path.split('/')
    const at = own.findIndex((step, index) => step !== steps[index])
    return at < 0 ? own.length : at
  }
  const reads = routes.filter((one) => one.method === 'GET' && isProtected(one))
  return reads.toSorted((one, other) => alike(other) - alike(one)).slice(0, MOST.operations)
}

/** Signed tokens of an answer: in its JSON, or in a header field. */
function tokensIn(answer: Answer | undefined): readonly string[] {
  const raw = answer?.replayed.answer
  if (answer === undefined || raw === undefined || raw instanceof NoAnswer) return []
  const texts = [
    ...leavesOfJson(answer.json).map(({ value }) => String(value)),
    ...raw.headers.map(([, value]) => value),
  ]
  const found = texts.flatMap((text) => text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [])
  return [...new Set(found)].filter((token) => readSigned(token) !== undefined)
}

/** The value of a credential with another token, behind the same word. */
function holding(value: CredentialValue, token: string): CredentialValue {
  if (value.type !== 'key' && value.type !== 'cookie') return value
  const [, word = ''] = /^(\w+ )\S+$/.exec(value.value) ?? []
  return { ...value, value: `${word}${token}` }
}
