import { leavesOf } from './auth/description.ts'
import type { AuthRequest } from './http/request.ts'
import type { Operation } from './operation.ts'

/**
 * The texts in a request by which somebody could pass for its sender: `Authorization` (also decoded), cookies, what the
 * operation's authenticators read, and fields whose names say that they are secret. Handlers put such texts into the
 * messages of what they throw.
 */
export function credentialsIn(request: AuthRequest, operation: Operation | undefined): readonly string[] {
  const found = new Set<string>()
  const authorization = request.headers.get('authorization')
  if (authorization !== null) for (const text of textsOfAuthorization(authorization)) found.add(text)
  for (const text of Object.values(request.cookies)) if (text !== undefined) found.add(text)
  const cookie = request.headers.get('cookie')
  if (cookie !== null) found.add(cookie)
  const leaves = operation?.auth.description ? leavesOf(operation.auth.description) : []
  for (const leaf of leaves) {
    if (leaf.kind !== 'apiKey') continue
    if (leaf.in === 'header') found.add(request.headers.get(leaf.paramName) ?? '')
    if (leaf.in === 'query') collect(request.query[leaf.paramName], found)
  }
  collectNamed(request.headers, found)
  collectNamed(Object.entries(request.query), found)
  collectNamed(bodyEntries(request), found)
  return [...found].filter((text) => text.length >= SHORTEST).toSorted((left, right) => right.length - left.length)
}

/** The text without the credentials, in the forms in which they are likely to be in it. */
export function redact(text: string, credentials: readonly string[]): string {
  let redacted = text
  for (const credential of credentials) {
    for (const form of formsOf(credential)) redacted = redacted.replaceAll(form, '[redacted]')
  }
  return redacted
}

function formsOf(credential: string): ReadonlySet<string> {
  const inJson = JSON.stringify(credential).slice(1, -1)
  return new Set([credential, inJson, new URLSearchParams({ k: credential }).toString().slice(2)])
}

/** Shorter ones are in every stack, and no secrets. */
const SHORTEST = 4
const SECRET_NAME = /pass|pwd|secret|token|key|auth|credential|pin$|otp/i

function textsOfAuthorization(line: string): readonly string[] {
  const [, credentials = ''] = /^\S+\s+(.*)$/s.exec(line) ?? []
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return [line, credentials, ...(colon < 0 ? [] : [decoded, decoded.slice(colon + 1)])]
}

function collectNamed(entries: Iterable<readonly [string, unknown]>, found: Set<string>): void {
  for (const [name, value] of entries) if (SECRET_NAME.test(name)) collect(value, found)
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value)
  else if (Array.isArray(value)) for (const member of value) collect(member, found)
}

/** The validated body, where there is one by now. */
function bodyEntries(request: AuthRequest): readonly [string, unknown][] {
  const { body } = request as { readonly body?: unknown }
  return typeof body === 'object' && body !== null ? Object.entries(body) : []
}
