import type { RawResponse } from '../replay/response-reader.ts'
import { listsErrors } from '../text/says-failed.ts'
import { leadsAsControl } from './likeness.ts'
import type { Facts } from './facts.ts'

/** Whether a good credential is known to get a success. */
export function hasGoodControl({ control, fixture }: Pick<Facts, 'control' | 'fixture'>): boolean {
  return control !== undefined && isAdmitted({ fixture }, control.answer)
}

/**
 * Whether a good credential gets another answer than this at the same time: denied users are asked before it, and what it
 * may have used up is asked for again behind all others.
 */
export function isUnlikeGood(facts: Pick<Facts, 'answer' | 'control' | 'fixture' | 'scenario'>): boolean {
  const { answer, control, scenario } = facts
  if (control === undefined || !isAdmitted(facts, control.answer)) return false
  if (control.answer.status === answer.status && leadsAsControl(answer, control.answer)) return false
  return scenario.turn === 'first' || control.again === undefined || isAdmitted(facts, control.again)
}

/** A success, or the answer that the fixtures expect of a handler that is run. */
export function isAdmitted({ fixture }: Pick<Facts, 'fixture'>, answer: RawResponse): boolean {
  return isSuccess(answer) || answer.status === fixture?.admitted?.status
}

/** 2xx that does not list what was wrong with the request, and 101 for a connection that was handed over. */
export function isSuccess({ status, body }: RawResponse): boolean {
  return (status >= 200 && status < 300 && !listsErrors(body)) || status === 101
}
