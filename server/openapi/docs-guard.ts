import { compileKnownHosts, isLoopback } from '../http/known-hosts.ts'
import type { DocsDevelopment, DocsRequest } from './docs-route.ts'

/** Added by proxies: behind one, the peer's address says nothing about who asks. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via']

/**
 * Whether a request comes from this very machine and asked for it by a name that is known to mean it. The name matters
 * because a page of another site can have its own name resolve to 127.0.0.1 (DNS rebinding).
 */
export function isFromDeveloper(
  { headers, clientAddress }: Pick<DocsRequest, 'headers' | 'clientAddress'>,
  { hosts = [] }: Pick<DocsDevelopment, 'hosts'>,
): boolean {
  return (
    isLoopback(clientAddress) &&
    compileKnownHosts(hosts)(headers.get('host') ?? undefined) &&
    !FORWARDING.some((name) => headers.has(name))
  )
}

/**
 * Whether a request says that another page than ours made it: a script of some site, a frame, a link. A page with
 * credentials in it is for those who opened it themselves (Fetch Metadata section 2.3).
 */
export function isForeign({ headers, origin: own }: DocsRequest): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  return (origin !== null && origin !== own) || (site !== null && site !== 'same-origin' && site !== 'none')
}

/** Whether a request may have what the fixtures hold: it is the developer's own, and its browser has a key where there are some. */
export function mayHaveFixtures(request: DocsRequest, development: Pick<DocsDevelopment, 'hosts' | 'keys'>): boolean {
  const isOwn = isFromDeveloper(request, development) && !isForeign(request)
  return isOwn && (development.keys?.isHeldBy(request) ?? true)
}
