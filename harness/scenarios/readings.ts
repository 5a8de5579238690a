import type { LeafDescription } from 'svc'
import { isNamed, isPair, type NamedCarrier } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import type { RowIn } from '../model/row-name.ts'
import { base64, utf8Bytes } from '../text/encoding.ts'
import { SPLIT } from './basic-row.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'

/** A well-formed credential of no user, and the arguments with which a hook must be called for it. */
interface Reading {
  readonly name: RowIn<'reads'>
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
const UNSEEN_USER = 'an empty user is taken for no credential, so the hook never sees it'
const UNSEEN_PASSWORD = 'an empty password is taken for no credential, so the hook never sees it'
/** Nothing here stays as it is under a change of case, an escape or a blank at the end. */
const TEXT = 'Aa%41%2541_.~+-'

/** Tried once with each authenticator, on a copy of it that lets everything pass that it reads. */
export const READINGS: readonly Reading[] = [
  reading('exact', 'a credential of letters in both cases, escapes and signs', CHANGED, (request, { carrier }) => {
    if (isNamed(carrier)) return key(request, carrier, TEXT)
    if (isPair(carrier)) return pair(request, `User ${TEXT}`, ` ${TEXT} `)
    if (carrier.in !== 'authorization' || isOwnScheme(carrier)) return undefined
    return { request: withAuthorization(request, `${carrier.scheme} ${TEXT}=`), credential: [`${TEXT}=`] }
  }),
  {
    ...reading(
      'wide',
      'a credential with a byte order mark and full-width letters',
      CHANGED,
      (request, { carrier }) => {
        if (isPair(carrier)) return pair(request, '\ufeff\uff35ser', '\uff30\u0041\u030a')
        return carrier.in === 'query' ? key(request, carrier, '\ufeff\uff2b\u0041\u030a') : undefined
      },
    ),
    cwe: 176,
  },
  reading('blanks', 'a key between blanks', CHANGED, (request, { carrier }) => {
    if (carrier.in === 'query')
      return { request: withQuery(request, `${encodeURIComponent(carrier.name)}=+k+`), credential: [' k '] }
    return carrier.in === 'header' ? key(request, carrier, '\u00a0k\u00a0') : undefined
  }),
  readingOfPair('colons', 'a password of colons', SPLIT, 'user', ':a:b:'),
  readingOfPair('no-user', 'a password without a user', UNSEEN_USER, '', 'password'),
  readingOfPair('no-password', 'a user without a password', UNSEEN_PASSWORD, 'user', ''),
]

/** Whether a credential has a scheme of the application's own: which texts it may be, its own code says. */
export function isOwnScheme(carrier: LeafDescription['carrier']): boolean {
  return carrier.in === 'authorization' && !/^(?:bearer|basic)$/i.test(carrier.scheme)
}

function reading(name: Reading['name'], title: string, cause: string, send: Reading['send']): Reading {
  return { name, title, cause, cwe: 436, send }
}

function readingOfPair(name: Reading['name'], title: string, cause: string, user: string, password: string): Reading {
  return reading(name, title, cause, (request, { carrier }) =>
    isPair(carrier) ? pair(request, user, password) : undefined,
  )
}

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
