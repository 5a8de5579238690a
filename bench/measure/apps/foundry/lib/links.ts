import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const SECRET = process.env['LINK_SECRET'] ?? 'fl-certificates-7726d0ca91e3b845'

const markOf = (id: string, until: string): string =>
  createHmac('sha256', SECRET).update(`${id} ${until}`).digest('hex')

/** Query of a link that lets a client that has it read one certificate. */
export function linkTo(id: string, seconds = 3_600): { readonly until: string; readonly mark: string } {
  const until = String(Math.floor(Date.now() / 1_000) + seconds)
  return { until, mark: markOf(id, until) }
}

function readLink({ params, url }: AuthRequest): { readonly certificate: string } | null {
  const id = params['id'] ?? ''
  const [until, mark] = [url.searchParams.getAll('until'), url.searchParams.getAll('mark')]
  const [end = '', given = ''] = [...until, ...mark]
  if (until.length !== 1 || mark.length !== 1 || !(Number(end) > Date.now() / 1_000)) return null
  const expected = markOf(id, end)
  return constantTimeEqual(expected, given) ? { certificate: id } : null
}

export const link = named('Link', readLink, { type: 'apiKey', in: 'query', name: 'mark' })
