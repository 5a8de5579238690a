import { LoadError, type SourcePosition } from '../base/errors.ts'

/**
 * Compiles the hosts that a server answers for. A page of another site can make its own name point to this machine (DNS
 * rebinding); what its browser sends as `Host` still is that name.
 *
 * @param names host names and addresses without port, beside those of the machine itself
 */
export function compileKnownHosts(names: readonly string[]): (host: string | undefined) => boolean {
  const known = new Set([...OWN_HOSTS, ...names.map((name) => name.toLowerCase())])
  return (host) => host !== undefined && known.has(host.replace(/:\d*$/, '').toLowerCase())
}

/** The host names that the options of an API list. */
export function hostsOf(options: {
  readonly allowedHosts?: readonly string[] | undefined
  readonly publicUrl?: string | undefined
}): readonly string[] {
  const { allowedHosts = [], publicUrl } = options
  return publicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(publicUrl).hostname]
}

/** Whether a host name or address is this very machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** Whether an address is one of https, or of this machine. */
export function isSafeUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
}

/** @throws {@link LoadError} for an entry that is not a host name or address without port. */
export function checkAllowedHosts(names: unknown, source: SourcePosition | undefined): void {
  if (Array.isArray(names) && names.every(isHostName)) return
  const wrong: unknown = Array.isArray(names) ? names.find((name) => !isHostName(name)) : names
  const problem = `allowedHosts must list host names without scheme and port; got ${JSON.stringify(wrong)}.`
  throw new LoadError('SVC_ALLOWED_HOST_INVALID', `${problem} Write ["api.example", "[2001:db8::1]"].`, source)
}

function isHostName(name: unknown): boolean {
  return typeof name === 'string' && HOST_NAME.test(name)
}

const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i
