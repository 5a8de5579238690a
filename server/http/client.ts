import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'
import { LoadError } from '../base/errors.ts'
import { trimBlanks } from '../grammar/blanks.ts'

/** The peers whose forwarding fields count, computed once at load. */
export interface ProxyTrust {
  /** Whether an address, as {@link ClientFacts} writes them, is one of a listed proxy. */
  readonly isProxy: (address: string) => boolean
  /** The origin that `publicUrl` gives the server. */
  readonly publicUrl: string | undefined
}

/** The address of the client, and the origin that it used. */
export interface ClientFacts {
  /** The client's address, IPv4-mapped IPv6 as IPv4; empty where there is no socket. */
  readonly address: string
  /** The server's own origin as browsers write it; `null` where `Host` names none. */
  readonly origin: string
}

/** The facts of the connection itself. */
export interface Connection {
  /** The socket's peer. */
  readonly address: string | undefined
  /** `http` or `https`. */
  readonly scheme: string
  /** Host and port where the `Host` line is not to be asked. */
  readonly host: string | undefined
}

interface FieldSource {
  /** One entry per header line. */
  headerValues(name: string): readonly string[]
}

/**
 * Compiles the options `trustProxy` and `publicUrl`.
 *
 * @param trustProxy addresses and CIDR blocks
 * @throws {@link LoadError} for an entry that is neither.
 */
export function compileProxyTrust(trustProxy: readonly string[], publicUrl?: string): ProxyTrust {
  if (!Array.isArray(trustProxy)) throw invalidEntry(trustProxy)
  if (trustProxy.length === 0) return { isProxy: () => false, publicUrl }
  const listed = new BlockList()
  for (const entry of trustProxy) addEntry(listed, entry)
  return { isProxy: (address) => isListed(listed, address), publicUrl }
}

/**
 * Works out who asks (semantics 6 and 11). Forwarding fields are read only where the peer is a listed proxy;
 * then the right-most address that is not a proxy counts. The client may have written everything to the left of it.
 */
export function readClient(source: FieldSource, trust: ProxyTrust, connection: Connection): ClientFacts {
  const peer = canonicalAddress(connection.address ?? '') ?? connection.address ?? ''
  const isForwarded = trust.isProxy(peer)
  const address = isForwarded ? walkHops(peer, source.headerValues('x-forwarded-for'), trust) : peer
  return {
    address,
    // Few requests ask, and a URL costs more than all of the above.
    get origin() {
      return trust.publicUrl ?? readOrigin(source, connection, isForwarded)
    },
  }
}

const SCHEME = /^https?$/i
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** From the right, which the nearest proxy wrote. A hop that is not an address ends the walk. */
function walkHops(peer: string, lines: readonly string[], trust: ProxyTrust): string {
  const hops = lines.join(',').split(',')
  let nearest = peer
  for (let index = hops.length - 1; index >= 0; index--) {
    const hop = hopAddress(trimBlanks(hops[index] as string))
    if (hop === undefined) return nearest
    if (!trust.isProxy(hop)) return hop
    nearest = hop
  }
  return nearest
}

/** An address, bare or with the port that some proxies add: `192.0.2.1:8080`, `[2001:db8::1]:8080`. */
function hopAddress(hop: string): string | undefined {
  const bracketed = /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(hop)
  return canonicalAddress(bracketed?.[1] ?? (hop.includes('.') ? hop.replace(/^([\d.]+):\d{1,5}$/, '$1') : hop))
}

/** The one way to write an address; `undefined` for another text. Zones name an interface, not a host. */
function canonicalAddress(text: string): string | undefined {
  const version = isIP(text)
  if (version === 4) return text
  // The form of every IPv4 client of a dual-stack socket, found without building an object.
  if (text.startsWith(MAPPED) && isIP(text.slice(MAPPED.length)) === 4) return text.slice(MAPPED.length)
  if (version === 0 || text.includes('%')) return undefined
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address
}

const MAPPED = '::ffff:'

function readOrigin(source: FieldSource, connection: Connection, isForwarded: boolean): string {
  const scheme = isForwarded ? agreedValue(source.headerValues('x-forwarded-proto'), SCHEME) : undefined
  const forwardedHost = isForwarded ? agreedValue(source.headerValues('x-forwarded-host'), HOST) : undefined
  const host = forwardedHost ?? connection.host ?? onlyHost(source.headerValues('host'))
  return originOf(scheme ?? connection.scheme, host)
}

/** The value on which all lines and list members of a field agree. */
function agreedValue(lines: readonly string[], grammar: RegExp): string | undefined {
  const values = new Set(lines.flatMap((line) => line.split(',')).map(trimBlanks))
  const [value] = values
  return values.size === 1 && value !== undefined && grammar.test(value) ? value : undefined
}

/** Two `Host` lines name no host, not even where they are the same (RFC 9112 section 3.2). */
function onlyHost([host, ...others]: readonly string[]): string | undefined {
  return host !== undefined && others.length === 0 && HOST.test(host) ? host : undefined
}

/** As browsers write it: lower case, without the scheme's own port. */
function originOf(scheme: string, host: string | undefined): string {
  const url = `${scheme}://${host ?? ''}`
  return host !== undefined && URL.canParse(url) ? new URL(url).origin : 'null'
}

function addEntry(listed: BlockList, entry: unknown): void {
  const [, text = '', bits] = typeof entry === 'string' ? (/^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []) : []
  const address = canonicalAddress(text)
  if (address === undefined) throw invalidEntry(entry)
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (bits === undefined) return listed.addAddress(address, family)
  // A mapped block counts its bits from the IPv6 start.
  const prefix = Number(bits) - (family === 'ipv4' && text.includes(':') ? 96 : 0)
  if (prefix < 0 || prefix > (family === 'ipv4' ? 32 : 128)) throw invalidEntry(entry)
  listed.addSubnet(address, prefix, family)
}

function isListed(listed: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && listed.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function invalidEntry(entry: unknown): LoadError {
  return new LoadError(
    'SVC_TRUST_PROXY_INVALID',
    `trustProxy must list addresses and CIDR blocks; got ${JSON.stringify(entry)}. Write ["10.0.0.1", "10.1.0.0/16"].`,
  )
}

/** The network of one client: of an IPv6 address its /64 (RFC 6177 section 2), of IPv4 the address itself. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::')
    ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
    : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
