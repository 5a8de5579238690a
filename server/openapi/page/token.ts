import { formatEnd } from './time-left.ts'

/** The claims of a token, as its text has them: the signature is not checked. */
export interface ReadToken {
  readonly claims: Readonly<Record<string, unknown>>
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly end?: number
}

/** Claims that people look for, in this order (RFC 9068 section 2.2). */
const SHOWN = ['sub', 'scope', 'scp', 'aud', 'iss'] as const
/** Characters of one claim. */
const LENGTH = 80

/** Reads a signed token (RFC 7519 section 3) without checking it; `undefined` for any other text. */
export function readToken(token: string): ReadToken | undefined {
  const [, payload, ...rest] = token.split('.')
  if (payload === undefined || rest.length !== 1) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.codePointAt(0) ?? 0)
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
    const { exp } = claims as { readonly exp?: unknown }
    const end = typeof exp === 'number' && Math.abs(exp) <= 8.64e12 ? { end: exp * 1_000 } : {}
    return { claims: { ...claims }, scopes: scopesIn({ ...claims }), ...end }
  } catch {
    return undefined
  }
}

/** The claims and the end of a token, for people; `undefined` for a text that is not a signed token. */
export function describeToken(token: string, now: number): string | undefined {
  const read = readToken(token)
  if (!read) return undefined
  const said = SHOWN.filter((name) => Object.hasOwn(read.claims, name)).map(
    (name) => `${name} ${formatClaim(read.claims[name])}`,
  )
  return ['The token says, and this page does not check it', [...said, describeEnd(read.end, now)].join(' · ')].join(
    ': ',
  )
}

/** The scopes of a list that a token does not hold. Empty for a text that is not a signed token. */
export function missingScopes(token: string, asked: readonly string[]): readonly string[] {
  const read = readToken(token)
  return read ? asked.filter((scope) => !read.scopes.includes(scope)) : []
}

function scopesIn({ scope, scp }: Readonly<Record<string, unknown>>): readonly string[] {
  return [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [],
  )
}

function formatClaim(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text
}

function describeEnd(end: number | undefined, now: number): string {
  return end === undefined ? 'no end' : formatEnd(end, now)
}
