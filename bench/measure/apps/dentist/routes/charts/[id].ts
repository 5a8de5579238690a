import { HttpError, inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayTreat } from '../../lib/guards.ts'
import { amend, chart, tagOf } from '../../lib/records.ts'

const operation = route('/charts/[id]')

export const resource = chart

export const GET = operation({ summary: 'A chart' }, ({ resources, headers }) => {
  const etag = tagOf(resources.chart)
  if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  return reply(200, resources.chart, { etag })
})

export const PUT = operation(
  { summary: 'Amend a chart', auth: check(inherit, mayTreat), body: { note: String } },
  ({ resources, headers, body }) => {
    const expected = headers.get('if-match')
    if (expected === null) throw new HttpError(428, 'Say in If-Match which version you amend')
    if (expected !== '*' && expected !== tagOf(resources.chart)) throw new HttpError(412)
    const next = amend(resources.chart, body.note)
    return reply(200, next, { etag: tagOf(next) })
  },
)
