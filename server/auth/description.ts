/**
 * What authenticators say of themselves, as data. The OpenAPI document and the harness switch on `kind`
 * exhaustively, so a kind that one of them does not know is a compile error there.
 */

/** A security scheme as OpenAPI 3.1 writes it, for callables that are given one with `named`. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string; readonly description?: string }
  | {
      readonly type: 'apiKey'
      readonly in: 'query' | 'header' | 'cookie'
      readonly name: string
      readonly description?: string
    }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string; readonly description?: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, unknown>>; readonly description?: string }
  | { readonly type: 'mutualTLS'; readonly description?: string }

interface Described {
  /** Name in the document, in logs and in fixtures: the `name` option, else the class's or function's name. */
  readonly name: string
  readonly description?: string
}

/** `Authorization: Bearer <token>` (RFC 6750 section 2.1). */
export interface BearerDescription extends Described {
  readonly kind: 'bearer'
}
/** `Authorization: Basic <base64 of user:password>` (RFC 7617). */
export interface BasicDescription extends Described {
  readonly kind: 'basic'
}
/** A key in one declared place (specification section 5.3). */
export interface ApiKeyDescription extends Described {
  readonly kind: 'apiKey'
  readonly in: 'query' | 'header' | 'cookie'
  readonly paramName: string
}
/** The sealed session cookie (semantics 7). */
export interface SessionDescription extends Described {
  readonly kind: 'session'
  /** Whether only a user with `isSuperuser === true` passes. */
  readonly superuser: boolean
}
/** A function of the whole request. */
export interface CallableDescription extends Described {
  readonly kind: 'callable'
  /** The scheme that `named(name, callable, scheme)` gave it. */
  readonly scheme?: SecurityScheme
}

/** An authenticator that is not made of others. */
export type LeafDescription =
  | BearerDescription
  | BasicDescription
  | ApiKeyDescription
  | SessionDescription
  | CallableDescription

/** Authenticators made of others: `list` is OR in order, `all` is AND. */
export type AuthDescription =
  | LeafDescription
  | { readonly kind: 'list'; readonly members: readonly AuthDescription[] }
  | { readonly kind: 'all'; readonly members: readonly AuthDescription[] }
  | { readonly kind: 'optional'; readonly member: AuthDescription }
  | { readonly kind: 'check'; readonly member: AuthDescription; readonly guard: string }

/** The authenticators that are not made of others, in evaluation order; none for a public or undeclared operation. */
export function leavesOf(description: AuthDescription | null | undefined): readonly LeafDescription[] {
  if (description === null || description === undefined) return []
  switch (description.kind) {
    case 'list':
    case 'all':
      return description.members.flatMap(leavesOf)
    case 'optional':
    case 'check':
      return leavesOf(description.member)
    default:
      return [description]
  }
}

/**
 * One line for people: `TokenAuth`, `[QueryKey, HeaderKey]`, `all(Token, Device)`, `optional(fwAuth)`,
 * `check(Token, isAdmin)`.
 */
export function formatAuth(description: AuthDescription): string {
  switch (description.kind) {
    case 'list':
      return `[${description.members.map(formatAuth).join(', ')}]`
    case 'all':
      return `all(${description.members.map(formatAuth).join(', ')})`
    case 'optional':
      return `optional(${formatAuth(description.member)})`
    case 'check':
      return `check(${formatAuth(description.member)}, ${description.guard})`
    default:
      return description.name
  }
}
