import type { RequestData, SessionValue } from '../model.ts'
import { rotateText } from '../text.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from './place.ts'
import type { Row, Subject } from './row.ts'

const SIGNATURE = 'the seal is not verified over everything that it covers'
const SHAPE = 'what was unsealed is used without a look at its shape'
const NAME = 'the cookie is found by a loose comparison of names'
const CLOCK = 'the limits inside the seal are not checked against the clock'
const AMBIGUOUS = 'of two cookies with one name, one is picked; a subdomain can set the other (cookie tossing)'

/** The sealed session cookie: forged, cut, flipped, expired, borrowed. Needs a session that is sealed for the run. */
export const SESSION_ROWS: readonly Row[] = [
  cookie(
    'session.garbage',
    'a session cookie of random letters',
    SIGNATURE,
    'wrong',
    () => 'c3ZjLWdhcmJhZ2UtdGhhdC1pcy1ubyBzZWFs',
  ),
  cookie('session.empty', 'an empty session cookie', SHAPE, 'unusable', () => ''),
  cookie('session.json', 'a session cookie of plain JSON', 'the cookie is not sealed at all', 'wrong', () =>
    encodeURIComponent(JSON.stringify(CLAIM)),
  ),
  cookie(
    'session.base64-json',
    'a session cookie of base64 JSON',
    'the cookie is encoded and not sealed',
    'wrong',
    () => Buffer.from(JSON.stringify(CLAIM)).toString('base64url'),
  ),
  cookie(
    'session.jwt-none',
    'a session cookie that is an unsigned token',
    'the cookie is not sealed at all',
    'wrong',
    () => `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(CLAIM)).toString('base64url')}.`,
  ),
  sealed('session.half', 'the first half of a seal', SIGNATURE, (seal) => seal.slice(0, seal.length >> 1)),
  sealed('session.cut', 'a seal with its last character cut off', SIGNATURE, (seal) => seal.slice(0, -1)),
  sealed(
    'session.appended',
    'a seal with one character appended',
    'a seal has several spellings',
    (seal) => `${seal}A`,
  ),
  sealed('session.padded', 'a seal with an equals sign appended', 'a seal has several spellings', (seal) => `${seal}=`),
  sealed(
    'session.quoted',
    'a seal in quotation marks',
    'the value is unquoted before it is used',
    (seal) => `"${seal}"`,
  ),
  sealed('session.encoded', 'a seal that is percent-encoded', 'the value is decoded before it is used', (seal) =>
    seal.replace(/[A-Za-z]/, (character) => `%${character.charCodeAt(0).toString(16)}`),
  ),
  sealed('session.case', 'a seal in the other case', SIGNATURE, (seal) =>
    seal.replace(/[a-zA-Z]/g, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())),
  ),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
    sealed(`session.flip-${at + 1}`, `a seal with one character of its part ${at + 1} changed`, SIGNATURE, (seal) =>
      changePart(seal, at, flipOne),
    ),
  ),
  ...[1, 2, 3, 4, 5, 6, 7].map((at) =>
    sealed(`session.drop-${at + 1}`, `a seal with its part ${at + 1} emptied`, SIGNATURE, (seal) =>
      changePart(seal, at, () => ''),
    ),
  ),
  sealed('session.tail-of-other', "one seal's beginning with another's end", SIGNATURE, (seal, value) =>
    splice(seal, value.spares[0]),
  ),
  sealed('session.oversize', 'a seal of 5,000 characters', 'there is no limit before the cryptography', (seal) =>
    seal.padEnd(5_000, 'A'),
  ),
  {
    ...sealed('session.xlong', 'a seal of 20,000 characters', 'there is no limit before the cryptography', (seal) =>
      seal.padEnd(20_000, 'A'),
    ),
    expect: 'parser',
  },
  variant('session.other-key', 'a session sealed with another key', SIGNATURE),
  variant('session.expired-1s', 'a session that expired a second ago', CLOCK),
  variant('session.expired-1h', 'a session that expired an hour ago', CLOCK),
  variant('session.future', 'a session that is not valid yet', CLOCK),
  variant('session.null', 'a seal around null', SHAPE),
  variant('session.array', 'a seal around a list', SHAPE),
  variant('session.string', 'a seal around a text', SHAPE),
  variant('session.empty-object', 'a seal around an empty object', SHAPE),
  variant('session.no-user', 'a session without a user', SHAPE),
  variant('session.revoked', 'a session that was logged out', 'the seal is trusted although the session was revoked'),
  cookie('session.dup-first', 'a good session cookie followed by a bad one', AMBIGUOUS, 'unusable', undefined, (r, s) =>
    withCookie(withCookie(r, `${s.name}=${s.value}`), `${s.name}=bad`),
  ),
  cookie('session.dup-last', 'a bad session cookie followed by a good one', AMBIGUOUS, 'unusable', undefined, (r, s) =>
    withCookie(withCookie(r, `${s.name}=bad`), `${s.name}=${s.value}`),
  ),
  cookie(
    'session.after-others',
    'a session cookie between two others',
    'other cookies do not matter',
    'good',
    undefined,
    (r, s) => withCookie(withCookie(withCookie(r, 'a=1'), `${s.name}=${s.value}`), 'b=2'),
  ),
  cookie('session.name-suffix', 'a good session under a longer name', NAME, 'absent', undefined, (r, s) =>
    withCookie(r, `x${s.name}=${s.value}`),
  ),
  cookie('session.name-case', 'a good session under the name in capitals', NAME, 'absent', undefined, (r, s) =>
    s.name === s.name.toUpperCase() ? undefined : withCookie(r, `${s.name.toUpperCase()}=${s.value}`),
  ),
  cookie(
    'session.name-host',
    'a good session under the name with __Host- in front',
    NAME,
    'absent',
    undefined,
    (r, s) => (s.name.startsWith('__Host-') ? undefined : withCookie(r, `__Host-${s.name}=${s.value}`)),
  ),
  cookie(
    'session.in-header',
    'a good session in a header',
    'the session is read from more places than its cookie',
    'absent',
    undefined,
    (r, s) => withHeader(r, `x-${s.name.replace(/\W/g, '')}-session`, s.value),
  ),
  cookie(
    'session.in-h3-header',
    'a good session in x-h3-session',
    'the session is read from more places than its cookie',
    'absent',
    undefined,
    (r, s) => withHeader(r, 'x-h3-session', s.value),
  ),
  cookie(
    'session.in-named-header',
    'a good session in a header of the name of the cookie',
    'the session is read from more places than its cookie',
    'absent',
    undefined,
    (r, s) => withHeader(r, s.name.replaceAll('.', '-'), s.value),
  ),
  cookie(
    'session.in-query',
    'a good session in the query',
    'the session is read from more places than its cookie',
    'absent',
    undefined,
    (r, s) => withQuery(r, `${encodeURIComponent(s.name)}=${encodeURIComponent(s.value)}`),
  ),
  cookie(
    'session.in-authorization',
    'a good session as a bearer token',
    'the session is read from more places than its cookie',
    'absent',
    undefined,
    (r, s) => withAuthorization(r, `Bearer ${s.value}`),
  ),
  cookie(
    'session.in-value',
    'a good session pair inside another cookie',
    'the header is searched, not parsed',
    'absent',
    undefined,
    (r, s) => withCookie(r, `other=${s.name}=${s.value}`),
  ),
]

