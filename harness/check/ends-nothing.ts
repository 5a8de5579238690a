import { parseBody } from './parsed-body.ts'
import type { Facts } from './facts.ts'

/** The last step of a logout; `revoke` ends a token or a key that is named. */
const LOGOUT = /\/(?:log|sign)[-_]?(?:out|off)(?:[-_/]?(?:all|everywhere))?\/?$/i

/**
 * Whether a logout of another server answers all alike: without a session it ends none. One that names what it ends, and one whose answer holds
 * data, is an operation as any other. The fixtures may say that it refuses.
 */
export function endsNothing({ answer, control, entry, fixture, route }: Facts): boolean {
  if (entry !== undefined || control === undefined || fixture?.protected === true) return false
  const isLogout =
    LOGOUT.test(route.path) || (route.method === 'DELETE' && /\/sessions?(?:\/current)?\/?$/i.test(route.path))
  const isOfSender = !route.path.includes('[') && (route.inputs?.body ?? []).length === 0
  return (
    isLogout &&
    isOfSender &&
    [answer, control.answer].every((one) =>
      isOfWords(one.body === '' ? undefined : (parseBody(one)?.value ?? one.body)),
    )
  )
}

/** An answer of a few words, flags and small numbers, with no object or list of data. */
function isOfWords(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('@') && value.length < LONGEST
  if (typeof value !== 'object' || value === null) return true
  return (
    !Array.isArray(value) &&
    Object.values(value).every((one) => one === null || (typeof one !== 'object' && isOfWords(one)))
  )
}

/** Characters of a sentence; pages are longer. */
const LONGEST = 200
