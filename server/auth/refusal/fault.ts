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
