import type { LeafDescription } from 'svc'

/**
 * The kind whose credential an authenticator reads: its own, or for a function that `named` gave a scheme, that of the
 * scheme (OpenAPI 3.1, Security Scheme Object). A scheme of which no place is known leaves the function a function.
 */
export function readAs(leaf: LeafDescription): LeafDescription {
  if (leaf.kind !== 'callable' || leaf.scheme === undefined) return leaf
  const { name, scheme } = leaf
  if (scheme.type === 'apiKey') return { kind: 'apiKey', name, in: scheme.in, paramName: scheme.name }
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return { kind: 'bearer', name }
  if (scheme.type !== 'http') return leaf
  const kind = scheme.scheme.toLowerCase()
  return kind === 'bearer' || kind === 'basic' ? { kind, name } : leaf
}

/** A good credential that is given twice, or with something beside it: it is there, and some readers take it. */
const BESIDE =
  /\.(?:dup-|joined|two-spaces|tab$|padding|inner-space|url-safe|comma|after-good|junk-after|newline|name-encoded|nbsp|quoted|other-line)/

/** Whether the rows of this name bring a good credential in its own place, spelt as only some readers take it. */
export function isBesideGood(name: string): boolean {
  return BESIDE.test(name)
}
