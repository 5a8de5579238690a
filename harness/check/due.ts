import type { Norm } from '../copies/norms.ts'
import { excerpt, refusalStatus } from './answer-rules.ts'
import type { Facts } from './facts.ts'

/** The refusal that is due: who is known and may not gets 401 or 403, as the application has it. */
export function expectedOf({ entry, scenario, step, norms }: Facts): string {
  if (step.expect === 'forbid') return entry === undefined ? '403 or 401' : '403 {"detail": string}'
  if (scenario.family === 'role') return '401 or 403'
  return entry === undefined ? '401' : describeDenial(norms.denied)
}

/** The 401 of an application, whose exception handler may write another than ours. */
function describeDenial({ status, body }: Norm): string {
  const due = refusalStatus(status)
  if (body === undefined || due !== status) return String(due)
  return `${due} ${/^\{"detail":"[^"]*"\}$/.test(body) ? '{"detail": string}' : excerpt(body)}`
}