/** What an attacker would write into a session that nobody checks. */
const CLAIM = { user: { id: 1, name: 'admin', isSuperuser: true }, isSuperuser: true, admin: true }

/** The sealed session of a subject, where there is one. */
export function sessionOf(subject: Subject): SessionValue | undefined {
  return subject.good?.value.type === 'session' ? subject.good.value : undefined
}

function cookie(
  name: string,
  title: string,
  cause: string,
  presented: Row['presented'],
  value: (() => string) | undefined,
  write?: (request: RequestData, session: SessionValue) => RequestData | undefined,
): Row {
  return {
    name,
    title,
    cause,
    cwe: presented === 'unusable' ? 235 : 287,
    presented,
    request: (subject) => {
      const session = sessionOf(subject)
      if (session === undefined) return undefined
      return write ? write(subject.bare, session) : withCookie(subject.bare, `${session.name}=${value?.() ?? ''}`)
    },
  }
}

function sealed(
  name: string,
  title: string,
  cause: string,
  change: (seal: string, session: SessionValue) => string | undefined,
): Row {
  return {
    name,
    title,
    cause,
    cwe: 347,
    presented: 'wrong',
    request: (subject) => {
      const session = sessionOf(subject)
      const changed = session && change(session.value, session)
      if (session === undefined || changed === undefined || changed === session.value) return undefined
      return withCookie(subject.bare, `${session.name}=${changed}`)
    },
  }
}

function variant(name: string, title: string, cause: string): Row {
  return {
    name,
    title,
    cause,
    cwe: 613,
    presented: 'wrong',
    request: (subject) => {
      const session = sessionOf(subject)
      const value = session?.variants[name.slice('session.'.length)]
      return session === undefined || value === undefined
        ? undefined
        : withCookie(subject.bare, `${session.name}=${value}`)
    },
  }
}

function changePart(seal: string, at: number, change: (part: string) => string): string | undefined {
  const parts = seal.split(/([*.~:])/)
  const part = parts[at * 2]
  if (part === undefined || part === '') return undefined
  parts[at * 2] = change(part)
  return parts.join('')
}

/** Changes a character in the middle: the last one of a base64 text may carry bits that nobody reads. */
function flipOne(part: string): string {
  const at = part.length >> 1
  const character = part.charAt(at)
  // Dashes have nowhere to rotate to: unchanged, the scenario would be missing from some runs.
  return part.slice(0, at) + (/[a-z0-9]/i.test(character) ? rotateText(character) : 'A') + part.slice(at + 1)
}

function splice(seal: string, other: string | undefined): string | undefined {
  if (other === undefined || other.length !== seal.length) return undefined
  return seal.slice(0, seal.length >> 1) + other.slice(seal.length >> 1)
}
