import type { LeafDescription } from 'svc'
import type { NamedCarrier } from '../../server/internal.ts'
import type { Credential, RouteFixture, SessionValue } from '../model/fixtures.ts'
import type { PublicKey } from '../model/public-key.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { isSameSignature } from '../text/signature.ts'
import { decodeToken } from '../text/token.ts'

/** The subject of a row of the catalogue: one authenticator of one route. */
export interface Subject {
  readonly route: Route
  readonly fixture: RouteFixture
  readonly leaf: LeafDescription
  /** Among the route's authenticators, in evaluation order. */
  readonly index: number
  /** A request that passes validation and brings everything but this authenticator's credential. */
  readonly bare: RequestData
  /** A good credential, where one is known. */
  readonly good: Credential | undefined
  /** Every good credential of this authenticator. */
  readonly valid: readonly Credential[]
  /** Bad credentials that the fixtures name. */
  readonly invalid: readonly Credential[]
  /** Good credentials of the application's other authenticators. */
  readonly foreign: readonly Credential[]
  /** Keys that verify the application's tokens and that every client can read. */
  readonly publicKeys?: readonly PublicKey[]
  /** The secret or private key that the application signs its tokens with, as the fixtures say. */
  readonly tokenKey?: string | undefined
  /** Every good session that is known, of any user. */
  readonly sessions: readonly SessionValue[]
  /** Stands in for a credential that is not known; the same in every run of one seed. */
  readonly standIn: string
}

/** The name under which a key is sent. */
export function paramNameOf({ leaf }: Subject): string {
  return (leaf.carrier as NamedCarrier).name
}

/** The text of a bearer token or a key, signed anew each time where the fixtures sign it: it may pass once. A stand-in where none is known. */
export function textOf({ good, bare, standIn }: Subject): string {
  const value = good?.signed?.(bare)
  return knownText(good && { ...good, ...(value && { value }) }) ?? standIn
}

/** The text of a credential that is a single text, a cookie that a login set among them. */
export function knownText(credential: Credential | undefined): string | undefined {
  const value = credential?.value
  return value?.type === 'key' || value?.type === 'cookie' ? value.value : undefined
}

/** Whether a text is a good credential of this authenticator after all: the same text, token or signature. */
export function isValidText(subject: Subject, text: string): boolean {
  const decoded = decodeToken(text)
  return subject.valid.some((credential) => {
    const good = knownText(credential)
    if (good === undefined || good === text) return good === text
    if (decoded !== text && decodeToken(good) === decoded) return true
    return credential.value.type === 'key' && credential.value.signs !== undefined && isSameSignature(good, text)
  })
}
