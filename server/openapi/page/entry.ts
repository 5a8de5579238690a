import type { EntryForm } from './configuration.ts'
import { plantCookies } from './cookie-jar.ts'
import { findRefusal } from './refusal.ts'
import type { SchemeFacts } from './schemes.ts'

/** Sends a request of the page itself: for the page, its document, the state of its session. */
export type SendOwn = (url: URL, init?: RequestInit) => Promise<Response>

/** The texts typed for each member of a way, by the names of its fields. */
export type EntryValues = readonly Readonly<Record<string, string>>[]

/** Why a member cannot be sent as it was typed, or that its field is empty. */
export function findProblem(way: readonly SchemeFacts[], values: EntryValues): string | undefined {
  for (const [index, scheme] of way.entries()) {
    const typed = values[index] ?? {}
    if (scheme.kind === 'session') continue
    if (!(typed['token'] || typed['username'] || typed['password'])) return `${labelOf(scheme)} is empty.`
    const refusal = findRefusal(scheme, typed)
    if (refusal) return refusal.message
  }
  return undefined
}

/**
 * Sends the page's own requests with what was typed, each member in its place. It lives in this function alone: neither in
 * the address nor in what the browser keeps, so a reload asks again.
 */
export function sendWith(way: readonly SchemeFacts[], values: EntryValues): SendOwn {
  const cookies: { name: string; value: string }[] = []
  const headers: [string, string][] = []
  const query: [string, string][] = []
  for (const [index, scheme] of way.entries()) {
    if (scheme.kind === 'session') continue
    const pair = [scheme.param, valueOf(scheme, values[index] ?? {})] as [string, string]
    if (scheme.in === 'cookie') cookies.push({ name: pair[0], value: pair[1] })
    else (scheme.in === 'query' ? query : headers).push(pair)
  }
  return async (url, init = {}) => {
    const target = new URL(url)
    for (const [name, value] of query) target.searchParams.set(name, value)
    const fields = new Headers(init.headers)
    for (const [name, value] of headers) fields.set(name, value)
    const uproot = plantCookies(cookies, target, document)
    try {
      return await fetch(target, { ...init, headers: fields })
    } finally {
      uproot()
    }
  }
}

function valueOf({ kind, prefix = '' }: SchemeFacts, typed: Readonly<Record<string, string>>): string {
  const { token = '', username = '', password = '' } = typed
  if (kind === 'bearer') return `Bearer ${token}`
  if (kind === 'key') return `${prefix}${token}`
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`
}

/** The name of the field for a member. */
export function labelOf({ kind, place, prefix }: SchemeFacts): string {
  if (kind === 'basic') return 'User name and password'
  if (kind === 'bearer') return 'Token'
  return prefix === undefined ? `Key (${place})` : `${prefix.trim()} (${place})`
}

/** Calls the login operation. @returns the problem */
export async function begin(
  login: NonNullable<EntryForm['login']>,
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const response = await fetch(new URL(login.path, location.href), {
    method: login.method,
    headers: { 'content-type': login.type },
    body: login.type.includes('json') ? JSON.stringify(values) : new URLSearchParams(values),
  })
  if (response.ok) return undefined
  return response.status === 429 ? 'Too many attempts. Wait, and try again.' : `Not logged in: ${response.status}.`
}
