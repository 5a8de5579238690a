import type { RawResponse } from '../replay/response-reader.ts'
import type { Facts } from './facts.ts'

/** Whether a good credential is known to get a success. */
export function hasGoodControl({ control, fixture }: Pick<Facts, 'control' | 'fixture'>): boolean {
  return control !== undefined && isAdmitted({ fixture }, control.answer)
}

/** A success, or the answer that the fixtures expect of a handler that is run. */
export function isAdmitted({ fixture }: Pick<Facts, 'fixture'>, answer: RawResponse): boolean {
  return isSuccess(answer) || answer.status === fixture?.admitted?.status
}

/** 2xx, and 101 for a connection that was handed over. */
export function isSuccess({ status }: RawResponse): boolean {
  return (status >= 200 && status < 300) || status === 101
}
