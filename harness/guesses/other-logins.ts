import type { CredentialValue } from '../model/fixtures.ts'
import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import { tokensIn as namedTokensIn, valueIn } from '../replay/replay.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import { isLogin, isRegistration } from '../model/login.ts'
import { readSigned } from '../tokens/find-secret.ts'
import { dashed, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { judgeUnknown } from './enumeration.ts'
import { isUserName } from './mailed-codes.ts'
import { tryGuesses } from './guess-limit.ts'
import { loginNameOf } from './login-name.ts'
import { pairIn } from './login-texts.ts'
import { findOpened, searchSecret } from './token-secret.ts'

/** Logins beside that of the fixtures, users of the fixtures who try one, operations that are asked with a token of one, and tokens whose secret is looked for, which takes seconds. */
const MOST = { logins: 8, operations: 10, tokens: 4, persons: 3 } as const
/** The last step of the path of a login. */
const ENTERS = /^(?:[\w-]*-)?(?:log-?in|sign-?in|auth(?:enticate|orize|entication)?|tokens?|sessions?)$/i

/** A login of the document that is not that of the fixtures. */
interface Door {
  readonly route: Route
  readonly name: BodyMember
}

/** A user whom a login lets in, and the name of one whom it does not know. */
interface Person {
  readonly user: User
  /** The name by which the login knows them. */
  readonly name: string
  readonly unknown: string
  readonly password: string
  /** Absent for a user of the fixtures. */
  readonly made?: Made
}

/**
 * Logins that the document has beside that of the fixtures (of an older page, of an administration, of OAuth), with the name and the password of a
 * user of the run, or of one of the fixtures where it is for others, an administration's: whether they say who has an account, and what their tokens are
 * signed with.
 */
export async function exploreOtherLogins(world: Exploration, people: Throwaways | undefined): Promise<void> {
  for (const door of doorsOf(world)) {
    const entered = world.isOver() ? undefined : await enteredBy(door, people, world)
    if (entered === undefined) continue
    await tryUnknown(door, entered.person, world)
    await tryTokens(door, entered.person.user, entered.good, world)
  }
}

/** How many wrong passwords the same logins take: last of all, and for a user of the fixtures only where they say how many. */
export async function exploreOtherGuesses(world: Exploration, people: Throwaways | undefined): Promise<void> {
  for (const door of doorsOf(world).filter(({ route }) => world.wants('guess.limit', route))) {
    const entered = world.isOver() ? undefined : await enteredBy(door, people, world)
    if (entered === undefined) continue
    const { person, good } = entered
    const { made, name } = person
    // An account of the staff that is locked may stay so until a person opens it.
    if (made === undefined && typeof world.fixtures.policy.limits !== 'number') {
      const why = `how many wrong passwords it takes is not tried: it would lock ${person.user.name} of the fixtures; policy: { limits: 20 } tries it`
      world.notice(`${door.route.key}: ${why}`)
      continue
    }
    const whom = made === undefined ? { name } : {}
    await tryGuesses({ route: door.route, good: good.request, made, ...whom, isIn: ({ isGood }) => isGood }, world)
  }
}

function doorsOf(world: Exploration): readonly Door[] {
  return world.mayWrite ? world.routes.flatMap((route) => doorOf(route, world) ?? []).slice(0, MOST.logins) : []
}

/** The first user whom a login lets in. */
async function enteredBy(
  door: Door,
  people: Throwaways | undefined,
  world: Exploration,
): Promise<{ readonly person: Person; readonly good: Answer } | undefined> {
  const made = await people?.make()
  const own = people !== undefined && made !== undefined ? [personOf(made, people, world)] : []
  for (const person of [...own, ...personsOf(world).slice(0, MOST.persons)]) {
    const good = await enter(door, person.name, person.password, world)
    if (good?.isGood !== true) continue
    const bad = await enter(door, person.name, `${person.password}-wrong`, world)
    // An operation that takes any password makes an account, or says the same of all on purpose.
    return bad === undefined || bad.isGood ? undefined : { person, good }
  }
  return undefined
}

function personOf(made: Made, people: Throwaways, { mark }: Exploration): Person {
  const unknown = loginNameOf({ name: `${mark}none` }, people)
  return { user: made, made, name: loginNameOf(made, people), unknown, password: made.password }
}

/** The users of the fixtures who log in with a password: the staff, who is behind the others, first. */
function personsOf({ fixtures, users, mark }: Exploration): readonly Person[] {
  const known = (fixtures.logins ?? []).flatMap(({ request, user: name }): readonly Person[] => {
    const user = users.find((one) => one.name === name)
    const pair = pairIn(request)
    if (user === undefined || pair === undefined) return []
    const at = pair.name.indexOf('@')
    return [{ ...pair, user, unknown: `${mark}none${at < 0 ? '' : pair.name.slice(at)}` }]
  })
  return known.toReversed().toSorted((one, other) => other.user.roles.length - one.user.roles.length)
}

function doorOf(route: Route, world: Exploration): Door | undefined {
  const { method, path, inputs } = route
  const members = inputs?.body ?? []
  const isNamed =
    !isRegistration(route, world.fixtures) && ENTERS.test(dashed(withoutSlash(path).split('/').at(-1) ?? ''))
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
  for (const token of credentialsIn(answer, world)) world.hide(token)
  return answer
}

async function tryUnknown(door: Door, person: Person, world: Exploration): Promise<void> {
  const { route } = door
  if (!world.wants('enumeration.login', route)) return
  const wrong = `${person.password}-wrong`
  const first = await enter(door, person.name, wrong, world)
  const again = await enter(door, person.name, wrong, world)
  const other = await enter(door, person.unknown, wrong, world)
  if (first === undefined || again === undefined || other === undefined || first.isGood) return
  const tried = { row: 'enumeration.login', route, answers: [first, again, other] } as const
  judgeUnknown(
    tried,
    { expected: 'the same answer as to a wrong password', got: 'for a user who does not exist' },
    world,
  )
}

/** A token of another login may be signed with another secret. */
async function tryTokens({ route }: Door, user: User, good: Answer, world: Exploration): Promise<void> {
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

/** Whatever an answer gives that may be a credential: what the login of the fixtures takes, tokens by their names, signed ones, and cookies. */
function credentialsIn(answer: Answer | undefined, { fixtures }: Exploration): readonly string[] {
  const raw = answer?.replayed.answer
  if (raw === undefined || raw instanceof NoAnswer) return []
  const taken = valueIn(raw, fixtures.login?.take)
  const cookies = fieldsOf(raw.headers, 'set-cookie').flatMap((line) => /^[^=]+=([^;]+)/.exec(line)?.[1] ?? [])
  return [...(taken === undefined ? [] : [taken]), ...namedTokensIn(raw), ...tokensIn(answer), ...cookies]
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
