import { authenticatorsOf, type Route } from '../model/route.ts'
import type { RecordedRecord } from '../model/recorded.ts'
import { isSameCarrier } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { CredentialInput, FixtureFile } from '../credentials/define.ts'
import { userOf } from '../credentials/user-logins.ts'
import { type Entry, readHar } from './read-har.ts'
import { operationsOf, type RecordedOperation } from './recorded-document.ts'
import { type Shown, shownIn } from './shown-credentials.ts'
import { placer } from './templates.ts'
import { decodePercent } from '../text/encoding.ts'

/** The recordings of a run. */
export interface Recordings {
  readonly users: readonly string[]
  readonly entries: readonly Entry[]
  readonly operations: readonly RecordedOperation[]
}

/** @param arguments_ of `--har` @throws HarnessError for a recording that cannot be used */
export function readRecordings(arguments_: readonly string[], base: URL): Recordings {
  const entries = arguments_.flatMap((argument) => readHar(argument, base))
  const operations = operationsOf(entries, placer(entries))
  return { users: [...new Set(entries.map(({ user }) => user))], entries, operations }
}

/** The fixtures with the users of the recordings and their last credentials, which stand in the environment. */
export interface WithRecorded {
  readonly fixtures: FixtureFile
  readonly env: Readonly<Record<string, string>>
}

const EXPORT =
  'Chrome leaves credentials out of a recording: in the settings of its developer tools, Network, allow to generate HAR with sensitive data, then export it so. Or write a login and a password for the user into the fixtures'

/**
 * Adds what recordings know to fixtures. What the fixtures say themselves stays: a login gives a credential that is not
 * expired.
 *
 * @throws HarnessError for a user of whom neither a recording nor the fixtures have a credential
 */
export function withRecorded(
  fixtures: FixtureFile,
  { users, entries }: Pick<Recordings, 'users' | 'entries'>,
  routes: readonly Route[],
): WithRecorded {
  const env: Record<string, string> = {}
  const credentials: Record<string, Record<string, CredentialInput>> = {}
  for (const user of users) {
    if (knows(fixtures, user)) continue
    const own = lastShown(entries.filter((entry) => entry.user === user))
    let isUsed = false
    for (const shown of own)
      for (const { name, secret } of fittingIn(shown, routes)) {
        const variable = `SVC_HAR_${[user, name].join('_').replace(/\W/g, '_').toUpperCase()}`
        env[variable] = secret
        credentials[name] = { ...credentials[name], [user]: shown.write(`\${${variable}}`) }
        isUsed = true
      }
    if (isUsed) continue
    const which =
      own.length === 0
        ? `the recording of ${user} has no credential. ${EXPORT}`
        : `the recording of ${user} has credentials (${own.map(({ scheme }) => scheme).join(', ')}) that no operation of the document takes. Leave --openapi out, or write a login into the fixtures`
    throw new HarnessError('SVC_RECORDING', `--har: ${which}.`)
  }
  const known: Readonly<Record<string, object>> = fixtures.credentials ?? {}
  const all = Object.entries(credentials).map(([name, own]) => [name, { ...own, ...known[name] }] as const)
  return {
    env,
    fixtures: {
      ...fixtures,
      users: { ...Object.fromEntries(users.map((user) => [user, {}])), ...fixtures.users },
      credentials: { ...fixtures.credentials, ...Object.fromEntries(all) },
    },
  }
}

/** Whether the fixtures give a user a credential: a password for the login, or one of their own. */
function knows({ users = {}, credentials = {} }: FixtureFile, user: string): boolean {
  const own = users[user]
  if (own !== undefined && userOf(own).password !== undefined) return true
  return Object.values(credentials).some((fixture) => Object.hasOwn(fixture, user))
}

/** The last credential of each scheme that was not refused. */
function lastShown(entries: readonly Entry[]): readonly Shown[] {
  const found = entries.flatMap((entry) => {
    const shown = shownIn(entry)
    return shown === undefined ? [] : [{ shown, isGood: entry.status < 400 }]
  })
  const good = found.filter(({ isGood }) => isGood)
  return [...new Map((good.length > 0 ? good : found).map(({ shown }) => [shown.scheme, shown])).values()]
}

/** The authenticators of the document that read a credential: by its scheme, or by the field that it stands in. */
function fittingIn(
  { carrier: own, secret, field }: Shown,
  routes: readonly Route[],
): readonly { readonly name: string; readonly secret: string }[] {
  const leaves = authenticatorsOf(routes)
  const same = leaves.filter(({ carrier }) => isSameCarrier(carrier, own))
  if (same.length > 0 || field === undefined) return same.map(({ name }) => ({ name, secret }))
  const inField = leaves.filter(({ carrier }) => carrier.in === 'header' && /^authorization$/i.test(carrier.name))
  return inField.map(({ name }) => ({ name, secret: field }))
}

/** Records that only one user has in their recording, by the operations of the document. */
export function recordsOf(
  { entries }: Pick<Recordings, 'entries'>,
  routes: readonly Route[],
): readonly RecordedRecord[] {
  const found = new Map<string, RecordedRecord & { readonly users: Set<string> }>()
  for (const { user, method, path, status, answer } of entries) {
    if (status >= 300 || method !== 'GET') continue
    const matched = matchRoute(routes, method, path)
    if (matched === undefined || Object.keys(matched.params).length === 0) continue
    const key = `${matched.route} ${JSON.stringify(matched.params)}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { user, answer, ...matched, users: new Set([user]) })
    else known.users.add(user)
  }
  return [...found.values()].flatMap(({ users, ...record }) => (users.size === 1 ? [record] : []))
}

/** The operation of a path; the one with the fewest parameters of several. */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): Pick<RecordedRecord, 'route' | 'params'> | undefined {
  const steps = path.split('/')
  const fitting = routes.flatMap((route) => {
    const own = route.path.split('/')
    const isFit =
      route.method === method &&
      own.length === steps.length &&
      own.every((step, at) => (/^\[[^.\]]+\]$/.test(step) ? steps[at] !== '' : step === steps[at]))
    const params = own.flatMap((step, at) =>
      step.startsWith('[') ? [[step.slice(1, -1), decodePercent(steps[at] ?? '')] as const] : [],
    )
    return isFit ? [{ route: route.key, params: Object.fromEntries(params), count: params.length }] : []
  })
  const [best] = fitting.toSorted((a, b) => a.count - b.count)
  return best && { route: best.route, params: best.params }
}
