import { isFor, type Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import { openedTo } from './issued-before.ts'
import { type Issued, madeOf } from '../text/made-of-facts.ts'
import { isLogin } from '../model/login.ts'
import { usersFor } from '../whose/hidden.ts'
import type { Identities } from '../whose/identities.ts'
import { makeRecord } from '../whose/making.ts'
import { placeOf } from '../whose/record-places.ts'

/** Members of answers that open something for each client that has them. */
const OPENS = /token|code|key|link|url|slug|hash|share|secret/i
/** Those that may be for people to read, and open nothing. */
const SHOWN = /code|key|slug|link|url|hash/i
/** Those of pictures and mail, which are made of a name everywhere. */
const PICTURE = /avatar|image|photo|picture|gravatar|icon|logo|mail/i
/** Fewer characters are guessed by trying. */
const SHORTEST = 4

/** A text that was issued, and the answer that shows it. */
type WithAnswer = Issued & { readonly answer: Answer }

/**
 * Texts that a server issues to two users, without the names, the numbers and the times in them: tokens of logins, and those that operations on records give.
 * If nothing else is left, a client that knows these makes the next one.
 */
export async function exploreTokenFacts(
  world: Exploration,
  people: Throwaways | undefined,
  identities: Identities,
): Promise<void> {
  await tryLogins(world, identities)
  await tryRecords(world, people, identities)
}

/** The credentials that the logins of the fixtures have given, two by two: more logins may be refused by now. */
async function tryLogins(world: Exploration, identities: Identities): Promise<void> {
  const { logins = [] } = world.fixtures
  for (const [at, login] of logins.entries()) {
    const other = logins
      .slice(at + 1)
      .find((one) => one.authenticator === login.authenticator && one.user !== login.user)
    const route = world.routes.find((one) => isFor(one, login.request))
    if (other === undefined || route === undefined || !world.wants('token.facts', route)) continue
    const issued: WithAnswer[] = []
    for (const { authenticator, user: name = '' } of [login, other]) {
      const user = world.users.find((one) => one.name === name)
      const value = user?.credentials.find(
        (one) => one.authenticator === authenticator && one.origin === 'login',
      )?.value
      const read = user && (await openedTo(user, world))
      const answer = read && (await world.ask({ route: read, as: user }))
      const text = value !== undefined && 'value' in value ? value.value : undefined
      if (answer !== undefined && text !== undefined) issued.push({ text, facts: factsOf(name, identities), answer })
    }
    const [first, second] = issued
    if (first !== undefined && second !== undefined) return judgeFacts(route, [first, second], 'login', world)
  }
}

/** Operations on records of two users that answer with something which opens them. */
async function tryRecords(world: Exploration, people: Throwaways | undefined, identities: Identities): Promise<void> {
  const apt = world.routes.filter(
    (route) =>
      route.method === 'POST' &&
      !isLogin(route, world.fixtures) &&
      route.inputs?.answers.some((name) => OPENS.test(name)) === true &&
      world.wants('token.facts', route),
  )
  const users = world.mayWrite && apt.length > 0 ? await usersFor(world, people) : undefined
  if (users === undefined) return
  for (const route of apt) {
    const other = users.strangerTo(route, users.owner)
    if (other !== undefined && !world.isOver()) await tryRecord(route, [users.owner, other], world, identities)
  }
}

async function tryRecord(
  route: Route,
  users: readonly [User, User],
  world: Exploration,
  identities: Identities,
): Promise<void> {
  const place = placeOf(route, world)
  if (place === undefined) return
  const given: { readonly answer: Answer; readonly facts: readonly string[] }[] = []
  for (const user of users) {
    const made = await makeRecord(place, user, world)
    const answer = made && (await world.ask({ route, as: user, params: made.params }))
    if (answer?.isGood !== true) return
    given.push({ answer, facts: [...factsOf(user.name, identities), ...Object.values(made?.params ?? {})] })
  }
  const [first, second] = given
  if (first === undefined || second === undefined) return
  for (const { name, pointer, value } of leavesOfJson(first.answer.json)) {
    const other = leavesOfJson(second.answer.json).find((leaf) => leaf.pointer === pointer)
    if (
      !OPENS.test(name) ||
      PICTURE.test(pointer) ||
      typeof value !== 'string' ||
      typeof other?.value !== 'string' ||
      value.length < SHORTEST
    )
      continue
    // The address of the record itself asks who comes.
    if (first.facts.includes(value.split('/').at(-1) ?? '')) continue
    for (const text of [value, other.value]) world.hide(text)
    judgeFacts(
      route,
      [
        { ...first, text: value },
        { ...second, text: other.value },
      ],
      name,
      world,
    )
  }
}

/** Whether two texts are made of facts. @param variant the member or the kind of the texts */
export function judgeFacts(
  route: Route,
  [first, second]: readonly [WithAnswer, WithAnswer],
  variant: string,
  world: Exploration,
): void {
  const made = madeOf(first, second)
  const tried = { row: 'token.facts', route, variant, answers: [first.answer, second.answer] } as const
  const mayBeShown =
    SHOWN.test(variant) && made !== undefined && !made.includes('base64') && !made.includes('hexadecimal')
  if (made === undefined || mayBeShown) world.passed(tried)
  if (mayBeShown) world.question(route, `gives ${variant}, which is ${made}: does it open anything?`)
  if (made === undefined || mayBeShown) return
  world.found({
    ...tried,
    code: 'ordered',
    expected: 'values with at least 64 random bits',
    got: `two of them, ${made}`,
    cause: `${route.key} gives what can be made up: it is ${made}. Take 16 random bytes`,
  })
}

/** Names and numbers of a user that others know. */
export function factsOf(name: string, { of }: Identities): readonly string[] {
  const values = [name, ...(of.get(name) ?? []).map(({ value }) => value)]
  return [...new Set(values.flatMap((value) => [value, value.split('@')[0] ?? '']))]
}
