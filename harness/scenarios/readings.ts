import type { LeafDescription } from 'svc'
import { isNamed, isPair, type NamedCarrier } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import { base64, utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'

/** A well-formed credential of no user, and the arguments with which a hook must be called for it. */
interface Reading {
  readonly name: string
  /** A noun phrase about what is sent. */
  readonly title: string
  readonly cause: string
  readonly cwe: number
  /** `undefined` for a kind that has no such credential. */
  readonly send: (
    request: RequestData,
    leaf: LeafDescription,
  ) => { readonly request: RequestData; readonly credential: readonly string[] } | undefined
}

const CHANGED = 'what was sent is decoded, folded, trimmed or normalised, so that one credential has several spellings'
const SPLIT = 'the text is not split at its first colon (RFC 7617 section 2)'
/** Nothing here stays as it is under a change of case, an escape or a blank at the end. */
const TEXT = 'Aa%41%2541_.~+-'

/** Tried once with each authenticator, on a copy of it that lets everything pass that it reads. */
export const READINGS: readonly Reading[] = [
  {
    name: 'exact',
    title: 'a credential of letters in both cases, escapes and signs',
    cause: CHANGED,
    cwe: 436,
    send: (request, { carrier }) => {
      if (isNamed(carrier)) return key(request, carrier, TEXT)
      if (isPair(carrier)) return pair(request, `User ${TEXT}`, ` ${TEXT} `)
      if (carrier.in !== 'authorization') return undefined
      return { request: withAuthorization(request, `${carrier.scheme} ${TEXT}=`), credential: [`${TEXT}=`] }
    },
  },
  {
    name: 'wide',
    title: 'a credential with a byte order mark and full-width letters',
    cause: CHANGED,
    cwe: 176,
    send: (request, { carrier }) => {
      if (isPair(carrier)) return pair(request, '\ufeff\uff35ser', '\uff30\u0041\u030a')
      return carrier.in === 'query' ? key(request, carrier, '\ufeff\uff2b\u0041\u030a') : undefined
    },
  },
  {
    name: 'blanks',
    title: 'a key between blanks',
    cause: CHANGED,
    cwe: 436,
    send: (request, { carrier }) => {
      if (carrier.in === 'query')
        return { request: withQuery(request, `${encodeURIComponent(carrier.name)}=+k+`), credential: [' k '] }
      return carrier.in === 'header' ? key(request, carrier, '\u00a0k\u00a0') : undefined
    },
  },
  {
    name: 'colons',
    title: 'a password of colons',
    cause: SPLIT,
    cwe: 436,
    send: (request, { carrier }) => (isPair(carrier) ? pair(request, 'user', ':a:b:') : undefined),
  },
  {
    name: 'no-user',
    title: 'a password without a user',
    cause: 'an empty user is taken for no credential, so the hook never sees it',
    cwe: 436,
    send: (request, { carrier }) => (isPair(carrier) ? pair(request, '', 'password') : undefined),
  },
  {
    name: 'no-password',
    title: 'a user without a password',
    cause: 'an empty password is taken for no credential, so the hook never sees it',
    cwe: 436,
    send: (request, { carrier }) => (isPair(carrier) ? pair(request, 'user', '') : undefined),
  },
]

function pair(request: RequestData, user: string, password: string): ReturnType<Reading['send']> {
  return {
    request: withAuthorization(request, `Basic ${base64(`${user}:${password}`)}`),
    credential: [user, password],
  }
}

function key(request: RequestData, carrier: NamedCarrier, text: string): ReturnType<Reading['send']> {
  const { name } = carrier
  switch (carrier.in) {
    case 'query':
      return {
        request: withQuery(request, `${encodeURIComponent(name)}=${encodeURIComponent(text)}`),
        credential: [text],
      }
    case 'header':
      return { request: withHeader(request, name, text), credential: [text] }
    case 'cookie':
      return { request: withCookie(request, `${name}=${utf8Bytes(text)}`), credential: [text] }
  }
}
