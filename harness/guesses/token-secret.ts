import type { CredentialValue, Fixtures } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { findSecret, forgeEnded, forgeToken, isSignedWith, readSigned } from '../tokens/find-secret.ts'
import { askAboutLife } from '../text/token-life.ts'
import { readClaims } from '../text/token.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'

/** A token of a user, and the operation that it opens. */
interface Opened {
  readonly user: User
  readonly token: string
  readonly route: Route
  readonly control: Answer
}

/**
 * Looks for the secret that the tokens of the run are signed with, offline; a copy of the user's own token that is signed
 * with it is sent once, and proves it. How long the tokens are good is asked about.
 */
export async function exploreTokens(world: Exploration): Promise<void> {
  const seen = new Set<string>()
  for (const user of world.users) {
    for (const { authenticator, value } of user.credentials) {
      const token = textOf(value)
      // One server signs all tokens of one authenticator with one secret, or key.
      if (token === undefined || readClaims(token) === undefined || seen.has(authenticator)) continue
      const opened = await findOpened(world, user, token)
      if (opened === undefined) continue
      seen.add(authenticator)
      // The refusal of a wrong token is looked at as every answer is.
      await world.ask({ route: opened.route, as: withToken(opened.user, opened.token, `${opened.token}x`) })
      const question = askAboutLife(opened.user.name, opened.token)
      if (question !== undefined) world.question(opened.route, question)
      await searchSecret(world, opened)
    }
  }
}

/** Whether a text is the secret that the tokens of the run are signed with: then it is hidden. */
export function keyTest({ valid }: Pick<Fixtures, 'valid'>, hide: (key: string) => void): (text: string) => boolean {
  const token = Object.values(valid)
    .flat()
    .flatMap(({ value }) => readSigned(textOf(value) ?? '') ?? [])[0]
  return (text) => {
    const isKey = token !== undefined && text.length < 200 && isSignedWith(token, text)
    if (isKey) hide(text)
    return isKey
  }
}

/** Looks for the secret of a token offline, and sends one copy that is signed with it. */
export async function searchSecret(world: Exploration, { user, token, route, control }: Opened): Promise<void> {
  const signed = readSigned(token)
  if (signed === undefined || !world.wants('token.secret', route)) return
  const tried = { row: 'token.secret', route, answers: [control] } as const
  const { crack, isOver } = world
  const found = await findSecret(signed, { names: namesOf(world), crack, isOver })
  if (found.key === undefined) {
    // The usual candidates end by their number, which is tried in seconds; the words of the user end by the time.
    if (found.isWhole || crack === undefined) return world.passed(tried)
    const count = found.tried.toLocaleString('en')
    return world.inconclusive(
      tried,
      `${crack.seconds} s were over after ${count} candidates of --crack; --crack-seconds gives it more`,
    )
  }
  world.hide(found.key)
  const forged = forgeToken(token, found.key)
  const answer = await world.ask({ route, as: withToken(user, token, forged) })
  if (answer === undefined) return world.inconclusive(tried, `the secret is ${found.how}, and no copy could be sent`)
  const both = {
    ...tried,
    title: `a copy of the token of ${user.name}, signed with the secret`,
    answers: [control, answer],
  } as const
  if (!answer.isGood)
    return world.inconclusive(both, `the secret was found (${found.how}), and a copy signed with it is refused`)
  world.found({
    ...both,
    code: 'accepted',
    expected: 'a secret that cannot be guessed',
    got: `${answer.status} for a token that was made here`,
    cause: `tokens are signed with a secret that was found offline: ${found.how}. Take 32 random bytes, and replace it everywhere`,
  })
  await tryEnded(world, { user, token, route, control }, found.key)
}

/** With the secret a token can be made that was good until an hour ago. */
async function tryEnded(world: Exploration, { user, token, route, control }: Opened, key: string): Promise<void> {
  const ended = world.wants('token.life', route) ? forgeEnded(token, key) : undefined
  const answer = ended && (await world.ask({ route, as: withToken(user, token, ended) }))
  if (answer === undefined || answer === '') return
  const title = `the token of ${user.name} as it was until an hour ago`
  const tried = { row: 'token.life', route, variant: 'ended', title, answers: [control, answer] } as const
  if (!answer.isGood) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: '401, an hour after its end',
    got: `${answer.status}, as before its end`,
    cause: 'a token is good after its end: exp is not compared with the clock',
  })
}

/** A read that the user's own token opens and that anonymous is refused. */
export async function findOpened(
  world: Pick<Exploration, 'routes' | 'whyNot' | 'ask'>,
  user: User,
  token: string,
): Promise<Opened | undefined> {
  for (const route of world.routes) {
    if (route.method !== 'GET' || !isProtected(route) || world.whyNot(route) !== undefined) continue
    const control = await world.ask({ route, as: user })
    const current = control?.isGood === true ? sentIn(control, token) : undefined
    if (control === undefined || current === undefined) continue
    const anonymous = await world.ask({ route, as: undefined })
    if (anonymous !== undefined && !anonymous.isGood)
      return { user: withToken(user, token, current), token: current, route, control }
  }
  return undefined
}

/** The token that a request brings: renewed since, it is another one than that of the fixtures. */
function sentIn({ request }: Answer, token: string): string | undefined {
  const texts = [request.target, ...request.headers.map(([, value]) => value)]
  if (texts.some((text) => text.includes(token))) return token
  const found = texts.flatMap((text) => text.match(/[\w-]+\.[\w-]+\.[\w-]+/g) ?? [])
  return found.find((text) => readSigned(text) !== undefined)
}

function textOf(value: CredentialValue): string | undefined {
  return value.type === 'key' || value.type === 'cookie' ? value.value : undefined
}

/** The user with another token in the place of one. */
export function withToken(user: User, token: string, other: string): User {
  const credentials = user.credentials.map((one) =>
    textOf(one.value) === token ? { ...one, value: { ...one.value, value: other } as CredentialValue } : one,
  )
  return { ...user, credentials }
}

/** Words of paths and names of users: people make secrets of the name of what they build. */
function namesOf({ routes, users, names }: Exploration): readonly string[] {
  const parts = routes.flatMap(({ base, path }) => `${base}${path}`.split('/').filter((part) => /^[\w-]+$/.test(part)))
  return [...names, ...new Set(parts), ...users.map(({ name }) => name)]
}
