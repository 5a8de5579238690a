import { CREDENTIAL_FAMILIES } from '../model/scenario.ts'
import type { Facts } from './facts.ts'
import { isSuccess } from './success.ts'

/** How a server refuses a credential, or a user. */
export const REFUSALS: ReadonlySet<number> = new Set([401, 403])

/** Another way to write a good credential, which not every server reads. */
export function isSpelling({ scenario }: Facts): boolean {
  return CREDENTIAL_FAMILIES.has(scenario.family) && scenario.control !== 'control'
}

/** Whether a server in another process refuses the spelling itself: it lets the same request with the credential as it is written pass, before and after. */
export function isSpellingRefused(facts: Facts): boolean {
  const { answer, control, entry, route, without } = facts
  if (entry !== undefined || !isSpelling(facts) || control === undefined) return false
  const isGoodRefused = [control.answer, control.again].some((one) => one !== undefined && REFUSALS.has(one.status))
  if (isGoodRefused) return false
  if (!isUsedUp(facts)) return true
  // A deleted record may be answered with 403, and a user who is gone with 401.
  return route.as === undefined && (answer.status === 401 || answer.status === without?.status)
}

/** Whether the same deletion was answered well before: what it names is gone, however a server says so. */
export function isUsedUp({ control, entry, method, request }: Facts): boolean {
  const isSame = control !== undefined && isSuccess(control.answer) && control.request.target === request.target
  return entry === undefined && method === 'DELETE' && isSame
}
