import type { LeafDescription } from 'svc'
import type { RowName, RowUse } from '../model/row-name.ts'
import { CREDENTIAL_FAMILIES } from '../model/scenario.ts'
import type { RequestData } from '../model/request.ts'
import { hasAuthorizationScheme, isPair, leavesOf } from '../../server/internal.ts'
import { decodePercent } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'
import { decodeToken } from '../text/token.ts'
import { isBesideGood } from '../subject/beside-good.ts'
import type { Facts } from './facts.ts'
import { show } from './handler-rules.ts'

/**
 * The whole good credential where RFC 6750 sections 2.2 and 2.3 let a server read it, under the other scheme or none, under
 * the name that CGI makes of a field's (RFC 3875 section 4.1.18), percent-encoded, before what a decoder drops, or as the one
 * item of a list, which validators turn into a text (coerceTypes of Ajv): its sender has it, and nothing shows that the
 * server does not intend it.
 */
const MEANT: ReadonlySet<RowUse['row']> = new Set<RowName>([
  'basic.bare',
  'basic.bearer-scheme',
  'basic.colon-suffix',
  'basic.control',
  'basic.percent',
  'bearer.form',
  'bearer.query-access-token',
  'flow.list-password',
  'header.underscore',
])

/** Whether the request brings a good credential in its own place, spelt as some servers read it. */
export function isLooseSpelling(facts: Facts): boolean {
  const { scenario, route, request, planned = request, control } = facts
  if (isBesideGood(scenario.row) || MEANT.has(scenario.row) || isSameCredential(facts)) return true
  if (control === undefined) return false
  // Where each request brings a login of its own, only the plan says that two of them bring the same one.
  const asPlanned = control.planned ?? control.request
  return leavesOf(route.auth).some(
    (leaf) => isSameSecret(leaf, request, control.request) || isSameSecret(leaf, planned, asPlanned),
  )
}

/**
 * Whether the request brings the good credential as everything reads it that reads such a one: a cookie is escaped for a
 * URL, and decoders of base64 pass over signs that are not of its alphabet, in an object and in a signature.
 */
export function isSameCredential({ scenario, route, request, planned = request, control }: Facts): boolean {
  if (control === undefined || !CREDENTIAL_FAMILIES.has(scenario.family)) return false
  const leaf = leavesOf(route.auth).find(({ name }) => name === scenario.authenticator)
  const [text, good] = [leaf && placeOf(leaf, planned), leaf && placeOf(leaf, control.planned ?? control.request)]
  // Of a key in parts, `id.secret`, a part too many may be passed over: all others are there.
  if (scenario.row === 'key.dot-suffix' && text !== undefined && /\..*\./.test(text)) return true
  if (text === undefined || good === undefined || text === good) return false
  const unescape = (one: string): string => (leaf?.carrier.in === 'cookie' ? decodePercent(one) : one)
  const read = good.includes('.') ? decodeToken : readText
  return read(unescape(text)) === read(unescape(good))
}

/** Whether the name of a user in another case is that of the same user, whose own name the handler gets. */
export function isFoldedUser({ scenario, route, planned, request, entry }: Facts): boolean {
  if (scenario.row !== 'basic.user-case' || entry === undefined) return false
  const leaf = leavesOf(route.auth).find(({ name }) => name === scenario.authenticator)
  const pair = leaf && placeOf(leaf, planned ?? request)
  if (leaf === undefined || pair === undefined) return false
  const [sent = ''] = decode(leaf, pair).split(':')
  return entry.runs.every(({ auth }) => !show(auth).includes(show(sent).slice(1, -1)))
}

/** Whether two requests bring one secret for an authenticator, however it is written. */
function isSameSecret(leaf: LeafDescription, one: RequestData, other: RequestData): boolean {
  const [text, otherText] = [placeOf(leaf, one), placeOf(leaf, other)]
  if (text === undefined || otherText === undefined || text === '') return false
  return decode(leaf, text) === decode(leaf, otherText)
}

/** Of a JSON object, or a pair such as `name:secret`, in base64 that; other texts as they are. */
function readText(text: string): string {
  const inside = Buffer.from(text, 'base64').toString('utf8')
  return parseObject(inside) !== undefined || PAIR.test(inside) ? inside : text
}

const PAIR = /^[\x21-\x7e]+:[\x20-\x7e]+$/

/** The text in the place that the authenticator reads. */
function placeOf(leaf: LeafDescription, { target, headers }: RequestData): string | undefined {
  const field = (name: string): string | undefined =>
    headers.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1]
  const { carrier } = leaf
  switch (carrier.in) {
    case 'authorization': {
      const [, scheme = '', text] = /^(\S+)\s+(.*)$/.exec(field('authorization') ?? '') ?? []
      return hasAuthorizationScheme(carrier, scheme) ? text : undefined
    }
    case 'header':
      return field(carrier.name)
    case 'cookie':
      return valueOf(field('cookie') ?? '', ';', carrier.name)
    case 'query':
      return valueOf(target.slice(target.indexOf('?') + 1), '&', encodeURIComponent(carrier.name))
    case 'session':
    case 'request':
      return undefined
  }
}

function valueOf(text: string, separator: string, name: string): string | undefined {
  const pair = text.split(separator).find((one) => one.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

/** The secret itself: spare bits, percent signs, quotation marks and a byte order mark are matters of spelling. */
function decode(leaf: LeafDescription, text: string): string {
  if (isPair(leaf.carrier))
    return Buffer.from(text, 'base64')
      .toString('utf8')
      .replace(/^\ufeff/, '')
  return decodeToken(decodePercent(text.trim().replace(/^"(.*)"$/, '$1')))
}
