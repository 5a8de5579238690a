import { isObject, parseObject } from './json.ts'

/** A success that reports a failure in its body: `{ "status": "fail" }`, `{ "success": false }`, `{ "error": "…" }`. */
export function saysFailed(json: unknown): boolean {
  if (!isObject(json)) return false
  const { status, success, ok, error, errors } = json
  if (success === false || ok === false) return true
  if (typeof status === 'string' && /^(?:fail|failed|failure|error|ko)$/i.test(status)) return true
  return [error, errors].some((one) => (Array.isArray(one) ? one.length > 0 : Boolean(one)))
}

/** Whether a body is the errors of a validation, and texts about them: `{ "errors": { "body": { "message": "…" } }, "name": "ValidationError" }`. */
export function listsErrors(body: string): boolean {
  const json = body.includes('"errors"') ? parseObject(body) : undefined
  if (json === undefined) return false
  const { errors, ...rest } = json
  // A list is that of GraphQL, which refuses so, too.
  const isListed = isObject(errors) && Object.keys(errors).length > 0
  return isListed && Object.keys(rest).every((name) => BESIDE_ERRORS.test(name))
}

/** Members that say more of a failure. */
const BESIDE_ERRORS =
  /^(?:_?message|name|title|type|detail|status(?:_?code)?|success|ok|code|error|instance|path|time(?:stamp)?|trace_?id|request_?id)$/i

/** Of these it would be about the credential. */
const OF_CREDENTIALS =
  /\b(?:users?|accounts?|sessions?|tokens?|keys?|auth\w*|credentials?|headers?|bearer|jwt|cookies?|signatures?|login|clients?)\b/i

/** Whether an answer says that a record is not there, whatever its status. */
export function saysMissing(body: string): boolean {
  return /\b(?:not[ _-]?found|(?:does|do)(?:n't| not) exist|no such)\b/i.test(body) && !OF_CREDENTIALS.test(body)
}
