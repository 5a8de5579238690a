import type { RequestData } from '../model/request.ts'
import { base64 } from '../text/encoding.ts'
import { withAuthorization } from '../subject/place.ts'
import type { Presented } from '../subject/oracle.ts'
import { type Row, type RowMaker, rowsOf, type Table, tableRows } from './row.ts'
import type { Subject } from '../subject/leaf-subject.ts'

/** A cause of several rows. */
export const SPLIT: string = 'the text is not split at its first colon (RFC 7617 section 2)'

/** A user name and a password. */
export interface UserPass {
  readonly username: string
  readonly password: string
}

function knownPair(subject: Subject): UserPass | undefined {
  const value = subject.good?.value
  return value?.type === 'basic' ? value : undefined
}

function pairOf(subject: Subject): UserPass {
  return knownPair(subject) ?? { username: 'svc-nobody', password: subject.standIn }
}

function isValidPair(subject: Subject, username: string, password: string): boolean {
  return subject.valid.some(
    ({ value }) => value.type === 'basic' && value.username === username && value.password === password,
  )
}

type Pairs = Table<(good: UserPass) => readonly [username: string, password: string]>

/** A user and a password that no good pair is needed for. */
export function pair(cause: string, pairs: Pairs): readonly Row[] {
  return tableRows({ cause, cwe: 287, presented: 'wrong' }, pairs, (subject, derive) =>
    sendPair(subject, derive(pairOf(subject))),
  )
}

/** A user and a password, made from a good pair. */
export function changedPair(cause: string, pairs: Pairs, presented: Presented = 'wrong'): readonly Row[] {
  return tableRows({ cause, cwe: 287, presented }, pairs, (subject, derive) => {
    const good = knownPair(subject)
    return good && sendPair(subject, derive(good))
  })
}

function sendPair(subject: Subject, [username, password]: readonly [string, string]): RequestData | undefined {
  if ((username === '' && password === '') || isValidPair(subject, username, password)) return undefined
  // `user:x` and `password` is on the wire `user` and `x:password`: it may be a good one after all.
  const [first = '', ...rest] = `${username}:${password}`.split(':')
  if (isValidPair(subject, first, rest.join(':'))) return undefined
  return withAuthorization(subject.bare, `Basic ${base64(`${username}:${password}`)}`)
}

/** One user's name with another user's password. */
export function crossPair(): Row {
  return {
    name: 'swap.other-user-secret',
    title: "one user's name with another user's password",
    cause: 'name and password are looked up apart from each other',
    cwe: 287,
    presented: 'wrong',
    request: (subject) => {
      const pairs = subject.valid.map(({ value }) => value).filter((value) => value.type === 'basic')
      const [first] = pairs
      const other = pairs.find((value) => value.username !== first?.username && value.password !== first?.password)
      if (first === undefined || other === undefined) return undefined
      return withAuthorization(subject.bare, `Basic ${base64(`${first.username}:${other.password}`)}`)
    },
  }
}

/** A whole request, made from a good pair. */
export const request: RowMaker<(bare: RequestData, encoded: string, pair: UserPass) => RequestData | undefined> =
  rowsOf((subject, write) => {
    const credential = pairOf(subject)
    return write(subject.bare, base64(`${credential.username}:${credential.password}`), credential)
  })

/** A whole `Authorization` line, made from a good pair. */
export const line: RowMaker<(encoded: string, pair: UserPass) => string | undefined> = rowsOf((subject, write) => {
  const credential = pairOf(subject)
  const text = write(base64(`${credential.username}:${credential.password}`), credential)
  return text === undefined ? undefined : withAuthorization(subject.bare, text)
})
