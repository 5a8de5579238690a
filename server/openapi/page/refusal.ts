import type { Typed } from './configuration.ts'
import { cookieRefusal } from './cookie-jar.ts'
import type { SchemeFacts } from './schemes.ts'

/** A value that cannot be sent as it was typed, and the field that it stands in. */
export interface Refusal {
  readonly field: keyof Typed
  readonly message: string
}

/** RFC 6750 section 2.1 and our own grammar: one run of visible ASCII. */
const TOKEN = /^[\x21-\x7e]*$/
/** RFC 9110 section 5.5: what a browser puts into a field as it stands. */
const FIELD = /^[\t\x20-\x7e\x80-\xff]*$/
const CONTROL = /\p{Cc}/u

/**
 * Why a value cannot be sent as it was typed; `undefined` where it can. Browsers would throw, cut off or re-encode it: a
 * credential that is changed on its way is another credential.
 */
export function findRefusal(scheme: SchemeFacts, typed: Typed): Refusal | undefined {
  if (scheme.kind === 'session') return undefined
  if (scheme.kind === 'basic') return findBasicRefusal(typed)
  const message = tokenRefusal(scheme, typed.token ?? '')
  return message === undefined ? undefined : { field: 'token', message }
}

function findBasicRefusal({ username = '', password = '' }: Typed): Refusal | undefined {
  if (username.includes(':')) return { field: 'username', message: 'A user name of Basic cannot hold a colon.' }
  const message = 'Basic cannot hold control characters.'
  if (CONTROL.test(username)) return { field: 'username', message }
  return CONTROL.test(password) ? { field: 'password', message } : undefined
}

function tokenRefusal(scheme: SchemeFacts, value: string): string | undefined {
  if (scheme.kind === 'bearer') {
    return TOKEN.test(value) ? undefined : 'A bearer token holds visible ASCII only, and no spaces.'
  }
  if (scheme.in === 'query') return undefined
  if (scheme.in === 'cookie') return cookieRefusal(scheme.param, value)
  if (!FIELD.test(value)) {
    return `The header ${scheme.param} cannot hold this: characters beyond U+00FF and control characters cannot be sent.`
  }
  return value === value.trim() ? undefined : `The header ${scheme.param} would lose the blanks at its ends.`
}
