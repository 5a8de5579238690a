import { isReserved } from '../ask/bodies.ts'
import { foldName } from '../ask/values.ts'
import { fillPath } from '../credentials/filled-path.ts'
import type { RequestFixture } from '../credentials/define.ts'
import { FORM, type RequestData } from '../model/request.ts'
import type { BodyMember, Route } from '../model/route.ts'

const PASSWORD = /passw|pwd|passphrase|^secret$/
const NAME = /^(?:user(?:name|id)?|login|loginname|e?mail(?:address)?|name|account|identifier|phone)$/
/** Members whose value says what a user may. */
const ROLE = /^(?:user)?(?:roles?|type|kind|group|level)$/
const HIGH = /admin|root|super|owner|staff|manage/i

/** Names of the members of the body, or of the parameters of a query that has both. */
export function hasBoth(route: Route): boolean {
  return isPair(route.inputs?.body.map(({ path }) => path.at(-1) ?? '') ?? []) || isOfQuery(route)
}

/** Whether the user and the password stand in the query. */
export function isOfQuery({ inputs }: Route): boolean {
  return isPair(inputs?.query ?? [])
}

function isPair(names: readonly string[]): boolean {
  const folded = names.map(foldName)
  return folded.some((name) => PASSWORD.test(name)) && folded.some((name) => NAME.test(name))
}

/** `@example.com` where users log in with an address; `undefined` where they do with a name. */
export function addressOf(route: Route | undefined, written: string): string | undefined {
  const name = route?.inputs?.body.find((member) => NAME.test(foldName(member.path.at(-1) ?? '')))
  if (name === undefined || !(foldName(name.path.at(-1) ?? '').includes('mail') || name.format === 'email'))
    return undefined
  return written.includes('@') ? written.slice(written.indexOf('@')) : '@example.com'
}

/** Users of the run get no address of a domain that may be in use. */
export function isOfReserved(at: string | undefined): boolean {
  return at === undefined || isReserved(at.slice(1))
}

/** @param user the text of the member that names the user @param at after it, for addresses */
export function requestFor({ method, path, inputs, sample }: Route, user: string, at = ''): RequestFixture {
  const members = inputs?.isInQuery === true ? [] : (inputs?.body ?? [])
  const names = inputs?.query ?? []
  if (!isPair(members.map(({ path: own }) => own.at(-1) ?? '')) && isPair(names)) {
    const named = names.find((name) => NAME.test(foldName(name)))
    const pairs = names.flatMap((name) => {
      if (PASSWORD.test(foldName(name))) return [`${name}={password}`]
      if (name === named) return [`${name}=${user}${foldName(name).includes('mail') ? at : ''}`]
      const known = sample?.query[name]
      return known === undefined ? [] : [`${name}=${encodeURIComponent(known)}`]
    })
    return { ...(method === 'POST' ? {} : { method: method as 'GET' }), path: `${path}?${pairs.join('&')}` }
  }
  const first = members.find(({ path: own }) => NAME.test(foldName(own.at(-1) ?? '')))
  const body: Record<string, unknown> = {}
  for (const member of members) {
    const value = valueOf(member, user, at, member === first)
    if (value !== undefined) put(body, member.path, value)
  }
  const isForm = inputs?.contentType === FORM
  return {
    ...(method === 'POST' ? {} : { method: method as 'PUT' }),
    path,
    ...(isForm ? { form: body as Record<string, string> } : { body }),
  }
}

function valueOf(member: BodyMember, user: string, at: string, isFirst: boolean): unknown {
  const { path, sample, isRequired, choices = [] } = member
  const name = foldName(path.at(-1) ?? '')
  if (PASSWORD.test(name)) return '{password}'
  if (name.includes('mail')) return user + at
  if (isFirst || (NAME.test(name) && at !== '')) return user
  if (name === 'granttype') return 'password'
  const plain = ROLE.test(name) ? choices.find((choice) => !HIGH.test(choice)) : undefined
  const value = plain ?? sample
  return isRequired && isInert(value) ? value : undefined
}

/** Whether fixtures resolve nothing in a value of a document: it would send secrets of this machine to that server. */
function isInert(value: unknown): boolean {
  return !/\$\{|"(?:file|exec):/.test(JSON.stringify(value) ?? '')
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) target[name] = value
  else put((target[name] ??= {}) as Record<string, unknown>, rest, value)
}

/** The request of a login for one user. */
export function filledRequest(
  { method = 'POST', path, form, body }: RequestFixture,
  { user, password }: { readonly user: string; readonly password: string },
  routes: readonly Route[],
): RequestData {
  const fill = (text: string): string =>
    text.replaceAll(/\{(user|password)\}/g, (_, name) => (name === 'user' ? user : password))
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]))
  }
  const [own = path] = path.split('?')
  const base = routes.find((route) => route.method === method && route.path === own)?.base ?? ''
  const target = base + fillPath(path, { user, password })
  const isForm = form !== undefined
  if (!isForm && body === undefined) return { method, target, headers: [['Accept', 'application/json']] }
  const text = isForm
    ? new URLSearchParams(walk(form) as Record<string, string>).toString()
    : JSON.stringify(walk(body))
  return {
    method,
    target,
    headers: [
      ['Content-Type', isForm ? FORM : 'application/json'],
      ['Accept', 'application/json'],
    ],
    body: Buffer.from(text, 'utf8').toString('latin1'),
  }
}
