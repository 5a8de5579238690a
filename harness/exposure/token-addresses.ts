import { setTimeout as delay } from 'node:timers/promises'
import { isLoopback } from '../../server/internal.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { openedTo } from '../guesses/issued-before.ts'
import { withToken } from '../guesses/token-secret.ts'
import type { Route } from '../model/route.ts'
import type { Json } from '../text/json.ts'
import { readHeader } from '../text/token.ts'
import { signingKeyFor } from '../tokens/signing-key.ts'
import { listen } from './callback.ts'
import { PATIENCE } from './called-later.ts'

/** Members of a token's header that name an address for its key: a set of keys, and a certificate (RFC 7515 sections 4.1.2 and 4.1.5). */
const MEMBERS = ['jku', 'x5u'] as const

/** A signed token of a user, behind the word that is sent before it. */
interface Held {
  readonly user: User
  readonly word: string
  readonly token: string
  readonly header: Json
}

/**
 * Tokens whose header names the address of a listener of the run. A server that fetches it can be sent anywhere by any client, before it knows who asks; one that
 * takes the key from there lets any client sign tokens.
 */
export async function exploreTokenAddresses(world: Exploration): Promise<void> {
  const held = world.users.flatMap(tokensOf)[0]
  if (held === undefined || !isLoopback(world.names.at(-1) ?? '')) return
  const route = await openedTo(held.user, world)
  if (route === undefined || world.whyNot(route) !== undefined || !world.wants('callback', route)) return
  for (const member of MEMBERS) if (!world.isOver()) await tryMember(member, route, held, world)
}

function tokensOf(user: User): readonly Held[] {
  return user.credentials.flatMap(({ value }) => {
    const [, word = '', token = ''] = value.type === 'key' ? (/^(\w+ |)(\S+)$/.exec(value.value) ?? []) : []
    const header = readHeader(token)
    return header === undefined ? [] : [{ user, word, token, header }]
  })
}

async function tryMember(
  member: (typeof MEMBERS)[number],
  route: Route,
  { user, word, token, header }: Held,
  world: Exploration,
): Promise<void> {
  const [, claims = ''] = token.split('.')
  const key = signingKeyFor(String(header['alg']).startsWith('HS') ? 'RS256' : header['alg'], 'svc-address')
  const kid = `${world.mark}-key`
  const listener = await listen(JSON.stringify({ keys: [{ ...key.jwk, kid, alg: key.alg, use: 'sig' }] }))
  try {
    const send = (more: object): Promise<Answer | undefined> => {
      const start = Buffer.from(JSON.stringify({ ...header, alg: key.alg, kid, ...more })).toString('base64url')
      const forged = `${start}.${claims}.${key.sign(`${start}.${claims}`)}`
      world.hide(forged)
      return world.ask({ route, as: withToken(user, `${word}${token}`, `${word}${forged}`) })
    }
    const plain = await send({})
    const answer = await send({ [member]: `http://127.0.0.1:${listener.port}/${world.mark}-keys.json` })
    if (plain === undefined || answer === undefined) return
    await delay(PATIENCE)
    const isCalled = listener.called.size > 0
    report({ member, route, plain, answer, isCalled }, world)
  } finally {
    listener.close()
  }
}

interface Tried {
  readonly member: string
  readonly route: Route
  /** The answer to the same token without an address. */
  readonly plain: Answer
  readonly answer: Answer
  readonly isCalled: boolean
}

function report({ member, route, plain, answer, isCalled }: Tried, world: Exploration): void {
  const title = `a token whose header names the address of a listener of the run in ${member}`
  const tried = { row: 'callback', variant: `token.${member}`, route, title, answers: [plain, answer] } as const
  if (!isCalled) return world.passed(tried)
  const isTaken = answer.isGood && !plain.isGood
  world.found({
    ...tried,
    code: 'called',
    expected: 'no request to an address that a token names',
    got: isTaken
      ? `${answer.status}, with a key that the run has made`
      : `${answer.status}, and the listener was asked`,
    cause: isTaken
      ? `the key of a token is taken from the address that the token names in ${member}: any client signs tokens of any user`
      : `the address that a token names in ${member} is fetched before anything is known of who asks: what stands behind the server can be reached through it`,
  })
}
