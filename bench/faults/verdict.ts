/** What became of a fault. */
export type Verdict =
  /** A test, a vector, a scenario or the compiler fails; `by` names the first that did. */
  | { readonly kind: 'noticed'; readonly by: string }
  /** What was running did not end: a test that hangs is no green test. */
  | { readonly kind: 'timed out'; readonly by: string }
  /** Everything passes. */
  | { readonly kind: 'survived' }
  /** There was nothing to judge. */
  | { readonly kind: 'invalid'; readonly why: string }
