import { createHmac } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual } from 'svc/security'

interface Freezer {
  readonly freezer: string
  readonly key: string
  /** The last day of the key, as the workshop writes it: `31.12.2098`. */
  readonly until: string
}

const freezers: readonly Freezer[] = [
  { freezer: 'north', key: process.env['FREEZER_KEY'] ?? 'fz-north-20d7e1a94c5b', until: '31.12.2098' },
  { freezer: 'old', key: process.env['OLD_FREEZER_KEY'] ?? 'fz-old-83be46f0d217', until: '31.12.2024' },
]

const toTime = (day: string): number => Date.parse(day.split('.').toReversed().join('-'))

const isCurrent = ({ until }: Freezer): boolean => toTime(until) >= Date.now()

/** The key of a freezer, which reports its temperature. */
class FreezerKey extends APIKeyHeader {
  override readonly paramName = 'X-Freezer-Key'

  authenticate(_request: AuthRequest, key: string): { readonly freezer: string } | null {
    const found = freezers.find((one) => constantTimeEqual(one.key, key))
    return found !== undefined && isCurrent(found) ? { freezer: found.freezer } : null
  }
}

export const freezerKey = new FreezerKey()

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'seedbank-prints-5c40d9e7a1b3f628'

const signLink = (kind: string, id: string, until: string): string =>
  createHmac('sha256', LINK_SECRET).update(`${kind}:${id}:${until}`).digest('hex')

/** The query of a link to a print: `label` or `report`. */
export function linkTo(kind: string, id: string, seconds = 86_400): { readonly until: string; readonly sig: string } {
  const until = String(Math.floor(Date.now() / 1_000) + seconds)
  return { until, sig: signLink(kind, id, until) }
}

/** A link from a letter: `/prints/label/12?until=…&sig=…`. */
export function printLink({ path, params, url }: AuthRequest): { readonly print: string } | null {
  const [kind = '', id = ''] = [path.split('/').at(-2), params['id']]
  const [until = '', sig = ''] = [url.searchParams.get('until') ?? '', url.searchParams.get('sig') ?? '']
  if (!constantTimeEqual(sig, signLink(kind, id, until))) return null
  return Number(until) > Date.now() / 1_000 ? { print: id } : null
}
