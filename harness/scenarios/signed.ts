import type { LeafDescription } from 'svc'
import type { Credential, CredentialValue, RouteFixture } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import { numbered, type RowName } from '../model/row-name.ts'
import type { Subject } from '../subject/leaf-subject.ts'
import { withCredential } from '../subject/place.ts'
import { plainRequest } from '../subject/plain-request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { atDate, makeDateMovable } from '../copies/moved-date.ts'
import { changeOne, changeOneIn } from '../text/change-one.ts'
import type { Row } from './row.ts'
import { withoutSignature } from '../subject/wrong-parts.ts'
import { BOUNDARY_ROWS } from './signed-boundary.ts'

/** Of a key, the text is all that there is; of parts, the signature may be among others. */
type Signing = Extract<CredentialValue, { readonly type: 'parts' | 'key' }>

/**
 * A good signature, and a request in which one character of what it covers is another.
 *
 * @param at which of several parameters, from the last
 */
type Change = (subject: Subject, credential: Signing, at?: number) => RequestData | undefined

/** Signed header fields and parameters that are tried, one a row. */
const FIELDS = 3

const DAY = 86_400_000
/** Milliseconds: a time that is farther from the clock is the end of something. */
const SHARP = 2_000

const PARTS: readonly (readonly [part: 'body' | 'query' | 'path', title: string, change: Change])[] = [
  ['body', 'a good signature, and one character of the body changed', changeBody],
  ['query', 'a good signature, and one character of a parameter changed', changeQuery],
  ['path', 'a good signature, and one character of the path changed', changePath],
]

/** Each part of a request that a credential of the fixtures signs, changed under the good signature. */
export const SIGNED_ROWS: readonly Row[] = [
  ...PARTS.flatMap(([part, title, change]) =>
    Array.from({ length: part === 'body' ? 1 : FIELDS }, (_, at) => ({
      ...row(`signed.${part}`, title, part, (subject, credential) => change(subject, credential, at)),
      ...numbered(at),
    })),
  ),
  ...Array.from({ length: FIELDS }, (_, at) => ({
    ...row(
      'signed.field',
      'a good signature, and one character of a signed header field changed',
      'field',
      (subject, credential) => changeField(subject, credential, signedFields(credential)[at]),
    ),
    ...numbered(at),
  })),
  ...BOUNDARY_ROWS,
  timeRow(
    'signed.past',
    -DAY,
    'before',
    'the time that is signed is not compared with the clock, or in another unit: a request that was seen once can be sent again',
  ),
  timeRow(
    'signed.future',
    DAY,
    'ahead',
    'the time that is signed is only compared with the past: a signature of the future passes, and stays good until long after',
  ),
]

/** A good signature over the time of another day, where the fixtures sign each request and the present time is a part of it. */
function timeRow(name: RowName, ahead: number, where: string, cause: string): Row {
  return {
    name,
    title: `a good signature whose time is a day ${where}`,
    cause,
    cwe: 294,
    presented: 'wrong',
    request: ({ bare, leaf, valid }) => {
      const sign = valid.find(({ signed }) => signed !== undefined)?.signed
      if (sign === undefined) return undefined
      makeDateMovable()
      const date = Date.now() + ahead
      const moved = atDate(date, () => sign(bare))
      return timesIn(moved).some((time) => Math.abs(time - date) < SHARP)
        ? withCredential(bare, leaf, moved)
        : undefined
    },
  }
}

/** Milliseconds since 1970 that stand in a credential, as a number of seconds or milliseconds or as a date. */
export function timesIn(value: CredentialValue): readonly number[] {
  if (value.type !== 'parts' && value.type !== 'key') return []
  const { headers = {}, query = {} } = (value.type === 'key' ? value.beside : value) ?? {}
  const texts = [...Object.values(headers), ...Object.values(query), value.type === 'key' ? value.value : '']
  return texts.flatMap((text) => [
    // Digits of a signature are not a time.
    ...[...text.matchAll(/(?<![\da-z])\d{10}(?:\d{3})?(?![\da-z])/gi)].map(([digits]) =>
      Number(digits.padEnd(13, '0')),
    ),
    ...(/^(?:\d{4}-\d\d|[A-Z][a-z]{2},? )/.test(text) ? [Date.parse(text)] : []),
  ])
}

function row(name: RowName, title: string, part: string, change: Change): Row {
  return {
    name,
    title,
    cause: `the signature is compared with one that does not cover the ${part}`,
    cwe: 347,
    presented: 'wrong',
    request: (subject) => {
      const credential = signing(subject.valid)
      const signs = part === 'field' || (credential?.signs ?? []).includes(part)
      return credential === undefined || !signs ? undefined : change(subject, credential)
    },
  }
}

