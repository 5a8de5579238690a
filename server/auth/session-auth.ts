import { isThenable } from '../base/thenable.ts'
import { HttpError } from '../base/errors.ts'
import { isForeignOrigin } from '../http/csrf.ts'
import { HeldWork } from '../http/held-work.ts'
import type { AuthRequest, CredentialSource, RequestContext, SvcRequest } from '../http/request.ts'
import type { RevocableSession } from '../sessions/shared-revocations.ts'
import type { FoundSession } from '../sessions/sessions.ts'
import type { SessionUser } from '../base/registry.ts'
import { Authenticator, describeNamed, type ReadCredential } from './authenticator.ts'
import { singleValue } from './single-value.ts'
import { SESSION } from '../model/carrier.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'
import type { Fault } from './refusal/fault.ts'
import { findNamedFault } from './refusal/place-fault.ts'

/**
 * The sealed session cookie (semantics 7). The base class passes every user with a valid session; a subclass
 * narrows that by its hook.
 *
 * @example
 * class StaffAuth extends SessionAuth {
 *   override authenticate(request: AuthRequest, user: SessionUser) {
 *     return user.isStaff ? user : null
 *   }
 * }
 */
export class SessionAuth extends Authenticator<[cookie: string]> {
  override describe(): LeafDescription {
    return describeLeaf(SESSION, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<[cookie: string]> {
    return singleValue(request.cookieValues(request.sessions.cookieName))
  }

  override verify(request: RequestContext, [cookie]: [cookie: string]): unknown {
    const found = request.sessions.find(cookie)
    const decide = (session: FoundSession | undefined): unknown =>
      session ? letIn(this, request, session) : refuse(request, cookie)
    return found instanceof Promise ? found.then(decide) : decide(found)
  }

  override explain(request: CredentialSource): Fault | undefined | Promise<Fault | undefined> {
    const values = request.cookieValues(request.sessions.cookieName)
    const fault = findNamedFault(values)
    return fault.fault === 'wrong' ? request.sessions.explain(values[0] as string) : fault
  }

  /** The hook: called with the user of a valid session, as `loadUser` gives it. */
  authenticate(_request: AuthRequest, user: SessionUser): unknown {
    return user
  }
}

/**
 * `null` where the hook refused the user of the session, as {@link refuse} gives `undefined` for a session that is over:
 * neither passes, and who asks for the reasons can distinguish them. Without a promise where the seal was opened lately and the
 * hook returns none: so it is for most requests.
 */
function letIn(authenticator: SessionAuth, request: RequestContext, found: FoundSession): unknown {
  const note = (passed: unknown): unknown => {
    if (!passed) {
      request.isGenuine = true
      return null
    }
    request.session = found.session
    request.renewSession = found.renew
    return passed
  }
  const passed = authenticator.authenticate(request, found.session.user)
  return isThenable(passed) ? Promise.resolve(passed).then(note) : note(passed)
}

/** A guess is what does not open: a session that is over, or of a user who may not, counts in no throttle. */
async function refuse(request: RequestContext, cookie: string): Promise<undefined> {
  request.isGenuine = await request.sessions.isGenuine(cookie)
}

class FwAuth extends SessionAuth {
  override readonly name: string = 'fwAuth'
  declare authenticate: (request: AuthRequest, user: SessionUser) => SessionUser
}

/** Passes for a valid session; `request.auth` is its user. */
export const fwAuth: SessionAuth & { authenticate(request: AuthRequest, user: SessionUser): SessionUser } = new FwAuth()

/**
 * Starts a session for a user under a fresh id, and revokes the one that the request came with. The response waits for
 * it.
 *
 * @throws {@link HttpError} 403 for a request from a foreign origin (login CSRF); one that names no origin passes.
 * @throws TypeError once the response has been made, which cannot get the cookie.
 */
export function login(request: SvcRequest | AuthRequest, user: SessionUser): Promise<void> {
  const context = request as RequestContext
  return hold(context, logIn(context, user))
}

/**
 * Starts a session as {@link login} does, for a request that proved by other means that its browser asked for it: the answer of
 * an OpenID provider is a navigation from another site.
 */
export function beginSession(context: RequestContext, user: SessionUser): Promise<void> {
  return hold(context, begin(context, user))
}

async function logIn(context: RequestContext, user: SessionUser): Promise<void> {
  if (!context.isAnswered && isForeignOrigin(context, context.origin, context.trustedOrigins)) {
    refusedLogins.add(context)
    throw new HttpError(403, 'CSRF check failed')
  }
  await begin(context, user)
}

async function begin(context: RequestContext, user: SessionUser): Promise<void> {
  if (context.isAnswered) {
    const problem = `login was called after the response to ${context.method} ${context.path}, which cannot get the cookie.`
    throw new TypeError(`${problem} Await in the handler what comes before it.`)
  }
  await revokePresent(context)
  const { session, setCookie } = await context.sessions.start(user)
  context.session = session
  context.responseHeaders.append('set-cookie', setCookie)
}

/** For the reasons of a refusal: without `await`, the handler has not thrown it. */
const refusedLogins = new WeakSet<object>()

/** Whether {@link login} refused a request for its origin. */
export function isLoginRefused(request: object): boolean {
  return refusedLogins.has(request)
}

/** Ends the session of the request: its cookie is 401 from then on, wherever a copy of it is. The response waits for it. */
export function logout(request: SvcRequest | AuthRequest): Promise<void> {
  const context = request as RequestContext
  return hold(context, logOut(context))
}

async function logOut(context: RequestContext): Promise<void> {
  await revokePresent(context)
  context.session = undefined
  context.responseHeaders.append('set-cookie', context.sessions.clearingCookie())
}

function hold(context: RequestContext, work: Promise<void>): Promise<void> {
  // After the answer nothing is left that could wait.
  return context.isAnswered ? work : (context.held ??= new HeldWork()).add(work)
}

async function revokePresent(context: RequestContext): Promise<void> {
  const session = context.session ?? (await readPresent(context))
  if (session) await context.sessions.revoke(session)
}

async function readPresent(context: RequestContext): Promise<RevocableSession | undefined> {
  const cookies = context.cookieValues(context.sessions.cookieName)
  return cookies.length === 1 ? context.sessions.identify(cookies[0] as string) : undefined
}
