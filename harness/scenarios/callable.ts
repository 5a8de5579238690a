import { numbered, type RowName } from '../model/row-name.ts'
import { fixtureInvalidRows, wrongPartRows } from './fixture-invalid.ts'
import { withCredential, withHeader } from '../subject/place.ts'
import { neighboursOf } from '../subject/neighbours.ts'
import { mixedParts, otherParts } from '../subject/wrong-parts.ts'
import type { CredentialValue } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Subject } from '../subject/leaf-subject.ts'
import type { Row } from './row.ts'

/** Parts that are exchanged, one a row. */
const MIXED = 3
/** Parts beside a declared one that are changed, one a row. */
const OTHERS = 2

/** A credential of which the authenticator declares one part: the others decide as well. */
export const OTHER_PART_ROWS: readonly Row[] = Array.from({ length: OTHERS }, (_, at): Row => ({
  name: 'callable.other-part',
  ...numbered(at),
  title: 'a good credential with another of its parts changed',
  cause: 'the parts are looked up apart from each other, or only the declared one is compared',
  cwe: 639,
  presented: 'wrong',
  request: ({ bare, leaf, good }) => {
    const value = good?.value
    if (value?.type !== 'key' || value.beside === undefined) return undefined
    const { signs = [] } = value
    const other = otherParts({ ...value.beside, signs })[at]
    return other && withCredential(bare, leaf, { ...value, beside: other })
  },
}))

/** A function of the whole request: what the fixtures say of it. What it returns is tried on a copy, see `wrapped.ts`. */
export const CALLABLE_ROWS: readonly Row[] = [
  ...fixtureInvalidRows('callable', {
    title: 'a request that the fixtures call invalid',
    cause:
      'what makes a request invalid is not looked at, or in another unit: its time, its end, that it was revoked, or who signed it',
    cwe: 287,
  }),
  ...wrongPartRows({
    title: 'a good request with one of its parts changed, cut or left out',
    cause: 'the function returns something truthy for what it should refuse',
    cwe: 287,
  }),
  ...Array.from({ length: MIXED }, (_, at): Row => ({
    name: 'callable.mixed-users',
    ...numbered(at),
    title: "one user's credential with a part of another user's",
    cause: 'the parts are looked up apart from each other: the tenant of one passes with the token of another',
    cwe: 639,
    presented: 'wrong',
    request: (subject) => {
      const mixed = mixedParts(subject.valid)[at]
      return mixed && withCredential(subject.bare, subject.leaf, mixed)
    },
  })),
]

/** Header fields by which a client claims another address. */
const CLAIMS: readonly (readonly [name: RowName, field: string, write: (address: string) => string])[] = [
  ['address.xff', 'X-Forwarded-For', (address) => address],
  ['address.xff-first', 'X-Forwarded-For', (address) => `${address}, 203.0.113.9`],
  ['address.xff-last', 'X-Forwarded-For', (address) => `203.0.113.9, ${address}`],
  ['address.real-ip', 'X-Real-IP', (address) => address],
  ['address.forwarded', 'Forwarded', (address) => `for=${address}`],
  ['address.forwarded-quoted', 'Forwarded', (address) => `for="${address}";proto=http`],
  ['address.client-ip', 'X-Client-IP', (address) => address],
  ['address.client-ip-bare', 'Client-IP', (address) => address],
  ['address.true-client-ip', 'True-Client-IP', (address) => address],
  ['address.cf-connecting-ip', 'CF-Connecting-IP', (address) => address],
  ['address.originating-ip', 'X-Originating-IP', (address) => address],
  ['address.remote-ip', 'X-Remote-IP', (address) => address],
  ['address.remote-addr', 'X-Remote-Addr', (address) => address],
  ['address.remote-addr-cgi', 'REMOTE_ADDR', (address) => address],
  ['address.cluster', 'X-Cluster-Client-IP', (address) => address],
  ['address.forwarded-bare', 'X-Forwarded', (address) => address],
  ['address.fastly', 'Fastly-Client-IP', (address) => address],
  ['address.azure', 'X-Azure-ClientIP', (address) => address],
  ['address.mapped', 'X-Forwarded-For', (address) => `::ffff:${address}`],
  ['address.short', 'X-Forwarded-For', () => '127.1'],
  ['address.octal', 'X-Forwarded-For', () => '0177.0.0.1'],
  ['address.localhost', 'X-Forwarded-For', () => 'localhost'],
  ['address.host', 'X-Forwarded-Host', () => 'localhost'],
]

/** Credentials whose address is another one that looks like it. */
const NEIGHBOUR_ROWS: readonly Row[] = [0, 1].map((at) => ({
  name: 'address.neighbour' as const,
  ...numbered(at),
  title: 'an address that begins or ends with one that is allowed',
  cause: 'addresses are compared as texts: startsWith, includes, or a pattern without an end',
  cwe: 290,
  presented: 'wrong' as const,
  request: (subject) => {
    const [other] = neighboursOf(subject.valid, subject.invalid)[at] ?? []
    return other && withCredential(subject.bare, subject.leaf, other)
  },
  unless: (subject) => {
    const [, next] = neighboursOf(subject.valid, subject.invalid)[at] ?? []
    return next && withCredential(subject.bare, subject.leaf, next)
  },
}))

/** A connection from a real address that is not allowed, claiming one that is. */
const CLAIMED_ROWS: readonly Row[] = CLAIMS.map(([name, field, write]) => ({
  name,
  title: `an address that is not allowed and claims another in ${field}`,
  cause: 'the client address is read from a header that the client writes',
  cwe: 290,
  presented: 'wrong',
  request: (subject) => {
    const outside = outsideOf(subject)
    return outside && withHeader(outside.request, field, write(outside.allowed))
  },
  // An address that the fixtures do not call invalid may be allowed.
  unless: (subject) => {
    const outside = outsideOf(subject)
    return outside?.isSaid === false ? outside.request : undefined
  },
}))

/** An address of loopback that hardly any list has. */
const ELSEWHERE = '127.94.11.203'

interface Outside {
  /** From an address that is not allowed. */
  readonly request: RequestData
  /** An address that is. */
  readonly allowed: string
  /** Whether the fixtures call the first one invalid. */
  readonly isSaid: boolean
}

/** A request from an address that the fixtures call invalid, else from another one of loopback, where they name an allowed one. */
function outsideOf({ bare, leaf, valid, invalid }: Subject): Outside | undefined {
  const [good, bad] = [fromAnAddress(valid), fromAnAddress(invalid)]
  const other = bad ?? (good && { ...good, from: ELSEWHERE })
  if (other === undefined) return undefined
  const allowed = good?.from ?? '127.0.0.1'
  return { request: withCredential(bare, leaf, other), allowed, isSaid: bad !== undefined }
}

/** The first credential that comes from an address of its own. */
function fromAnAddress(credentials: Subject['valid']): (Parts & { readonly from: string }) | undefined {
  return credentials
    .flatMap(({ value }) =>
      value.type === 'parts' && value.from !== undefined ? [{ ...value, from: value.from }] : [],
    )
    .at(0)
}

type Parts = Extract<CredentialValue, { readonly type: 'parts' }>

/** Addresses that a client claims, and those beside the allowed one. */
export const ADDRESS_ROWS: readonly Row[] = [...CLAIMED_ROWS, ...NEIGHBOUR_ROWS]
