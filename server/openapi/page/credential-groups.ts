import type { OperationFacts, SchemeFacts } from './schemes.ts'

/** A credential, and what takes it. */
export interface TakenScheme {
  readonly scheme: SchemeFacts
  /** The operations that take it. */
  readonly operations: readonly OperationFacts[]
  /** Tags of those beside the tag of its group. */
  readonly also: readonly string[]
}

/** Credentials that one part of the API needs. */
export interface CredentialGroup {
  /** The tag of the first operation that takes them. */
  readonly title: string
  readonly taken: readonly TakenScheme[]
}

/**
 * Credentials by what takes them, in the order of the schemes. Those of the session are one credential, whatever the number
 * of authenticators that look at its cookie: the first stands for all.
 */
export function groupCredentials(
  schemes: readonly SchemeFacts[],
  operations: readonly OperationFacts[],
): readonly CredentialGroup[] {
  const sessions = schemes.filter(({ kind }) => kind === 'session')
  const groups = new Map<string, TakenScheme[]>()
  for (const scheme of schemes) {
    if (scheme.kind === 'session' && scheme !== sessions[0]) continue
    const names = (scheme.kind === 'session' ? sessions : [scheme]).map(({ name }) => name)
    const takers = operations.filter(({ ways }) => ways.flat().some((name) => names.includes(name)))
    const [title = '', ...also] = new Set(takers.flatMap(({ operation }) => operation.tags ?? []))
    groups.set(title, [...(groups.get(title) ?? []), { scheme, operations: takers, also }])
  }
  return [...groups].map(([title, taken]) => ({ title, taken }))
}
