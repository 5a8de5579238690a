import { createHash, hash } from 'node:crypto'
import type { TokenClaims } from './claims.ts'
import type { KeySet } from './keys.ts'

/** Tokens of one generation. Two are kept, so that as many tokens in turn are all remembered. */
const MOST_TOKENS = 10_000

/**
 * The claims of tokens that were verified, by the digest of the whole token: a copy of the memory gives no token away. Bounded,
 * and emptied when the keys change: what was verified by a key that is gone is verified again, and refused.
 *
 * Two generations and not one map in the order of use: a key that is deleted and set again with each request leaves a trace in
 * a large map, and to find the one token that a client sends took 47 µs in place of 2.
 */
export class TokenMemory {
  #young = new Map<string, TokenClaims>()
  #old = new Map<string, TokenClaims>()
  #set: KeySet | undefined

  find(token: string, set: KeySet): TokenClaims | undefined {
    if (set !== this.#set) {
      this.#set = set
      this.#young = new Map()
      this.#old = new Map()
      return undefined
    }
    const name = digest(token)
    const known = this.#young.get(name)
    if (known) return known
    const older = this.#old.get(name)
    if (older) this.#add(name, older)
    return older
  }

  /** Remembers what `set` verified, unless other keys are in force by now. */
  keep(token: string, claims: TokenClaims, set: KeySet): void {
    if (set === this.#set) this.#add(digest(token), claims)
  }

  #add(name: string, claims: TokenClaims): void {
    this.#young.set(name, claims)
    if (this.#young.size < MOST_TOKENS) return
    this.#old = this.#young
    this.#young = new Map()
  }
}

const digest: (token: string) => string =
  typeof hash === 'function'
    ? (token) => hash('sha256', token, 'base64')
    : (token) => createHash('sha256').update(token).digest('base64')
