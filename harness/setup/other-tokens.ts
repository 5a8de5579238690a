import type { LeafDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import type { OwnLogins } from '../credentials/own-logins.ts'
import { asking } from '../ask/asking.ts'
import type { Maker } from '../ask/exploration.ts'
import { describeStanding, isSilent, type Standing, withStanding } from '../ask/standing.ts'
import { type User, usersOf } from '../ask/users.ts'
import { BESIDE, type Credential, type Fixtures } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import { isProtected, type Route } from '../model/route.ts'
import { targetWithForm } from '../replay/form-target.ts'
import type { Endpoint } from '../replay/connection.ts'
import type { Traffic } from '../replay/traffic.ts'
import { sendAlone } from '../run/stage.ts'
import { endpointOf } from '../targets/targets.ts'

interface Refusing {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  /** Keys of operations that answered 401 to every user, although nothing is said of who may. */
  readonly refused: readonly string[]
}

interface Where {
  readonly own: OwnLogins
  readonly origin: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  readonly mayWrite: boolean
  readonly traffic?: Traffic | undefined
  readonly failures?: Endpoint['failures']
}

/**
 * A 401 to every user at one operation, while the same credentials open another one of the same scheme, says that it takes
 * another credential than its document: a token to refresh, say, which the login answers beside that of access. Where that is
 * taken, the operation is asked with it; else nothing is known of a good credential there, and its refusals say nothing.
 */
export async function withOtherTokens(
  { routes, fixtures, refused }: Refusing,
  { own, origin, timeout, mayWrite, traffic, failures }: Where,
): Promise<Omit<Refusing, 'refused'> & { readonly remarks: readonly Remark[] }> {
  const hidden = own.besides.map((value) => ({ value, label: BESIDE }))
  const known = { routes, fixtures: { ...fixtures, secrets: [...fixtures.secrets, ...hidden] }, remarks: [] }
  if (refused.length === 0) return known
  const target = targetWithForm(endpointOf(origin, { traffic, failures }), timeout, fixtures.form)
  const { ask } = asking({ send: (request) => sendAlone(request, target) }, { routes, fixtures, mayWrite })
  const tries: Try[] = []
  try {
    for (const route of routes.filter(({ key }) => refused.includes(key)))
      tries.push(...(await tryOther(route, { routes, fixtures, refused, own, ask })))
  } finally {
    await target.close()
  }
  return apply(known, tries)
}

/** The result for an operation that refuses every user. */
interface Try {
  readonly route: Route
  /** Of the users who have another token; none where it is not taken. */
  readonly credentials: readonly Credential[]
  readonly standing?: Standing
  readonly message?: string
}

type Trying = Refusing & Pick<Where, 'own'> & Pick<Maker, 'ask'>

async function tryOther(route: Route, setting: Trying): Promise<readonly Try[]> {
  const [leaf, more] = leavesOf(route.auth)
  if (leaf === undefined || more !== undefined || route.auth?.kind !== leaf.kind) return []
  const users = usersOf(setting.fixtures).filter(({ credentials }) => credentialFor(leaf, credentials) !== undefined)
  const open = await findOpened(leaf, users, setting)
  if (open === undefined) return []
  const others = users.flatMap((user) => otherOf(user, leaf, setting))
  const answers = await askWith(others, route, setting)
  const allow = answers.filter(({ status }) => !isSilent(status)).map(({ user }) => user)
  if (allow.length === 0) {
    if (await readsCredential(route, leaf, users, setting)) {
      const what =
        '401 to every user, and another one to a wrong credential: it refuses what is sent, such as an old password'
      const remedy = `Give what it takes: routes: { '${route.key}': { body: { … } } }`
      return [{ route: { ...route, takesOther: `${what}. ${remedy}` }, credentials: [] }]
    }
    const what = `401 to every user, whose credentials open ${open.key}: it takes another credential than its document says`
    const remedy = `Declare its scheme in the document (--openapi takes a file) and give a credential for it, or say who may: roles: { '${route.key}': { allow: […] } }`
    return [{ route: { ...route, takesOther: `${what}. ${remedy}` }, credentials: [] }]
  }
  const denied = answers.filter(({ status }) => status === 401 || status === 403)
  const statuses = [...new Set(denied.map(({ status }) => status))]
  const deny = denied.map(({ user }) => user)
  const name = `${leaf.name} to refresh`
  return [
    {
      route: { ...route, auth: { ...leaf, name }, isOnce: true },
      credentials: others.map(({ credential }) => ({ ...credential, authenticator: name })),
      ...(deny.length > 0
        ? { standing: { key: route.key, allow, deny, statuses, isUsedUp: false, refusesAll: false } }
        : {}),
      message: `${route.key} refuses the credentials that open ${open.key}, and takes the token to refresh of the login: it is asked with that, of a new login each time`,
    },
  ]
}

/**
 * Whether an operation that answers 401 to a good credential answers something else to a wrong one: it has read the credential, and
 * refuses what is sent, such as the old password.
 */
async function readsCredential(
  route: Route,
  leaf: LeafDescription,
  users: readonly User[],
  { ask }: Trying,
): Promise<boolean> {
  const [user] = users
  const own = user && credentialFor(leaf, user.credentials)
  if (user === undefined || own?.value.type !== 'key') return false
  const params = route.spare === undefined ? {} : { params: route.spare }
  const wrong = { ...own, value: { type: 'key', value: 'svc-no-such-key-4b1d' } } as const
  const good = await ask({ route, as: user, ...params })
  const other = await ask({ route, as: { ...user, credentials: [wrong] }, ...params })
  return good !== undefined && other !== undefined && good.text !== other.text
}

/** A user with the other token of their login. */
interface Other {
  readonly user: User
  readonly credential: Credential
  readonly token: string
}

function otherOf(user: User, leaf: LeafDescription, { own }: Trying): readonly Other[] {
  const taken = credentialFor(leaf, user.credentials)
  const token = taken?.value.type === 'key' ? own.besideOf(taken.value.value) : undefined
  if (taken === undefined || token === undefined) return []
  return [{ user, token, credential: { ...taken, value: { type: 'key', value: token } } }]
}

/** Each asks with the token of a new login: it may be good once. A login that is refused, since its account is locked, asks nothing. */
async function askWith(
  others: readonly Other[],
  route: Route,
  { own, ask }: Trying,
): Promise<readonly { readonly user: string; readonly status: number }[]> {
  const answers: { readonly user: string; readonly status: number }[] = []
  for (const { user, credential, token } of others) {
    const value = await own.again(token).catch(() => '')
    const as = { ...user, credentials: [{ ...credential, value: { type: 'key', value } as const }] }
    const params = route.spare === undefined ? {} : { params: route.spare }
    const answer = value === '' ? undefined : await ask({ route, as, ...params })
    if (answer !== undefined) answers.push({ user: user.name, status: answer.status })
  }
  return answers
}

function credentialFor({ name }: LeafDescription, credentials: User['credentials']): Credential | undefined {
  return credentials.find(({ authenticator }) => authenticator === name)
}

/** Operations that are asked until one is found. */
const MOST = 6

/**
 * An operation of the same authenticator that lets these users in and refuses anonymous; else one that answers 401 to anonymous and
 * knows each of them, if only to refuse with 403.
 */
async function findOpened(
  { name }: LeafDescription,
  users: readonly User[],
  { routes, refused, ask }: Trying,
): Promise<Route | undefined> {
  const reads = routes.filter(
    (route) =>
      route.method === 'GET' &&
      isProtected(route) &&
      !refused.includes(route.key) &&
      leavesOf(route.auth).every((leaf) => leaf.name === name),
  )
  const plainFirst = reads.toSorted((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')))
  let known: Route | undefined
  for (const route of plainFirst.slice(0, MOST)) {
    const without = await ask({ route, as: undefined })
    if (without?.status !== 401 && without?.status !== 403) continue
    const statuses: number[] = []
    for (const as of users) statuses.push((await ask({ route, as }))?.status ?? 0)
    const isOpened = (status: number): boolean => status >= 200 && status < 300
    if (users.length > 0 && statuses.every(isOpened)) return route
    const isKnown = without.status === 401 && statuses.every((status) => isOpened(status) || status === 403)
    if (isKnown && statuses.some(isOpened)) known ??= route
  }
  return known
}

function apply(
  { routes, fixtures }: Omit<Refusing, 'refused'>,
  tries: readonly Try[],
): Awaited<ReturnType<typeof withOtherTokens>> {
  const byKey = new Map(tries.map(({ route }) => [route.key, route]))
  const valid: Record<string, readonly Credential[]> = { ...fixtures.valid }
  for (const { credentials } of tries) for (const one of credentials) valid[one.authenticator] = credentials
  const found = tries.flatMap(({ standing }) => standing ?? [])
  const lines = [...tries.flatMap(({ message }) => message ?? []), ...describeStanding(found)]
  return {
    routes: routes.map((route) => byKey.get(route.key) ?? route),
    fixtures: withStanding({ ...fixtures, valid }, found),
    remarks: lines.map((message) => ({ kind: 'notice', message })),
  }
}
