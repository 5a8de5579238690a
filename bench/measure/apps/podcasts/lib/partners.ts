import { createHash, createHmac, randomUUID } from 'node:crypto'
import { APIKeyQuery, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Addresses of feeds that listeners pay for: a key for each listener and show. */
const feeds = [
  { listener: 'lena', show: 'night-trains', key: process.env['LENA_FEED'] ?? 'feed-2a9c40e7b18d' },
  { listener: 'lena', show: 'small-towns', key: process.env['LENA_TOWNS'] ?? 'feed-8e05d7f3c6a1' },
]

class FeedKey extends APIKeyQuery {
  override readonly paramName = 'key'

  authenticate({ params }: AuthRequest, given: string): { readonly listener: string } | null {
    const found = feeds.find(({ key }) => constantTimeEqual(key, given))
    if (found === undefined) return null
    if (found.show !== params['slug']) return null
    return { listener: found.listener }
  }
}

export const feed = new FeedKey()

const agencies = new Map<string, { readonly password: string }>([
  ['north-ads', { password: process.env['NORTH_PASSWORD'] ?? 'Billboard-Snow-Cup-24' }],
  ['south-ads', { password: process.env['SOUTH_PASSWORD'] ?? 'Billboard-Sand-Fan-57' }],
])

/** Agencies that read how often their spots were heard. */
class AgencyAuth extends HttpBasicAuth {
  override readonly name = 'Agency'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly agency: string } | null {
    // Names that are not known take the same time.
    const { password: wanted } = agencies.get(username) ?? { password: randomUUID() }
    return constantTimeEqual(hash(wanted), hash(password)) ? { agency: username } : null
  }
}

export const agency = new AgencyAuth()

export const now = (): number => Math.floor(Date.now() / 1_000)

const SCRIBE_SECRET = process.env['SCRIBE_SECRET'] ?? 'podcasts-scribe-0f6e92ab'

/** The service that writes transcripts signs the time and the body. */
export function signScribe(time: string, body: string): string {
  return `v1=${createHmac('sha256', SCRIBE_SECRET).update(`${time}:${body}`).digest('hex')}`
}

async function readScribe(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const { headers } = request
  const time = headers.get('x-scribe-time') ?? ''
  const given = headers.get('x-scribe-signature') ?? ''
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > 300) return null
  return constantTimeEqual(given, signScribe(time, await request.text())) ? { from: 'scribe' } : null
}

export const scribe = named('ScribeSignature', readScribe)
