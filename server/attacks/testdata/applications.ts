import { createStorage } from 'unstorage'
import { SvcAPI } from '../../api/api.ts'
import {
  all,
  basic,
  bearer,
  check,
  cookieKey,
  fwAuth,
  fwAuthSuperuser,
  headerKey,
  login,
  logout,
  optional,
  queryKey,
} from '../../auth/index.ts'
import { websocket } from '../../http/websocket.ts'
import { Form } from '../../schema/markers.ts'
import { deriveSessionKey } from '../../sessions/keys.ts'
import { sealContent } from '../../sessions/seal.ts'
import type { ApiOptions } from '../../declaring/settings.ts'
import { type ApplicationName, RIGHT, type SealName } from './attack.ts'

const SECRET = 'the newest secret of the attacked application'
const ROTATED = 'the secret before it, which still opens seals'
const FOREIGN = 'a secret that the application has never known'
/** Longer than any soak: its cookies are sealed once. */
const MAX_AGE = 604_800
const IDLE = 86_400

/** An application under attack, and what it notes about itself. */
export interface Target {
  readonly api: SvcAPI<never>
  /** Operations whose handlers started. */
  readonly runs: string[]
  /** Credentials that no hook should ever have been called with (promise 4). */
  readonly malformed: string[]
}

/** In what the applications differ. */
const OPTIONS: Readonly<Record<ApplicationName, ApiOptions<null>>> = {
  main: {},
  shared: { cors: { origins: ['https://app.example'], credentials: true } },
  throttled: { throttle: { failures: 2, window: 600 } },
  proxied: { trustProxy: ['127.0.0.1', '10.9.0.0/16'] },
}

/** The applications, fresh: each with every kind, in the setting that its name says. */
export function createTargets(): Readonly<Record<ApplicationName, Target>> {
  const entries = Object.keys(OPTIONS).map((name) => [name, createTarget(name as ApplicationName)])
  return Object.fromEntries(entries) as Record<ApplicationName, Target>
}

/** Seals in order, and every kind that is not. */
export async function createSeals({ api }: Target): Promise<Readonly<Record<SealName, string>>> {
  const now = Date.now()
  const ann = { name: 'ann' }
  const root = { name: 'root', isSuperuser: true as const }
  const content = { id: 'a'.repeat(22), issuedAt: now, lastSeen: now, user: ann }
  const { sessions } = api
  const revoked = { id: 'b'.repeat(22), issuedAt: now }
  await sessions.revoke({ ...revoked, expiresAt: now + MAX_AGE * 1_000 })
  const seal = (value: unknown): Promise<string> => sealContent(value, deriveSessionKey(SECRET), now + MAX_AGE * 1_000)
  return {
    user: await sessions.seal(ann),
    superuser: await sessions.seal(root),
    rotated: await sessions.seal(ann, { secret: ROTATED }),
    foreign: await sessions.seal(root, { secret: FOREIGN }),
    expired: await sessions.seal(root, { now: now - (MAX_AGE + 1) * 1_000 }),
    idle: await seal({ ...content, issuedAt: now - (IDLE + 2) * 1_000, lastSeen: now - (IDLE + 1) * 1_000 }),
    early: await seal({ ...content, issuedAt: now + 3_600_000, lastSeen: now + 3_600_000 }),
    revoked: await sessions.seal(root, { id: revoked.id, now }),
    superuserText: await seal({ ...content, user: { name: 'ann', isSuperuser: 'true' } }),
    superuserNumber: await seal({ ...content, user: { name: 'ann', isSuperuser: 1 } }),
    withoutUser: await seal({ id: content.id, issuedAt: now, lastSeen: now }),
    withoutId: await seal({ issuedAt: now, lastSeen: now, user: root }),
    list: await seal([root]),
    nothing: await seal(null),
  }
}

/** Texts that no answer may contain. */
export const SECRETS: readonly string[] = [SECRET, ROTATED, RIGHT, 'server-internal']

/** @param store address of a Redis that several processes share, instead of the memory of this one */
export function createTarget(name: ApplicationName, store?: string): Target {
  const malformed: string[] = []
  const isRight = (value: string, form = /^[!-~]+$/): boolean => {
    if (!form.test(value)) malformed.push(value)
    return value === RIGHT
  }
  const isRightKey = (value: string): boolean => isRight(value, /./)
  const token = bearer((_, value) => isRight(value))
  const slowToken = bearer(async (_, value) => {
    await new Promise((resolve) => setImmediate(resolve))
    return isRight(value)
  })
  const pair = basic((_, user, password) => {
    isRight(`${user}:${password}`, /^[^:\p{Cc}]*:\P{Cc}*$/u)
    return user === 'ann' && password === RIGHT
  })
  const inQuery = queryKey('key', (_, value) => isRightKey(value))
  const inHeader = headerKey('X-Key', (_, value) => isRightKey(value))
  const inCookie = cookieKey('key', (_, value) => isRightKey(value))
  const api = new SvcAPI<null>({
    auth: null,
    csrf: true,
    trustedOrigins: ['https://app.example'],
    docs: { auth: token },
    ...(store === undefined ? {} : { store }),
    sessions: {
      secrets: [SECRET, ROTATED],
      ...(store === undefined ? { store: createStorage() } : {}),
      maxAge: MAX_AGE,
      idleTimeout: IDLE,
    },
    ...OPTIONS[name],
  })
  const fine = (): string => 'fine'
  for (const [path, auth] of [
    ['/open', null],
    ['/bearer', token],
    ['/slow', slowToken],
    ['/basic', pair],
    ['/query', inQuery],
    ['/header', inHeader],
    ['/cookie', inCookie],
    ['/session', fwAuth],
    ['/superuser', fwAuthSuperuser],
    ['/list', [inCookie, token]],
    ['/both', all(token, inHeader)],
    ['/optional', optional(token)],
    ['/checked', check(token, () => false)],
    ['/callable', (request: { headers: Headers }) => request.headers.get('x-word') === RIGHT],
    ['/address', (request: { clientAddress: string }) => request.clientAddress === '10.0.0.1'],
    ['/items/:id', token],
  ] as const) {
    api.get(path, { auth }, fine)
    api.post(path, { auth }, fine)
  }
  const broken = bearer((): boolean => {
    throw new Error('server-internal')
  })
  api.get('/broken', { auth: broken }, fine)
  api.delete('/bearer', { auth: token }, fine)
  api.post('/json', { auth: token, body: { name: String, count: Number } }, fine)
  api.post('/form', { auth: token, body: Form({ username: String }) }, fine)
  api.post('/free', { body: { name: String } }, fine)
  api.post('/text', {}, async (request) => String((await request.text()).length))
  api.post('/login', { csrf: false }, (request) => login(request, { name: 'ann' }).then(fine))
  api.post('/logout', {}, (request) => logout(request).then(fine))
  api.get('/socket', { auth: token }, () => websocket({}))
  api.get('/socket-of-session', { auth: fwAuth }, () => websocket({}))
  api.get('/shut', {}, fine)
  api.get('/shut-below/deep', {}, fine)
  for (const letter of ['a', 'b', 'c', 'd', 'e']) api.get(`/tried/${letter}`, { auth: token }, fine)
  const closed = [
    { path: '/shut', reason: 'server-internal' },
    { path: '/shut-below/**', reason: 'server-internal' },
  ]
  const served = api.withOperations(api.operations(), { closed })
  const runs: string[] = []
  served.observe((reported) => {
    if (reported.type === 'handler.started') runs.push(`${reported.operation.method} ${reported.operation.path}`)
  })
  return { api: served as unknown as SvcAPI<never>, runs, malformed }
}
