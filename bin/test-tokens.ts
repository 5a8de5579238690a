import { readDevelopmentFacts } from '../server/dev/development-leaves.ts'
import type { Loaded } from '../server/files/load.ts'
import type { DevelopmentIssuer } from '../server/identity/development-issuer.ts'

/** Claims of a token; `scope` is every scope that a guard names if absent. */
export interface TokenRequest {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** The tokens of a project whose `jwt()` has the issuer for development. */
export interface TestTokens {
  sign(claims: TokenRequest, authenticator?: string): Promise<string>
  /** Takes the keys back, unless another project of this process still needs them. */
  close(): void
}

/** One issuer for all projects of a process: the keys that authenticators read are those of the process. */
interface Shared {
  readonly issuer: DevelopmentIssuer
  readonly end: () => void
}
let shared: Promise<Shared> | undefined
let users = 0

/** Hands the keys of the issuer for development to a project, as `svc dev` does. Without such a `jwt()` nothing is loaded. */
export async function openTestTokens(loaded: Loaded): Promise<TestTokens> {
  const { leaves, scope } = readDevelopmentFacts(loaded)
  const isNeeded = leaves.length > 0
  if (isNeeded) {
    users++
    await (shared ??= hand())
  }
  let isOpen = isNeeded
  return {
    async sign(claims, authenticator) {
      const leaf = leaves.find(({ name }) => authenticator === undefined || name === authenticator)
      if (!isOpen || leaf === undefined) {
        const names = leaves.map(({ name }) => name).join(', ')
        const problem = isOpen
          ? `takes the tokens of ${names}; got ${JSON.stringify(authenticator)}`
          : isNeeded
            ? 'was called after close()'
            : "needs a jwt({ issuer: 'dev' }), which no operation has"
        throw new TypeError(`token(claims, authenticator) ${problem}.`)
      }
      const { issuer } = await (shared as Promise<Shared>)
      return issuer.mint(leaf.token, { ...scope, ...claims })
    },
    close() {
      if (!isOpen) return
      isOpen = false
      if (--users > 0) return
      void shared?.then(({ end }) => end())
      shared = undefined
    },
  }
}

async function hand(): Promise<Shared> {
  const { DevelopmentIssuer } = await import('../server/identity/development-issuer.ts')
  const issuer = new DevelopmentIssuer()
  return { issuer, end: issuer.hand() }
}
