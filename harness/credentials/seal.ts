import { randomBytes } from 'node:crypto'
import type { SessionUser, Sessions } from 'svc'
import type { SessionValue } from '../model/fixtures.ts'

/** Milliseconds that a session near its end has left: longer than a run takes, and short to be remembered after it. */
const LEFT = 600_000

/**
 * A session of a user, sealed for the application, with every variation that must be refused or accepted for a reason.
 *
 * @param sessions in the cookie mode in which the application answers
 * @param count of further sessions of the same user
 * @param dry whether nothing may be kept: the session that is to be a revoked one is not
 */
export async function sealSession(
  sessions: Sessions,
  given: Readonly<Record<string, unknown>>,
  count: number,
  dry: boolean = false,
): Promise<SessionValue> {
  // The application defines the members of users; here they are data.
  const user = given as SessionUser & Readonly<Record<string, unknown>>
  const value = await sessions.seal(user)
  const spares = await Promise.all(Array.from({ length: Math.max(1, count) }, () => sessions.seal(user)))
  const content: SealedContent = (changes) => ({ ...times(Date.now()), id: createId(), user, ...changes })
  const variants = {
    ...(await settle(sealShapes(sessions, content))),
    ...(await settle(sealTimes(sessions, content))),
    ...(await settle(sealKeys(sessions, content))),
    ...(await settle(sealUsers(sessions, user))),
    revoked: await sealRevoked(sessions, content, dry),
    leaving: await sessions.sealContent(content({ issuedAt: nearEnd(sessions) })),
    ...(await sealFlags(sessions, user)),
  }
  const { maxAge, idleTimeout } = sessions.limits
  return { type: 'session', user, name: sessions.cookieName, value, spares, variants, maxAge, idleTimeout }
}

type SealedContent = (changes?: object) => object
type Seals = Readonly<Record<string, Promise<string> | undefined>>

/** Seals with a content that no application seals. */
function sealShapes(sessions: Sessions, content: SealedContent): Seals {
  const { user, ...noUser } = content() as { readonly user: unknown }
  return {
    null: sessions.sealContent(null),
    array: sessions.sealContent([content()]),
    string: sessions.sealContent('svc'),
    'empty-object': sessions.sealContent({}),
    'not-json': sessions.sealText(JSON.stringify(content()).slice(0, -1)),
    nothing: sessions.sealText(''),
    inherited: sessions.sealText(`{"__proto__":${JSON.stringify(content())}}`),
    'user-text': sessions.sealContent(content({ user: 'svc' })),
    'user-list': sessions.sealContent(content({ user: [user] })),
    'no-user': sessions.sealContent(noUser),
  }
}

/** Before, shortly before and after their time, by the clock of this machine. */
function sealTimes(sessions: Sessions, content: SealedContent): Seals {
  const now = Date.now()
  const { maxAge, idleTimeout } = sessions.limits
  const old = (by: number): Promise<string> => sessions.sealContent(content(times(now - by)), { now: now - by })
  const left = Math.min(LEFT, maxAge / 4)
  const always: Seals = {
    'expired-1s': old(maxAge + 1_000),
    'expired-1h': old(maxAge + 3_600_000),
    outlived: sessions.sealContent(content(times(now - maxAge - 1_000))),
    future: sessions.sealContent(content(times(now + 3_600_000))),
    'nearly-over': sessions.sealContent(content(times(now - maxAge + left, now)), { now: now - maxAge + left }),
  }
  if (idleTimeout === undefined || idleTimeout * 2 > maxAge) return always
  const idle = (by: number): Promise<string> =>
    sessions.sealContent(content(times(now - idleTimeout - by)), { now: now - idleTimeout - by })
  const end = now - maxAge + Math.min(LEFT, idleTimeout / 4)
  return {
    ...always,
    'idle-1s': idle(1_000),
    'idle-1h': idle(3_600_000),
    'in-use': sessions.sealContent(content(times(now - idleTimeout * 1.5, now - idleTimeout / 2))),
    // Due for another cookie, and near its end.
    'due-and-ending': sessions.sealContent(content(times(end, now - idleTimeout / 2)), { now: end }),
  }
}

function sealKeys(sessions: Sessions, content: SealedContent): Seals {
  const oldest = sessions.limits.secrets - 1
  return {
    'other-key': sessions.sealContent(content(), { secret: randomBytes(32).toString('base64url') }),
    ...(oldest === 0 ? {} : { 'old-key': sessions.sealContent(content(), { secret: oldest }) }),
  }
}

/** Where `loadUser` answers, it knows that an ordinary user is one, whatever the seal says. */
function sealUsers(sessions: Sessions, user: Readonly<Record<string, unknown>>): Seals {
  if (!sessions.limits.loadsUser || user['isSuperuser'] === true) return {}
  return { demoted: sessions.seal({ ...user, isSuperuser: true } as SessionUser) }
}

/** Near its end, so that the application forgets soon that it was revoked: it lives on after the run. */
async function sealRevoked(sessions: Sessions, content: SealedContent, dry: boolean): Promise<string> {
  const { maxAge } = sessions.limits
  const revoked = { id: createId(), issuedAt: nearEnd(sessions) }
  if (!dry) await sessions.revoke({ ...revoked, expiresAt: revoked.issuedAt + maxAge })
  return sessions.sealContent(content(revoked))
}

/** When a session began that has little time left. */
function nearEnd({ limits: { maxAge } }: Sessions): number {
  return Math.round(Date.now() - maxAge + Math.min(LEFT, maxAge / 2))
}

/**
 * Sessions whose user only looks like a superuser. Where `loadUser` answers for the sealed user, what is sealed does
 * not decide, and they prove nothing.
 */
async function sealFlags(sessions: Sessions, user: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  if (user['isSuperuser'] !== true) return {}
  const { isSuperuser: _, ...rest } = user
  const ordinary = await sessions.seal({ ...rest, isSuperuser: false } as SessionUser)
  const read = await Promise.resolve(sessions.find(ordinary)).catch(() => undefined)
  if (read?.session.user.isSuperuser === true) return {}
  const flags: Readonly<Record<string, object>> = {
    'flag-text': { isSuperuser: 'true' },
    'flag-false-text': { isSuperuser: 'false' },
    'flag-one': { isSuperuser: 1 },
    'flag-list': { isSuperuser: [true] },
    'flag-object': { isSuperuser: {} },
    'flag-snake': { is_superuser: true, superuser: true, admin: true },
    'flag-inherited': JSON.parse('{"__proto__":{"isSuperuser":true}}') as object,
  }
  const sealed = await settle(
    Object.fromEntries(
      Object.entries(flags).map(([name, flag]) => [name, sessions.seal(own(rest, flag) as SessionUser)]),
    ),
  )
  return { ...sealed, ordinary }
}

/** Keeps `__proto__` a member of its own, as the wire would bring it. */
function own(user: object, flag: object): object {
  const result: object = { ...user }
  for (const [key, value] of Object.entries(flag)) Object.defineProperty(result, key, { value, enumerable: true })
  return result
}

function times(issuedAt: number, lastSeen: number = issuedAt): object {
  return { issuedAt: Math.round(issuedAt), lastSeen: Math.round(lastSeen) }
}

function createId(): string {
  return randomBytes(16).toString('base64url')
}

async function settle(seals: Readonly<Record<string, Promise<string> | undefined>>): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(seals).map(async ([name, seal]) => [name, await seal?.catch(() => undefined)] as const),
  )
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
}