/** Signed parts that cannot be changed on this route, and a raw body that the fixtures do not list as signed. */
export function signedRemarks(subject: RouteSubject): readonly Remark[] {
  const { route, fixture } = subject
  return subject.leaves.flatMap((leaf, index): readonly Remark[] => {
    const of = subject.subject(index)
    const valid = subject.valid(index)
    const credential = signing(valid)
    if (of === undefined) return []
    if (credential === undefined) {
      const isUnsaid = fixture.body?.raw === true && valid.some(({ value }) => maySign(leaf, value))
      const message = `its body is raw; where ${leaf.name} signs it, say signs: ['body'] beside the credential, and another body is tried`
      return isUnsaid ? [{ kind: 'notice', route: route.key, message }] : []
    }
    return (credential.signs ?? [])
      .filter((name) => changed(of, credential, name) === undefined)
      .map((name) => ({
        kind: 'warning' as const,
        route: route.key,
        message: `${leaf.name} signs ${name}, which is not tried: ${missingPart(name)}`,
      }))
  })
}

/** Whether a credential may be a signature of the body: a field among others, or one that is named so. */
function maySign({ carrier }: LeafDescription, value: CredentialValue): boolean {
  if (value.type === 'parts') return value.headers !== undefined
  return value.type === 'key' && carrier.in === 'header' && /sign|hmac|digest|hash/i.test(carrier.name)
}

function changed(subject: Subject, credential: Signing, name: string): RequestData | undefined {
  const change = PARTS.find(([part]) => part === name)?.[2]
  return change === undefined ? changeField(subject, credential, name) : change(subject, credential)
}

function missingPart(name: string): string {
  if (name === 'path') return 'the route has no parameter; give params where it has one'
  return isPart(name) ? `give ${name} in the fixtures of the route` : 'neither the credential nor the route sends it'
}

function signing(valid: readonly Credential[]): Signing | undefined {
  const found = valid.find(({ value }) => (value.type === 'parts' || value.type === 'key') && value.signs !== undefined)
  return found?.value as Signing | undefined
}

function signedFields(credential: Signing): readonly string[] {
  return (credential.signs ?? []).filter((name) => !isPart(name))
}

function isPart(name: string): boolean {
  return PARTS.some(([part]) => part === name)
}

function changeBody({ bare, leaf }: Subject, credential: Signing): RequestData | undefined {
  const body = bare.body === undefined ? undefined : changeOneIn(bare.body)
  return body === undefined ? undefined : { ...withCredential(bare, leaf, credential), body }
}

function changeQuery(subject: Subject, credential: Signing, at = 0): RequestData | undefined {
  const other = changeOneOf(subject.fixture.query, at)
  if (other !== undefined) return withFixture(subject, credential, { query: other })
  const { bare, leaf } = subject
  const { query = {} } = (credential.type === 'key' ? credential.beside : credential) ?? {}
  const beside = countOf(subject.fixture.query)
  const own = changeOneOf(credential.type === 'key' ? query : withoutSignature(query), at - beside)
  if (own === undefined) return undefined
  const parts = { query: { ...query, ...own } }
  return withCredential(
    bare,
    leaf,
    credential.type === 'key' ? { ...credential, beside: parts } : { ...credential, ...parts },
  )
}

function changePath(subject: Subject, credential: Signing, at = 0): RequestData | undefined {
  const params = { ...subject.route.sample?.params, ...subject.fixture.params }
  const used = Object.entries(params).filter(([name]) => subject.route.path.includes(`${name}]`))
  const other = changeOneOf(Object.fromEntries(used), at)
  return other === undefined ? undefined : withFixture(subject, credential, { params: { ...params, ...other } })
}

/** The same request from other inputs; what companions wrote behind the query stays. */
function withFixture(subject: Subject, credential: Signing, inputs: Partial<RouteFixture>): RequestData {
  const { route, fixture, bare, leaf } = subject
  const before = plainRequest(route, fixture).target
  const after = plainRequest(route, { ...fixture, ...inputs }).target
  return withCredential({ ...bare, target: after + bare.target.slice(before.length) }, leaf, credential)
}

function changeField({ bare, leaf }: Subject, credential: Signing, name: string | undefined): RequestData | undefined {
  if (name === undefined) return undefined
  const good = withCredential(bare, leaf, credential)
  const at = good.headers.findIndex(([field]) => field.toLowerCase() === name.toLowerCase())
  const value = changeOne(good.headers[at]?.[1] ?? '')
  if (value === undefined) return undefined
  return { ...good, headers: good.headers.map(([field, own], i) => [field, i === at ? value : own] as const) }
}

function countOf(values: Readonly<Record<string, string>>): number {
  return Object.values(values).filter((value) => changeOne(value) !== undefined).length
}

/** The values with one character of one of them changed. @param at from the last of those that have any */
function changeOneOf(
  values: Readonly<Record<string, string>>,
  at: number,
): Readonly<Record<string, string>> | undefined {
  const found = Object.entries(values)
    .filter(([, value]) => changeOne(value) !== undefined)
    .at(-1 - at)
  return found === undefined ? undefined : { ...values, [found[0]]: changeOne(found[1]) as string }
}
