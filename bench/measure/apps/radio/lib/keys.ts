import { createHmac, randomUUID } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named, queryKey } from 'svc/security'

export interface Desk {
  readonly studio: string
}

const desks: readonly (Desk & { readonly key: string })[] = [
  { studio: 'a', key: process.env['DESK_A_KEY'] ?? 'desk-a-7Vb2Kq9Lw4' },
  { studio: 'b', key: process.env['DESK_B_KEY'] ?? 'desk-b-3Xn8Rt6Mz1' },
]

/** The mixing desk of a studio. */
export const desk = headerKey(
  'X-Desk-Key',
  (_request, given): Desk | null => {
    const found = desks.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { studio: found.studio }
  },
  { name: 'Desk' },
)

interface Subscription {
  readonly key: string
  /** The last day. */
  readonly until: string
}

const subscriptions: readonly Subscription[] = [
  { key: process.env['STREAM_KEY'] ?? 'st-5d81c0f7ab', until: '2031-12-31' },
  { key: 'st-e94b26d713', until: '2026-01-31' },
]

const today = (): string => new Date().toISOString().slice(0, 10)

async function findSubscription(_request: AuthRequest, given: string): Promise<{ readonly until: string } | null> {
  const found = subscriptions.find(({ key }) => constantTimeEqual(key, given))
  if (found === undefined || found.until < today()) return null
  return { until: found.until }
}

/** Players that can only be given an address. */
export const streamQuery = queryKey('k', findSubscription, { name: 'StreamQuery' })

export const streamHeader = headerKey('X-Stream-Key', findSubscription, { name: 'StreamHeader' })

const societies: ReadonlyMap<string, string> = new Map([
  ['composers', process.env['COMPOSERS_PASSWORD'] ?? 'composers-Lt38-note-Gb72'],
  ['labels', process.env['LABELS_PASSWORD'] ?? 'labels-Vc15-disc-Ye60'],
])

/** Collecting societies. */
export const society = basic(
  (_request, name, given) => {
    const wanted = societies.get(name) ?? randomUUID()
    return constantTimeEqual(given, wanted) ? { society: name } : null
  },
  { name: 'Society' },
)

const DONATIONS = process.env['DONATIONS_SECRET'] ?? 'donations-hook-90bb3e'

export function signDonation(body: string): string {
  return createHmac('sha256', DONATIONS).update(body).digest('hex')
}

async function readDonation(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const given = request.headers.get('x-donation-signature') ?? ''
  const wanted = signDonation(await request.text())
  return constantTimeEqual(given, wanted) ? { from: 'donations' } : null
}

export const donation = named('DonationSignature', readDonation)
