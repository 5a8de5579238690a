import { BEARER, findNearest, isNamed, isSameCarrier } from '../../server/internal.ts'
import { PLACES } from '../model/fixtures.ts'
import { HarnessError } from '../model/failure.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { Take } from '../model/request.ts'
import { carrierOf } from '../model/taken-credential.ts'
import type { FixtureFile, FixtureText, LoginFixture, RequestFixture, UserFixture } from './define.ts'
import { type FilledRequest, type Filling, isPlaceIn, PLACE } from './filled-path.ts'
import { findSecret } from './secret.ts'

type Login = NonNullable<FixtureFile['login']>

/** A user as an object: a text alone is the password. */
export function userOf(user: FixtureText | UserFixture): UserFixture {
  return typeof user === 'string' || findSecret(user) !== undefined
    ? { password: user as FixtureText }
    : (user as UserFixture)
}

/** Whether the login of the fixtures is filled for each user: its request has `{user}` or `{password}`. */
function isTemplate(login: Login | undefined): login is Login {
  return login !== undefined && /\{(?:user|password)\}/.test(JSON.stringify(login.request))
}

/**
 * Gives each user with a password a credential from the one login of the fixtures. What is attacked is the login of the first.
 *
 * @throws HarnessError where it is not known for which authenticator, or what to take from the answer
 */
export function withUserLogins(fixtures: FixtureFile, routes: readonly Route[], file: string): FixtureFile {
  const users = Object.fromEntries(Object.entries(fixtures.users ?? {}).map(([name, user]) => [name, userOf(user)]))
  const plain = { ...fixtures, ...(fixtures.users === undefined ? {} : { users }) }
  const { login } = fixtures
  if (!isTemplate(login)) return plain
  const authenticator = authenticatorFor(login, routes, file)
  if (login.take === undefined)
    throw new HarnessError(
      'SVC_FIXTURE_LOGIN',
      `${file}  login: say what its answer gives: take: { json: /token }, { cookie: NAME } or { header: NAME }`,
    )
  const take = withoutScheme(login.take, authenticator, routes)
  const able = Object.entries(users).filter(([, { password }]) => password !== undefined)
  const request = (name: string, { password, username = name }: UserFixture): RequestFixture =>
    below(filled(login.request, { user: username, password: password ?? '' }), routes)
  const own: Record<string, LoginFixture> = Object.fromEntries(
    able.map(([name, user]) => [
      name,
      {
        login: {
          as: name,
          request: request(name, user),
          take,
          ...(login.renewAfter === undefined ? {} : { renewAfter: login.renewAfter }),
        },
      },
    ]),
  )
  const [first] = able
  const known = fixtures.credentials?.[authenticator]
  return {
    ...plain,
    credentials: { ...fixtures.credentials, [authenticator]: { ...own, ...known } },
    ...(first === undefined ? {} : { login: { ...login, request: request(...first), take } }),
  }
}

/** A prefix that is the scheme which the authenticator itself writes before the token would stand there twice. */
function withoutScheme({ prefix, ...take }: Take, authenticator: string, routes: readonly Route[]): Take {
  const carriers = authenticatorsOf(routes).flatMap(({ name, carrier }) => (name === authenticator ? [carrier] : []))
  const isScheme = carriers.some(
    (one) => one.in === 'authorization' && one.scheme.toLowerCase() === prefix?.trim().toLowerCase(),
  )
  return prefix === undefined || isScheme ? take : { ...take, prefix }
}

/** Requests for a user that does not exist yet, and the users who make it and let it in where people cannot do so themselves. */
export interface ThrowawaySteps {
  readonly login: RequestFixture
  readonly register: RequestFixture
  readonly as?: string
  readonly approve?: { readonly as: string; readonly request: RequestFixture }
  readonly mail?: string
  readonly confirm?: RequestFixture
}

/**
 * The login and the registration of a user that does not exist yet, with {@link PLACES} in them.
 *
 * @throws HarnessError where another user makes it or lets it in whom the fixtures do not have, or a code is sent of mails that are not read
 */
