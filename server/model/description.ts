import { isToken } from '../grammar/token.ts'
import {
  BEARER,
  type Carrier,
  type Challenge,
  challengeFor,
  formatCarrier,
  hasAuthorizationScheme,
  isCarrier,
  isNamed,
  isPair,
} from './carrier.ts'

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

/**
 * A word for what an authenticator is. It is shown, and no decision depends on it. A kind that is not built in begins
 * with `x-`.
 */
export type Kind = 'bearer' | 'basic' | 'apiKey' | 'session' | 'callable' | `x-${string}`

/** The demands of an authenticator on tokens that an issuer signs. */
export interface TokenFacts {
  readonly issuer: string
  /** `null` where tokens for any audience pass. */
  readonly audience: readonly string[] | null
  /** Algorithms of signatures that pass (RFC 7518 section 3.1). */
  readonly algorithms: readonly string[]
  /** The only `typ` that passes, in lower case; absent: `jwt`, `at+jwt` or none. */
  readonly typ?: string
  /** Seconds by which clocks may differ. */
  readonly clockTolerance: number
  /** The audience of the tokens that this process signs for the issuer; where the keys are given, and tokens for any audience pass. */
  readonly signedFor?: string
  /** Whether `claims` or `map` of the application decide beside: what they demand is not known. */
  readonly asksApplication: boolean
  /** `claims` says more of them than their issuer, audience and kind. */
  readonly checksClaims?: true
  /** The issuer is the one for development: this process has its keys, or nothing passes. */
  readonly isDevelopment?: true
}

/** An authenticator that is not made of others. */
export interface LeafDescription {
  readonly kind: Kind
  /** Name in the document, in logs and in fixtures: the `name` option, else the class's or function's name. */
  readonly name: string
  readonly description?: string
  /** How its credential travels. */
  readonly carrier: Carrier
  /** How a 401 asks for its credential. */
  readonly challenge: Challenge
  /** Only users with `isSuperuser === true` pass. */
  readonly superuser?: true
  /** Issuer and audience of the tokens that it takes; absent for any other credential. */
  readonly token?: TokenFacts
  /** The scheme of the document instead of the one that follows from the carrier: that of `named(name, callable, scheme)`. */
  readonly scheme?: SecurityScheme
}

/**
 * The description of an authenticator by its carrier. The kind and the challenge follow from the carrier where they are
 * not given.
 */
export function describeLeaf(
  carrier: Carrier,
  facts: Pick<LeafDescription, 'name'> & Partial<Omit<LeafDescription, 'carrier'>>,
): LeafDescription {
  const {
    name,
    kind = kindFor(carrier),
    challenge = challengeFor(carrier),
    description,
    superuser,
    scheme,
    token,
  } = facts
  // Most say no more, and an object that is written out is made many times sooner than one with others spread in it.
  if (description === undefined && superuser === undefined && scheme === undefined && token === undefined)
    return { kind, name, carrier, challenge }
  return { kind, ...facts, carrier, challenge }
}

function kindFor(carrier: Carrier): Kind {
  if (isNamed(carrier)) return 'apiKey'
  if (carrier.in === 'session') return 'session'
  if (carrier.in === 'request') return 'callable'
  if (hasAuthorizationScheme(carrier, BEARER.scheme)) return 'bearer'
  return isPair(carrier) ? 'basic' : `x-${carrier.scheme.toLowerCase()}`
}

/** Authenticators made of others: `list` is OR in order, `all` is AND. */
export type AuthDescription =
  | LeafDescription
  | { readonly kind: 'list'; readonly members: readonly AuthDescription[] }
  | { readonly kind: 'all'; readonly members: readonly AuthDescription[] }
  | { readonly kind: 'optional'; readonly member: AuthDescription }
  | CheckDescription

/** A guard around an authenticator. */
export interface CheckDescription {
  readonly kind: 'check'
  readonly member: AuthDescription
  readonly guard: string
  /** The scopes that its guard demands of a token; absent for a guard that demands none. */
  readonly scopes?: readonly string[]
}

