import type { SessionFaultWord } from '../../sessions/session-fault.ts'

/**
 * The reason why a credential of some kind does not do, as data without any value of the request. Of the client it holds
 * lengths, positions and counts; schemes only by names that are known.
 */
export interface Fault {
  /** A word for it; one of a kind that is not built in begins with `x-`. */
  readonly fault: FaultWord | `x-${string}`
  /** The scheme that was sent, where it is a known one. */
  readonly scheme?: string
  /** Characters of the word that it is about. */
  readonly length?: number
  /** Which character it is about, counted from 1. */
  readonly position?: number
  readonly times?: number
  /** Seconds since a session ended. */
  readonly seconds?: number
}

/** The faults that built-in kinds find. */
export type FaultWord =
  | 'absent'
  | 'other-scheme'
  | 'no-scheme'
  | 'joined'
  | 'empty'
  | 'repeated'
  | 'scheme-twice'
  | 'not-a-token'
  | 'not-base64'
  | 'base64url'
  | 'no-padding'
  | 'spare-bits'
  | 'not-utf8'
  | 'control-character'
  | 'no-colon'
  | 'no-user-and-password'
  | 'not-decodable'
  | 'placeholder'
  | 'quoted'
  /** Nothing conspicuous: the hook decided. */
  | 'wrong'
  /** `loadUser` did not find the user of a session. */
  | 'no-user'
  | SessionFaultWord
  | TokenFaultWord

/** The faults of a token that an issuer signs. */
export type TokenFaultWord =
  /** Not three parts of base64url, or no JSON in the first. */
  | 'token-form'
  /** Five parts: encrypted. */
  | 'token-encrypted'
  /** A member of its header that asks for what is not supported: `crit`, `b64`, `cty`. */
  | 'token-header'
  | 'token-algorithm'
  | 'token-type'
  /** No key of the issuer has its `kid` and algorithm. */
  | 'token-key'
  | 'token-signature'
  /** Its payload is not an object, or has members of a wrong type. */
  | 'token-claims'
  | 'token-issuer'
  | 'token-audience'
  | 'token-expired'
  | 'token-early'
  | 'token-endless'
  /** It says who logged in, and not what may be asked for: an ID token. */
  | 'token-for-client'
  /** Right, and `claims` refused what it says. */
  | 'token-schema'
  /** Right, and `map` returned no user for it. */
  | 'token-no-user'
