import type { LeafDescription } from 'svc'
import type { RequestData } from '../model/request.ts'
import { hasAuthorizationScheme, isPair, leavesOf } from '../../server/internal.ts'
import { decodePercent } from '../text/encoding.ts'
import { decodeToken } from '../text/token.ts'
import { isBesideGood } from '../subject/beside-good.ts'
import type { Facts } from './facts.ts'

/**
 * The whole good credential where RFC 6750 sections 2.2 and 2.3 let a server read it, under the other scheme or none, under
 * the name that CGI makes of a field's (RFC 3875 section 4.1.18), percent-encoded, before what a decoder drops, or as the one
 * item of a list, which validators turn into a text (coerceTypes of Ajv): its sender has it, and nothing shows that the
 * server does not intend it.
 */
const MEANT =
  /\.(?:query-access-token|form|colon-suffix|control|bearer-scheme)$|^(?:basic\.(?:bare|percent)|header\.underscore|flow\.list-password)$/

/** Whether the request brings a good credential in its own place, spelt as some servers read it. */
export function isLooseSpelling({ scenario, route, request, planned = request, control }: Facts): boolean {
  if (isBesideGood(scenario.name) || MEANT.test(scenario.name)) return true
  if (control === undefined) return false
  // Where each request brings a login of its own, only the plan says that two of them bring the same one.
  const asPlanned = control.planned ?? control.request
  return leavesOf(route.auth).some(
    (leaf) => isSameSecret(leaf, request, control.request) || isSameSecret(leaf, planned, asPlanned),
  )
}

/** Whether two requests bring one secret for an authenticator, however it is written. */
function isSameSecret(leaf: LeafDescription, one: RequestData, other: RequestData): boolean {
  const [text, otherText] = [placeOf(leaf, one), placeOf(leaf, other)]
  if (text === undefined || otherText === undefined || text === '') return false
  return decode(leaf, text) === decode(leaf, otherText)
}

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
