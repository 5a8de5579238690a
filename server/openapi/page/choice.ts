/** One thing that a requirement asks for. */
export type Credential =
  /** Typed on the page; empty if nothing was typed, or it cannot be sent. */
  | {
      readonly kind: 'typed'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      readonly value: string
      readonly format?: 'basic' | 'bearer'
    }
  /** Held by the browser and sent by itself: a session. */
  | { readonly kind: 'carried'; readonly isLoggedIn: boolean }

/** One way to satisfy an operation. */
export interface Way {
  /** Names of its schemes, sorted, which identify it. Empty if nothing is needed. */
  readonly key: string
  readonly credentials: readonly Credential[]
}

/** The facts of an operation that decide what its test call carries. */
export interface Demand {
  /** In the document's order; empty: public, or guarded by custom checks alone. */
  readonly ways: readonly Way[]
  /** Key of the way that the user picked. */
  readonly picked?: string | undefined
  /** Whether a custom check takes part, which may look at cookies. */
  readonly isCustom: boolean
  /** Whether the operation starts a session: then the browser must keep the cookie of its answer. */
  readonly isLogin: boolean
  /** Whether the user wants the call to go without what the browser holds. */
  readonly isAlone?: boolean
  /** Whether an input of the call is a cookie. */
  readonly hasCookie?: boolean
}

/** The credentials that a test call carries. */
export interface Choice {
  /** Key of the alternative that is sent; `undefined` if none is. */
  readonly way: string | undefined
  /** Typed credentials to send; none of them is empty. */
  readonly send: readonly Extract<Credential, { kind: 'typed' }>[]
  /** Whether the browser may send and keep cookies. */
  readonly mode: 'same-origin' | 'omit'
  /** Why its cookies cannot be left out: the call has a cookie of its own, or its answer sets one. */
  readonly needs: 'own' | 'answer' | undefined
}

/**
 * Chooses what to send: the picked way if it is filled, else the first that is filled, else one that the browser may
 * satisfy by a cookie, else nothing. Cookies go along only where the choice, a custom check or a login wants them: with
 * them off, a public operation receives nothing, and a wrong Basic credential does not open the browser's own dialog.
 */
export function chooseCredentials({
  ways: all,
  picked,
  isCustom,
  isLogin,
  isAlone = false,
  hasCookie = false,
}: Demand): Choice {
  const ways = isAlone ? all.filter(({ credentials }) => credentials.every(isTyped)) : all
  const way =
    ways.find(({ key, credentials }) => key === picked && credentials.every(isPossible)) ??
    ways.find(({ credentials }) => credentials.length > 0 && credentials.every(isFilled)) ??
    ways.find(
      ({ credentials }) => !isAlone && credentials.some(isCookie) && credentials.filter(isHeld).every(isPossible),
    ) ??
    ways.find(({ credentials }) => credentials.length === 0)
  const credentials = way?.credentials ?? []
  const send = credentials.filter(isTyped).filter(({ value }) => value !== '')
  // A cookie that is typed needs them, and then the browser adds its own.
  const needs = hasCookie || send.some(isCookie) ? 'own' : isLogin ? 'answer' : undefined
  const wantsCookies = needs !== undefined || (!isAlone && (credentials.some(isCookie) || isCustom))
  return {
    way: way?.key,
    send,
    mode: wantsCookies ? 'same-origin' : 'omit',
    needs,
  }
}

/** Whether it exists, if the page can know. */
export function isFilled(credential: Credential): boolean {
  return credential.kind === 'typed' ? credential.value !== '' : credential.isLoggedIn
}

/** Whether it may be there: a session may have been started elsewhere. */
export function isPossible(credential: Credential): boolean {
  return credential.kind === 'carried' || credential.value !== ''
}

function isTyped(credential: Credential): credential is Extract<Credential, { kind: 'typed' }> {
  return credential.kind === 'typed'
}

/** A typed cookie may be held by the browser as well; nothing else that is typed can be. */
function isHeld(credential: Credential): boolean {
  return credential.kind === 'carried' || credential.in !== 'cookie'
}

function isCookie(credential: Credential): boolean {
  return credential.kind === 'carried' || credential.in === 'cookie'
}
