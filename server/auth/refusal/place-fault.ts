import { isUtf8 } from 'node:buffer'
import type { CredentialSource } from '../../http/request.ts'
import { type Carrier, isPair, type NamedCarrier } from '../../model/carrier.ts'
import type { Fault } from './fault.ts'
import { knownScheme } from './known-schemes.ts'

/**
 * The fault of the credential at a place, by the rules of semantics 6; `wrong` where there is no fault, so that the hook
 * decided. `undefined` for the session, whose kind says more, and for the request as a whole.
 */
export function findFault(request: CredentialSource, carrier: Carrier): Fault | undefined {
  switch (carrier.in) {
    case 'authorization':
      return findAuthorizationFault(request, carrier)
    case 'header':
    case 'query':
    case 'cookie':
      return findNamedFault(valuesOf(request, carrier))
    default:
      return undefined
  }
}

/** Everything that was sent at a place with a name. */
function valuesOf(request: CredentialSource, place: NamedCarrier): readonly (string | undefined)[] {
  if (place.in === 'header') return request.headerValues(place.name)
  return place.in === 'query' ? request.queryValues(place.name) : request.cookieValues(place.name)
}

function findAuthorizationFault(request: CredentialSource, carrier: Carrier & { readonly in: 'authorization' }): Fault {
  const lines = request.headerValues('authorization')
  const [line = ''] = lines
  if (lines.length === 0) return { fault: 'absent' }
  if (lines.length > 1) return { fault: 'repeated', times: lines.length }
  if (line === '') return { fault: 'empty' }
  const { scheme } = carrier
  const isOurs = line.slice(0, scheme.length).toLowerCase() === scheme.toLowerCase()
  if (!isOurs || TOKEN.test(line.charAt(scheme.length))) return findSchemeFault(line, isOurs && line.length)
  if (line.length > scheme.length && line[scheme.length] !== ' ') return { fault: 'joined' }
  const text = line.slice(scheme.length + 1)
  if (text.trim() === '') return { fault: 'empty' }
  const [first = ''] = text.split(' ', 1)
  if (first.toLowerCase() === scheme.toLowerCase()) return { fault: 'scheme-twice' }
  return findLiteralFault(text) ?? (isPair(carrier) ? findPairFault(text) : findTokenFault(text))
}

function findSchemeFault(line: string, joined: number | false): Fault {
  const [first = ''] = line.split(' ', 1)
  const scheme = knownScheme(line)
  if (first !== line)
    return scheme ? { fault: 'other-scheme', scheme } : { fault: 'other-scheme', length: first.length }
  if (joined !== false) return { fault: 'joined', length: joined }
  return scheme ? { fault: 'other-scheme', scheme } : { fault: 'no-scheme', length: line.length }
}

function findTokenFault(text: string): Fault {
  const position = text.search(/[^\u0021-\u007e]/)
  return position < 0 ? { fault: 'wrong', length: text.length } : { fault: 'not-a-token', position: position + 1 }
}

/** RFC 7617 section 2, and RFC 4648 section 4. */
function findPairFault(text: string): Fault {
  const { length } = text
  const position = text.search(/[^A-Za-z\d+/=]|=(?!=?$)/) + 1
  if (position > 0) return { fault: /^[\w-]+=*$/.test(text) ? 'base64url' : 'not-base64', position, length }
  if (length % 4 > 0) return { fault: 'no-padding', length }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) return { fault: 'spare-bits', position: text.indexOf('=') }
  if (!isUtf8(bytes)) return { fault: 'not-utf8' }
  const pair = bytes.toString('utf8')
  // oxlint-disable-next-line no-control-regex -- RFC 7617 section 2 forbids them
  const control = pair.search(/[\u0000-\u001f\u007f-\u009f]/)
  if (control >= 0) return { fault: 'control-character', position: control + 1 }
  if (!pair.includes(':')) return { fault: 'no-colon' }
  return pair === ':' ? { fault: 'no-user-and-password' } : { fault: 'wrong' }
}

/** The fault of the values at a place that has a name; `wrong` for one that is not empty. */
export function findNamedFault(values: readonly (string | undefined)[]): Fault {
  const [value] = values
  if (values.length === 0) return { fault: 'absent' }
  if (values.length > 1) return { fault: 'repeated', times: values.length }
  if (value === undefined) return { fault: 'not-decodable' }
  if (value === '') return { fault: 'empty' }
  return findLiteralFault(value) ?? { fault: 'wrong', length: value.length }
}

/** Texts that a program sends in place of a credential, and quotes that belong to its source text. */
function findLiteralFault(text: string): Fault | undefined {
  if (PLACEHOLDER.test(text)) return { fault: 'placeholder', length: text.length }
  return /^(["'`]).*\1$/s.test(text) ? { fault: 'quoted', length: text.length } : undefined
}

const PLACEHOLDER = /^(?:undefined|null|NaN|\[object Object\]|\$\{?\w+\}?|\{\{.*\}\}|<.*>)$/s
/** RFC 9110 section 5.6.2. */
const TOKEN = /[!#$%&'*+\-.^_`|~\dA-Za-z]/
