import { hash, randomBytes } from 'node:crypto'
import { HttpError } from '../base/errors.ts'
import type { RequestContext } from '../http/request.ts'
import { orUnavailable } from '../sessions/shared-revocations.ts'
import type { SealedCookies } from '../sessions/sealed-cookies.ts'
import { familiesIn, ownFamilies } from '../store/families.ts'

/** A login that began here and ends with the provider's answer. */
export interface LoginFlow {
  readonly issuer: string
  readonly clientId: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
  readonly redirectUri: string
  /** A path of this origin. */
  readonly returnTo: string
}

/** Milliseconds in which a person logs in. */
const LIFETIME = 600_000
/** Flows of one browser, in tabs: more would make the header of its requests too long. */
const MOST_FLOWS = 4
/** Followed by an id, which is in the state too. */
const NAME = 'svc-login-'
const ID = /^[\w-]{16}$/

/** A state (RFC 6749 section 10.12) that says which cookie it belongs to: 12 bytes for that, and 32 that cannot be guessed. */
export function createState(): string {
  return `${randomBytes(12).toString('base64url')}.${randomBytes(32).toString('base64url')}`
}

/** Keeps a flow in a cookie of its own. */
export async function keepFlow(context: RequestContext, flow: LoginFlow): Promise<void> {
  const { responseHeaders } = context
  const cookies = cookiesOf(context)
  const prefix = cookies.nameOf(NAME)
  const known = Object.keys(context.cookies).filter((name) => name.startsWith(prefix))
  if (known.length >= MOST_FLOWS) {
    for (const name of known) responseHeaders.append('set-cookie', cookies.clearing(name))
  }
  const name = nameOf(context, flow.state)
  if (name === undefined) throw new TypeError('a state is one of createState')
  responseHeaders.append('set-cookie', await cookies.seal(name, flow, LIFETIME))
}

/**
 * Takes the flow of a provider's answer out of its cookie. It is there once: the browser forgets the cookie, and a copy of it is
 * refused for as long as it would be valid.
 *
 * @throws {@link HttpError} 400 for an answer to nothing that this browser asked, 503 while the store is away
 */
export async function takeFlow(context: RequestContext, state: unknown): Promise<LoginFlow> {
  const name = nameOf(context, state)
  const cookies = cookiesOf(context)
  const [value, ...more] = name === undefined ? [] : context.cookieValues(name)
  if (name === undefined || value === undefined || more.length > 0) throw refuse()
  context.responseHeaders.append('set-cookie', cookies.clearing(name))
  const flow = (await cookies.open(value)) as LoginFlow | undefined
  if (flow === undefined || flow.state !== state) throw refuse()
  const { store } = context
  const families = store ? familiesIn(store, 'login-flow', 'logins with a provider') : ownFamilies('login-flow')
  const family = hash('sha256', flow.state, 'base64url')
  const isFirst = await orUnavailable(families.writeFirst(family, 'used', '1', Date.now() + LIFETIME))
  if (!isFirst) throw refuse()
  return flow
}

function nameOf(context: RequestContext, state: unknown): string | undefined {
  const [id = '', rest] = typeof state === 'string' ? state.split('.') : []
  return ID.test(id) && rest !== undefined ? cookiesOf(context).nameOf(`${NAME}${id}`) : undefined
}

function cookiesOf({ sessions }: RequestContext): SealedCookies {
  return sessions.cookiesFor('login flow')
}

function refuse(): HttpError {
  return new HttpError(400, 'This login was not begun here, has been used, or took more than ten minutes. Begin again.')
}
