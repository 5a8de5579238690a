import { looksLikeLogin } from '../looks-like-login.ts'
import { type Choice, chooseCredentials, type Credential, isFilled, isPossible } from './choice.ts'
import type { SessionOperations, Typed } from './configuration.ts'
import { findRefusal } from './refusal.ts'
import { isPublic, type OperationFacts, type SchemeFacts } from './schemes.ts'
import type { Vault } from './vault.ts'

/** One alternative of an operation, and how it stands. */
export interface PlannedWay {
  readonly key: string
  readonly schemes: readonly SchemeFacts[]
  /** Whether everything it asks for is there, or may be held by the browser. */
  readonly isPossible: boolean
  readonly isFilled: boolean
}

/** The plan of a test call: its panel, its snippet and its request all follow it. */
export interface Plan extends Choice {
  readonly ways: readonly PlannedWay[]
  /** Why what was typed cannot be sent, if that is the only thing that could be. */
  readonly refusal: string | undefined
  readonly session: SessionPart
}

/**
 * The part that the session of the browser has in a call: it is what is sent (`sent`), goes along because the browser adds it
 * to every call with cookies (`along`), was left out by the user (`left-out`), or has no part (`none`).
 */
export type SessionPart = 'sent' | 'along' | 'left-out' | 'none'

/** Reads everything that decides and decides it, in one place. */
export function planCall(
  facts: OperationFacts,
  schemes: ReadonlyMap<string, SchemeFacts>,
  vault: Vault,
  session: SessionOperations = {},
  hasCookie: boolean = vault.hasCookie(facts.id),
): Plan {
  const ways = facts.ways.map((names) => {
    const used = names.flatMap((name) => schemes.get(name) ?? [])
    const credentials = used.map((scheme) => credentialOf(scheme, vault))
    return { key: keyOf(names), schemes: used, credentials }
  })
  const choice = chooseCredentials({
    ways,
    picked: vault.picked(facts.id),
    isCustom: facts.custom.length > 0,
    isLogin: isLogin(facts, session),
    isAlone: vault.isAlone(facts.id),
    hasCookie,
  })
  const isSession = ways.find(({ key }) => key === choice.way)?.schemes.some(({ kind }) => kind === 'session') === true
  return {
    ...choice,
    ways: ways.map(({ credentials, ...way }) => ({
      ...way,
      isPossible: credentials.every(isPossible),
      isFilled: credentials.every(isFilled),
    })),
    session: sessionPart(vault, facts, choice, isSession),
    refusal: choice.send.length > 0 ? undefined : refusalAmong(ways, vault),
  }
}

function sessionPart(vault: Vault, { id }: OperationFacts, { mode }: Choice, isSession: boolean): SessionPart {
  if (vault.login === undefined) return 'none'
  if (mode === 'omit') return vault.isAlone(id) ? 'left-out' : 'none'
  return isSession ? 'sent' : 'along'
}

/** Names of schemes as one text, whatever their order. */
function keyOf(names: readonly string[]): string {
  return names.toSorted().join('\n')
}

/** Whether what was typed for a scheme is complete and can be sent. */
export function isReady(scheme: SchemeFacts, vault: Vault): boolean {
  return isFilled(credentialOf(scheme, vault))
}

function isLogin(facts: OperationFacts, { login }: SessionOperations): boolean {
  if (login) return login.method.toLowerCase() === facts.method && login.path === facts.path
  return looksLikeLogin(facts.method, facts.path, isPublic(facts))
}

function credentialOf(scheme: SchemeFacts, vault: Vault): Credential {
  if (scheme.kind === 'session') return { kind: 'carried', isLoggedIn: vault.login !== undefined }
  const typed = vault.typed(scheme.name)
  const value = findRefusal(scheme, typed) ? '' : valueOf(scheme, typed)
  const credential = { kind: 'typed', in: scheme.in, name: scheme.param, value } as const
  return scheme.kind === 'key' ? credential : { ...credential, format: scheme.kind }
}

function valueOf({ kind, prefix }: SchemeFacts, { token = '', username = '', password = '' }: Typed): string {
  if (kind !== 'basic') return token && `${prefix ?? ''}${token}`
  return username || password ? `${username}:${password}` : ''
}

function refusalAmong(ways: readonly { readonly schemes: readonly SchemeFacts[] }[], vault: Vault): string | undefined {
  return ways
    .flatMap(({ schemes }) => schemes)
    .map((scheme) => findRefusal(scheme, vault.typed(scheme.name))?.message)
    .find((message) => message !== undefined)
}
