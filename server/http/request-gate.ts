import { readTarget, type Target } from './target.ts'

/** A request as it came over the wire, before anything tidied it. */
export interface RawRequest {
  /** The request target. */
  readonly url?: string | undefined
  /** `1.1`, `1.0`. */
  readonly httpVersion: string
  /** Names and values by turns, one pair per header line. */
  readonly rawHeaders: readonly string[]
}

/** The options of the gate. */
export interface GateRules {
  readonly limits: {
    /** Bytes of all header lines together. */
    readonly headers: number
    /** Characters of the request target. */
    readonly target: number
  }
  /** Whether a `Host` field names this server; absent where any may. */
  readonly knowsHost?: ((host: string | undefined) => boolean) | undefined
}

/** Why a request goes no further. Its connection is not to be trusted with another one. */
export interface Refusal {
  readonly status: 400 | 414 | 421 | 431 | 505
}

/** Judges a request: the target that everything behind the gate goes by, or a refusal. */
export type Gate = (raw: RawRequest) => Target | Refusal

/**
 * Compiles what judges the parts that only the raw request shows, before any framework reads it.
 *
 * - 505: another version than HTTP/1.0 and 1.1 (RFC 9112 section 2.3)
 * - 414: a target longer than the limit
 * - 431: header lines longer than the limit, or so many that Node drops some in silence
 * - 400: two `Host` lines, a malformed one, none in HTTP/1.1 (RFC 9112 section 3.2); two `Cookie` lines
 *   (RFC 6265 section 5.4); a length that can be read in two ways (RFC 9112 section 6.3); a target that is neither in
 *   origin form nor in an absolute form that agrees with `Host`
 * - 421: a host that is not this server (DNS rebinding; RFC 9110 section 15.5.20)
 */
export function compileGate({ limits, knowsHost }: GateRules): Gate {
  // Clients write few different ones, and an address costs the parsing of a URL.
  const admittedHosts = new Set<string>()
  return ({ httpVersion, url = '', rawHeaders }) => {
    if (httpVersion !== '1.1' && httpVersion !== '1.0') return VERSION
    if (url.length > limits.target) return TARGET_TOO_LONG
    if (rawHeaders.length >= DROPPED_FROM) return HEADERS_TOO_LARGE
    const lines = survey(rawHeaders)
    if (lines.bytes > limits.headers) return HEADERS_TOO_LARGE
    const { host } = lines
    if (lines.hosts > 1 || lines.cookies > 1 || !hasOneLength(httpVersion, lines)) return BAD
    const isAdmitted = host !== undefined && admittedHosts.has(host)
    if (!isAdmitted && (host === undefined ? httpVersion === '1.1' : !isHost(host))) return BAD
    const origin = toOriginForm(url, host)
    const target = origin === undefined ? undefined : readTarget(origin)
    if (target === undefined) return BAD
    if (isAdmitted) return target
    if (knowsHost && !knowsHost(host)) return MISDIRECTED
    if (host !== undefined) admitHost(admittedHosts, host)
    return target
  }
}

/** Whether the gate refused. */
export function isRefusal(judgement: Target | Refusal): judgement is Refusal {
  return 'status' in judgement
}

/** Forgets them all rather than some: a client that writes ever new ones pays for itself, and memory has a bound. */
function admitHost(admitted: Set<string>, host: string): void {
  if (host.length > LONGEST_NAME) return
  if (admitted.size >= MOST_HOSTS) admitted.clear()
  admitted.add(host)
}

const MOST_HOSTS = 256
/** Of a domain name with a port. */
const LONGEST_NAME = 260

/**
 * The target in origin form (RFC 9112 section 3.2). The absolute form is accepted where it says the same as `Host`: a
 * router that follows the one and a guard that follows the other would be two servers.
 *
 * @returns `undefined` for any other form, other schemes, user information and foreign hosts.
 */
export function toOriginForm(target: string, host: string | undefined): string | undefined {
  if (target.charCodeAt(0) === SLASH) return target
  const [, authority, rest = ''] = ABSOLUTE_FORM.exec(target) ?? []
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Whether a `Host` field is well-formed: a name or an address, and perhaps a port (RFC 9110 section 7.2), which together
 * can stand in a URL (URL Standard section 3.5). `256.0.0.1` and `xn--a` cannot, and would make `request.url` throw.
 */
export function isHost(field: string): boolean {
  const match = HOST.exec(field)
  if (match === null || (match[1] !== undefined && Number(match[1]) > 65_535)) return false
  // Parsing a URL for every request would cost more than all other checks here.
  return PLAIN_NAME.test(field) || URL.canParse(`http://${field}`)
}

const BAD: Refusal = { status: 400 }
const TARGET_TOO_LONG: Refusal = { status: 414 }
const MISDIRECTED: Refusal = { status: 421 }
const HEADERS_TOO_LARGE: Refusal = { status: 431 }
const VERSION: Refusal = { status: 505 }

/** Node's parser keeps this many names and values, and drops the lines after them without a word. */
const DROPPED_FROM = 2_000
const SLASH = 47
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)(.*)$/is
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i
/** A name whose last label is not a number, as an address has it, and without a label in Punycode. */
const PLAIN_NAME = /^(?!.*xn--)(?:[\w-]+\.)*[a-z_][\w-]*(?::\d+)?$/i

interface Survey {
  readonly bytes: number
  readonly hosts: number
  readonly host: string | undefined
  readonly cookies: number
  readonly lengths: number
  readonly length: string | undefined
  readonly codings: number
  readonly coding: string | undefined
}

/** One walk over the lines. Names are compared by length first: most lines cost no comparison. */
function survey(rawHeaders: readonly string[]): Survey {
  let bytes = 0
  let hosts = 0
  let cookies = 0
  let lengths = 0
  let codings = 0
  let host: string | undefined
  let length: string | undefined
  let coding: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const value = rawHeaders[index + 1] as string
    bytes += name.length + value.length + SEPARATORS
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host' && hosts++ === 0) host = value
        break
      case 6:
        if (name.toLowerCase() === 'cookie') cookies++
        break
      case 14:
        if (name.toLowerCase() === 'content-length' && lengths++ === 0) length = value
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding' && codings++ === 0) coding = value
        break
    }
  }
  return { bytes, hosts, host, cookies, lengths, length, codings, coding }
}

/** `: ` and the end of the line. */
const SEPARATORS = 4

/** Node's own parser is as strict, unless the server was made with `insecureHTTPParser`. */
function hasOneLength(version: string, { lengths, length, codings, coding }: Survey): boolean {
  if (lengths + codings > 1) return false
  if (coding !== undefined) return version === '1.1' && coding.toLowerCase() === 'chunked'
  return length === undefined || /^\d{1,15}$/.test(length)
}
