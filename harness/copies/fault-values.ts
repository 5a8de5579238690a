/** A text, number or object that no application makes by itself. */
export const FAULT_VALUES = {
  object: { svcHarness: 'principal' },
  string: 'svc-harness-principal',
  number: 4_711,
} as const
