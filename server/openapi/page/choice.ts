/** One thing that a requirement asks for. */
export type Credential =
  /** Typed on the page; empty where nothing is. */
  | {
      readonly kind: 'typed'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      readonly value: string
      readonly format?: 'basic' | 'bearer'
    }
  /** Held by the browser and sent by itself: a session. */
  | { readonly kind: 'carried' }

/** One way to satisfy an operation. */
export interface Way {
  /** Names of its schemes, sorted: what tells it from the others. */
  readonly key: string
  readonly credentials: readonly Credential[]
}

/** What of an operation decides what its test call carries. */
export interface Demand {
  /** In the document's order; empty: public, or guarded by custom checks alone. */
  readonly ways: readonly Way[]
  /** Key of the way that the user selected; it may belong to another operation. */
  readonly selected?: string | undefined
  /** Whether a custom check takes part, which may look at cookies. */
  readonly isCustom: boolean
  /** Whether the operation starts a session: then the browser must keep the cookie of its answer. */
  readonly isLogin: boolean
}

/** What a test call carries. */
export interface Choice {
  /** Typed credentials to send; none of them is empty. */
  readonly send: readonly Extract<Credential, { kind: 'typed' }>[]
  /** Whether the browser may send and keep cookies. */
  readonly mode: 'same-origin' | 'omit'
}

/**
 * Chooses what to send: the selected way if it belongs to the operation and is filled, else the first that is filled,
 * else one that the browser may satisfy by a cookie, else nothing. Cookies go along only where the choice, a custom
 * check or a login wants them: with them off, a public operation receives nothing, and a wrong Basic credential does
 * not open the browser's own dialog.
 */
export function chooseCredentials({ ways, selected, isCustom, isLogin }: Demand): Choice {
  const way =
    ways.find((candidate) => candidate.key === selected && isFilled(candidate)) ??
    ways.find((candidate) => isFilled(candidate) && candidate.credentials.some(isTyped)) ??
    ways.find((candidate) => candidate.credentials.some(isCookie))
  const credentials = way?.credentials ?? []
  const wantsCookies = credentials.some(isCookie) || isCustom || isLogin
  return { send: credentials.filter(isTyped).filter(isPresent), mode: wantsCookies ? 'same-origin' : 'omit' }
}

function isFilled({ credentials }: Way): boolean {
  return credentials.length > 0 && credentials.filter(isTyped).every(isPresent)
}

function isTyped(credential: Credential): credential is Extract<Credential, { kind: 'typed' }> {
  return credential.kind === 'typed'
}

function isPresent({ value }: { readonly value: string }): boolean {
  return value !== ''
}

function isCookie(credential: Credential): boolean {
  return credential.kind === 'carried' || credential.in === 'cookie'
}
