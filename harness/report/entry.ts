import type { ProblemCode } from '../model/verdict.ts'
import type { Evidence } from './evidence.ts'

/** Codes of findings by which a request got in. */
export const ENTERED: ReadonlySet<ProblemCode> = new Set(['accepted', 'handler-ran', 'data'])

/** The part of what breaks a handler that has to enter another route: stand-ins differ from route to route. */
const SHARE = 0.75

/** Whether what enters one route is what breaks the handler of another, which expects the user that is missing. */
export function entersAs(
  { culprit, evidence }: { readonly culprit: string; readonly evidence: readonly Evidence[] },
  broken: readonly Evidence[],
): boolean {
  // A request with several credentials is not about one authenticator.
  if (culprit === '' || broken.some((one) => one.culprit !== culprit && one.culprit !== '')) return false
  const entered = new Set(evidence.flatMap(({ name, code }) => (ENTERED.has(code) ? [name] : [])))
  return broken.filter(({ name }) => entered.has(name)).length >= broken.length * SHARE
}

/** Method and path of what was sent. */
export function requestOf({ finding }: Evidence): string {
  return finding.sent.split(/ {2}|\?/, 1)[0] ?? ''
}
