import { isSafeMethod } from '../../server/internal.ts'
import type { SessionValue } from '../model/fixtures.ts'
import type { RowIn } from '../model/row-name.ts'
import { otherCase, rotateText } from '../text/encoding.ts'
import { fixtureInvalidRows } from './fixture-invalid.ts'
import { withCookie } from '../subject/place.ts'
import { type Row, rowsOf, type Table, tableRows } from './row.ts'
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
  ...cookie(SIGNATURE, 'wrong', {
    'session.garbage': ['a session cookie of random letters', () => 'c3ZjLWdhcmJhZ2UtdGhhdC1pcy1ubyBzZWFs'],
  }),
  ...cookie(SHAPE, 'unusable', {
    'session.empty': ['an empty session cookie', () => ''],
  }),
  ...cookie('the cookie is not sealed at all', 'wrong', {
    'session.json': ['a session cookie of plain JSON', () => encodeURIComponent(JSON.stringify(CLAIM))],
  }),
  ...cookie('the cookie is encoded and not sealed', 'wrong', {
    'session.base64-json': [
      'a session cookie of base64 JSON',
      () => Buffer.from(JSON.stringify(CLAIM)).toString('base64url'),
    ],
  }),
  ...cookie('the cookie is not sealed at all', 'wrong', {
    'session.jwt-none': [
      'a session cookie that is an unsigned token',
      () => `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(CLAIM)).toString('base64url')}.`,
    ],
  }),
  ...sealed(SIGNATURE, {
    'session.half': ['the first half of a seal', (seal) => seal.slice(0, seal.length >> 1)],
    'session.cut': ['a seal with its last character cut off', (seal) => seal.slice(0, -1)],
  }),
  ...sealed('a seal has several spellings', {
    'session.appended': ['a seal with one character appended', (seal) => `${seal}A`],
    'session.padded': ['a seal with an equals sign appended', (seal) => `${seal}=`],
    'session.respelled': ['a seal with another last character that means the same', (seal) => respell(seal)],
  }),
  ...sealed('the value is unquoted before it is used', {
    'session.quoted': ['a seal in quotation marks', (seal) => `"${seal}"`],
  }),
  ...sealed('the value is decoded before it is used', {
    'session.encoded': [
      'a seal that is percent-encoded',
      (seal) => seal.replace(/[A-Za-z]/, (character) => `%${character.charCodeAt(0).toString(16)}`),
    ],
  }),
  ...sealed(SIGNATURE, {
    'session.case': ['a seal in the other case', (seal) => seal.replace(/[a-zA-Z]/g, otherCase)],
  }),
  ...partsFrom(0, (at) => ({
    'session.flip': [
      `a seal with one character of its part ${at + 1} changed`,
      (seal) => changePart(seal, at, flipOne),
    ],
  })),
  ...partsFrom(1, (at) => ({
    'session.drop': [`a seal with its part ${at + 1} emptied`, (seal) => changePart(seal, at, () => '')],
  })),
  ...sealed(SIGNATURE, {
    'session.tail-of-other': [
      "one seal's beginning with another's end",
      (seal, value) => splice(seal, value.spares[0]),
    ],
  }),
  ...sealed('there is no limit before the cryptography', {
    'session.oversize': ['a seal of 5,000 characters', (seal) => seal.padEnd(5_000, 'A')],
    'session.xlong': ['a seal of 20,000 characters', (seal) => seal.padEnd(20_000, 'A'), { expect: 'parser' }],
  }),
  sessionRow('other-key', 'a session sealed with another key', SIGNATURE),
  sessionRow('expired-1s', 'a session that expired a second ago', CLOCK),
  sessionRow('expired-1h', 'a session that expired an hour ago', CLOCK),
  sessionRow('future', 'a session that is not valid yet', CLOCK),
  sessionRow('outlived', 'a session older than maxAge whose seal says that it is good', CLOCK),
  sessionRow('idle-1s', 'a session that was idle for a second too long', CLOCK),
  sessionRow('idle-1h', 'a session that was idle for an hour too long', CLOCK),
  sessionRow('nearly-over', 'a session shortly before its end', 'a session ends before its time', 'good'),
  sessionRow(
    'in-use',
    'a session that is older than the idle timeout and was used since',
    'idleness is counted from the login',
    'good',
  ),
  sessionRow(
    'old-key',
    'a session sealed with an older secret of the list',
    'only the newest secret opens: a rotation logs everybody out',
    'good',
  ),
  sessionRow('null', 'a seal around null', SHAPE),
  sessionRow('array', 'a seal around a list', SHAPE),
  sessionRow('string', 'a seal around a text', SHAPE),
  sessionRow('empty-object', 'a seal around an empty object', SHAPE),
  sessionRow('not-json', 'a seal around a text that is not JSON', SHAPE),
  sessionRow('nothing', 'a seal around nothing', SHAPE),
  sessionRow('inherited', 'a seal with everything behind __proto__', SHAPE),
  sessionRow('user-text', 'a session whose user is a text', SHAPE),
  sessionRow('user-list', 'a session whose user is a list', SHAPE),
  sessionRow('no-user', 'a session without a user', SHAPE),
  sessionRow('revoked', 'a session that was logged out', 'the seal is trusted although the session was revoked'),
  // Sealed rightly, of a user who is gone: `loadUser`, or the hook of a subclass, has to know.
  ...fixtureInvalidRows('session', {
    title: 'a session of a user whom the fixtures call invalid',
    cause: 'the user of the seal is believed without a look at what became of them',
    cwe: 613,
  }),
]

/** The content that an attacker would write into a session that is not checked. */
const CLAIM = { user: { id: 1, name: 'admin', isSuperuser: true }, isSuperuser: true, admin: true }

type SealTable = Table<(seal: string, session: SessionValue) => string | undefined>

/** Rows of each of the eight parts of a seal from one on. */
function partsFrom(first: number, tableOf: (at: number) => SealTable): readonly Row[] {
  return Array.from({ length: 8 - first }, (_, i) => i + first).flatMap((at) =>
    sealed(SIGNATURE, tableOf(at)).map((row) => ({ ...row, variant: `${at + 1}` })),
  )
}

function sealed(cause: string, table: SealTable): readonly Row[] {
  return tableRows({ cause, cwe: 347, presented: 'wrong' }, table, (subject, change) => {
    const session = sessionOf(subject)
    const changed = session && change(session.value, session)
    if (session === undefined || changed === undefined || changed === session.value) return undefined
    return withCookie(subject.bare, `${session.name}=${changed}`)
  })
}

function sessionRow(key: RowIn<'session'>, title: string, cause: string, presented: Row['presented'] = 'wrong'): Row {
  return {
    name: `session.${key}`,
    title,
    cause,
    cwe: 613,
    presented,
    request: (subject) => {
      // It stands alone: what an unsafe operation does to it, a logout for one, the next route would see.
      if (presented === 'good' && !isSafeMethod(subject.route.method)) return undefined
      const session = sessionOf(subject)
      const value = session?.variants[key]
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
