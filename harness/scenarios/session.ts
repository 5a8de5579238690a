import { isSafeMethod } from '../../server/internal.ts'
import type { SessionValue } from '../model/fixtures.ts'
import { rotateText } from '../text/encoding.ts'
import { fixtureInvalidRows } from './fixture-invalid.ts'
import { withCookie } from '../subject/place.ts'
import { type Row, rowsOf } from './row.ts'
import { sessionOf } from './session-place.ts'

const SIGNATURE = 'the seal is not verified over everything that it covers'
const SHAPE = 'what was unsealed is used without a look at its shape'
const CLOCK = 'the limits inside the seal are not checked against the clock'

/** The session cookie with another value. */
const cookie = rowsOf((subject, value: () => string) => {
  const session = sessionOf(subject)
  return session && withCookie(subject.bare, `${session.name}=${value()}`)
})

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
    'session.respelled',
    'a seal with another last character that means the same',
    'a seal has several spellings',
    (seal) => respell(seal),
  ),
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
  variant('session.outlived', 'a session older than maxAge whose seal says that it is good', CLOCK),
  variant('session.idle-1s', 'a session that was idle for a second too long', CLOCK),
  variant('session.idle-1h', 'a session that was idle for an hour too long', CLOCK),
  variant('session.nearly-over', 'a session shortly before its end', 'a session ends before its time', 'good'),
  variant(
    'session.in-use',
    'a session that is older than the idle timeout and was used since',
    'idleness is counted from the login',
    'good',
  ),
  variant(
    'session.old-key',
    'a session sealed with an older secret of the list',
    'only the newest secret opens: a rotation logs everybody out',
    'good',
  ),
  variant('session.null', 'a seal around null', SHAPE),
  variant('session.array', 'a seal around a list', SHAPE),
  variant('session.string', 'a seal around a text', SHAPE),
  variant('session.empty-object', 'a seal around an empty object', SHAPE),
  variant('session.not-json', 'a seal around a text that is not JSON', SHAPE),
  variant('session.nothing', 'a seal around nothing', SHAPE),
  variant('session.inherited', 'a seal with everything behind __proto__', SHAPE),
  variant('session.user-text', 'a session whose user is a text', SHAPE),
  variant('session.user-list', 'a session whose user is a list', SHAPE),
  variant('session.no-user', 'a session without a user', SHAPE),
  variant('session.revoked', 'a session that was logged out', 'the seal is trusted although the session was revoked'),
  // Sealed rightly, of a user who is gone: `loadUser`, or the hook of a subclass, has to know.
  ...fixtureInvalidRows('session', {
    title: 'a session of a user whom the fixtures call invalid',
    cause: 'the user of the seal is believed without a look at what became of them',
    cwe: 613,
  }),
]

/** The content that an attacker would write into a session that is not checked. */
const CLAIM = { user: { id: 1, name: 'admin', isSuperuser: true }, isSuperuser: true, admin: true }

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

function variant(name: string, title: string, cause: string, presented: Row['presented'] = 'wrong'): Row {
  return {
    name,
    title,
    cause,
    cwe: 613,
    presented,
    request: (subject) => {
      // It stands alone: what an unsafe operation does to it, a logout for one, the next route would see.
      if (presented === 'good' && !isSafeMethod(subject.route.method)) return undefined
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

/** Changes a character in the middle: the last one of a base64 text may carry bits that are not read. */
function flipOne(part: string): string {
  const at = part.length >> 1
  const character = part.charAt(at)
  // Dashes have nowhere to rotate to: unchanged, the scenario would be missing from some runs.
  return part.slice(0, at) + (/[a-z0-9]/i.test(character) ? rotateText(character) : 'A') + part.slice(at + 1)
}

/** Base64 of 32 bytes ends in a character with two bits to spare. */
function respell(seal: string): string | undefined {
  const at = BASE64URL.indexOf(seal.at(-1) ?? '')
  return at < 0 ? undefined : seal.slice(0, -1) + BASE64URL.charAt(at ^ 1)
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function splice(seal: string, other: string | undefined): string | undefined {
  if (other === undefined || other.length !== seal.length) return undefined
  return seal.slice(0, seal.length >> 1) + other.slice(seal.length >> 1)
}
