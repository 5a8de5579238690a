import { isObject } from './json.ts'

/** A success that reports a failure in its body: `{ "status": "fail" }`, `{ "success": false }`, `{ "error": "…" }`. */
export function saysFailed(json: unknown): boolean {
  if (!isObject(json)) return false
  const { status, success, ok, error, errors } = json
  if (success === false || ok === false) return true
  if (typeof status === 'string' && /^(?:fail|failed|failure|error|ko)$/i.test(status)) return true
  return [error, errors].some((one) => (Array.isArray(one) ? one.length > 0 : Boolean(one)))
}
