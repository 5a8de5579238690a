import type { RequestContext } from '../../http/request.ts'
import type { OriginFault } from './refusal.ts'

/** The proof of same origin that a request lacks; the counterpart of `isSameOrigin` for people. */
export function findOriginFault(request: RequestContext): OriginFault {
  const origins = request.headerValues('origin')
  const sites = request.headerValues('sec-fetch-site')
  const trusted = request.trustedOrigins.length
  if (origins.length > 1 || sites.length > 1) return { fault: 'repeated', trusted }
  const [origin] = origins
  const [site] = sites
  const difference = origin === undefined ? undefined : findDifference(origin, request.origin)
  const differs = difference === undefined ? {} : { differs: difference }
  if (site !== undefined) return { fault: 'other-site', ...(SITES.has(site) ? { site } : {}), ...differs, trusted }
  if (origin === undefined) return { fault: 'no-origin', trusted }
  return origin === 'null' ? { fault: 'null-origin', trusted } : { fault: 'other-origin', ...differs, trusted }
}

/** The words of Fetch Metadata that prove nothing. */
const SITES = new Set(['cross-site', 'same-site'])

function findDifference(origin: string, own: string): OriginFault['differs'] {
  if (!URL.canParse(origin) || !URL.canParse(own)) return undefined
  const [theirs, ours] = [new URL(origin), new URL(own)]
  if (theirs.hostname !== ours.hostname) return 'host'
  if (theirs.protocol !== ours.protocol) return 'scheme'
  return theirs.port === ours.port ? undefined : 'port'
}