export function throwawayOf(
  { login, register, users = {} }: FixtureFile,
  routes: readonly Route[],
  file: string,
): ThrowawaySteps | undefined {
  if (!isTemplate(login) || register === undefined) return undefined
  const { as, request, approve, mail, confirm } = register
  const names = Object.keys(users)
  for (const [place, user] of [
    ['as', as],
    ['approve.as', approve?.as],
  ])
    if (user !== undefined && !names.includes(user))
      throw new HarnessError(
        'SVC_FIXTURE_LOGIN',
        `${file}  register.${place}: there is no user "${user}". ${meantOf(user, names)}`,
      )
  if (confirm !== undefined && mail === undefined)
    throw new HarnessError(
      'SVC_FIXTURE_LOGIN',
      `${file}  register.confirm sends the code of a mail: say in register.mail where mails are read, a folder or the address of a mail catcher`,
    )
  const write = (one: RequestFixture): RequestFixture => below(filled(one, PLACES), routes)
  return {
    login: write(login.request),
    register: write(request),
    ...(as === undefined ? {} : { as }),
    ...(approve === undefined ? {} : { approve: { as: approve.as, request: write(approve.request) } }),
    ...(mail === undefined ? {} : { mail }),
    ...(confirm === undefined ? {} : { confirm: write(confirm) }),
  }
}

/**
 * The authenticator that the login gives a credential for: that of `use`, else the one of the place where it is sent, else the only one, else the only
 * one of bearer tokens, for a token of an answer (RFC 6749 section 5.1, RFC 6750 section 2.1).
 */
export function authenticatorFor({ use, take }: Login, routes: readonly Route[], file: string): string {
  const leaves = authenticatorsOf(routes)
  const names = leaves.map(({ name }) => name)
  const [only, second] = names
  const as = take?.as && carrierOf(take.as)
  const isCalled = ({ name, carrier }: (typeof leaves)[number]): boolean =>
    isNamed(carrier) && as !== undefined && isNamed(as) && carrier.in === as.in && sameName(name, as.name)
  // Some documents say of a header what it is for, and give its name to the scheme.
  const placed = leaves.find(({ carrier }) => as !== undefined && isSameCarrier(carrier, as)) ?? leaves.find(isCalled)
  if (use === undefined && placed !== undefined) return placed.name
  if (use !== undefined && names.includes(use)) return use
  if (use === undefined && only !== undefined && second === undefined) return only
  const isToken = take !== undefined && 'json' in take && take.as === undefined
  const bearers = leaves.filter(({ carrier }) => isToken && isSameCarrier(carrier, BEARER))
  if (use === undefined && bearers.length === 1) return bearers[0]?.name ?? ''
  const what =
    use === undefined ? 'it does not say for which authenticator: add use' : `there is no authenticator "${use}"`
  throw new HarnessError('SVC_FIXTURE_LOGIN', `${file}  login: ${what}. ${meantOf(use, names)}`)
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The nearest of the known names, else all of them. */
function meantOf(name: string | undefined, names: readonly string[]): string {
  const nearest = name === undefined ? undefined : findNearest(name, names)
  return nearest === undefined ? `Known: ${names.join(', ') || 'none'}.` : `Did you mean "${nearest}"?`
}

/**
 * Replaces `{user}` and `{password}`, and of a user of the run `{id}` and `{code}`, once, in the template: never in the values. In a path they are written when the password is
 * known, with what has a meaning there encoded.
 */
function filled(request: RequestFixture, values: Filling): FilledRequest {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value, values)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null || findSecret(value) !== undefined) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]))
  }
  const { path, ...rest } = request
  return { ...(fill(rest) as Omit<RequestFixture, 'path'>), path, ...(isPlaceIn(path) ? { inPath: values } : {}) }
}

function fillText(text: string, { password, ...rest }: Filling): FixtureText {
  if (text === '{password}') return password
  const secret = typeof password === 'string' ? password : `\${${findSecret(password) ?? ''}}`
  const values: Readonly<Record<string, string>> = { ...rest, password: secret }
  return text.replaceAll(PLACE, (written, name: string) => values[name] ?? written)
}

/** A path below the base is as good as one with it. */
function below(request: RequestFixture, routes: readonly Route[]): RequestFixture {
  const { method = 'POST', path } = request
  const [own] = path.split('?')
  const base = routes.find((route) => route.base !== '' && route.method === method && route.path === own)?.base
  const isWhole = base === undefined || path.startsWith(`${base}/`)
  return isWhole ? request : { ...request, path: base + path }
}