const KINDS: ReadonlySet<string> = new Set<Kind>(['bearer', 'basic', 'apiKey', 'session', 'callable'])
const FOREIGN_KIND = /^x-.+$/

/** Why a value is not the description of an authenticator, as the rest of a sentence; `undefined` if it is. */
export function findDescriptionFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'returns no object'
  const { kind, name, carrier, challenge } = value as Partial<Record<keyof LeafDescription, unknown>>
  if (typeof name !== 'string' || name === '') return 'gives no name'
  if (typeof kind !== 'string' || !(KINDS.has(kind) || FOREIGN_KIND.test(kind)))
    return `gives the kind ${String(kind)}, which does not begin with x-`
  if (!isCarrier(carrier)) return 'does not say how its credential travels (carrier)'
  const scheme = (challenge as Partial<Challenge> | undefined)?.scheme
  return typeof scheme === 'string' && isToken(scheme) ? undefined : 'gives no challenge with a scheme'
}

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

/** Whether a request without a credential passes: nothing is declared, `null` is, or what is declared is optional. */
export function admitsAnonymous(description: AuthDescription | null | undefined): boolean {
  if (description === null || description === undefined) return true
  switch (description.kind) {
    case 'list':
      return description.members.some(admitsAnonymous)
    case 'all':
      return description.members.every(admitsAnonymous)
    case 'optional':
      return true
    case 'check':
      return admitsAnonymous(description.member)
    default:
      return false
  }
}

/** Whether one of the authenticators that are not made of others is read from such a carrier. */
export function someCarrier(
  description: AuthDescription | null | undefined,
  test: (carrier: Carrier) => boolean,
): boolean {
  return leavesOf(description).some(({ carrier }) => test(carrier))
}

/** Whether a session cookie is among the credentials. */
export function usesSessions(description: AuthDescription | null | undefined): boolean {
  return someCarrier(description, (carrier) => carrier.in === 'session')
}

/**
 * One line for people: `TokenAuth`, `[QueryKey, HeaderKey]`, `all(Token, Device)`, `optional(fwAuth)`,
 * `check(Token, isAdmin)`; `public` for `null`, `undeclared` where no level says anything.
 */
export function formatAuth(description: AuthDescription | null | undefined): string {
  return formatAuthWith(description, nameOf)
}

/** {@link formatAuth} with a text of one's own for each authenticator that is not made of others. */
export function formatAuthWith(
  description: AuthDescription | null | undefined,
  formatOne: (leaf: LeafDescription) => string,
): string {
  if (description === undefined) return 'undeclared'
  if (description === null) return 'public'
  switch (description.kind) {
    case 'list':
      return `[${description.members.map((member) => formatAuthWith(member, formatOne)).join(', ')}]`
    case 'all':
      return `all(${description.members.map((member) => formatAuthWith(member, formatOne)).join(', ')})`
    case 'optional':
      return `optional(${formatAuthWith(description.member, formatOne)})`
    case 'check':
      return `check(${formatAuthWith(description.member, formatOne)}, ${description.guard})`
    default:
      return formatOne(description)
  }
}

function nameOf({ name }: LeafDescription): string {
  return name
}

/** The tokens that pass, for people: `https://id.example.com for pets`; `undefined` for any other credential. */
export function formatToken({ token }: LeafDescription): string | undefined {
  return token && `${token.issuer} for ${token.audience === null ? 'any audience' : token.audience.join(' or ')}`
}

/** The kind and the place, for people: `bearer`, `header X-API-Key`, `superuser session`. */
export function formatLeaf({ kind, carrier, superuser }: LeafDescription): string {
  if (superuser) return `superuser ${kind}`
  if (kind === 'apiKey') return formatCarrier(carrier)
  return isNamed(carrier) ? `${kind} in ${formatCarrier(carrier)}` : kind
}
