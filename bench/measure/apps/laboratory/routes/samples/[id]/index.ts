import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { looksOrChanges } from '../../../lib/guards.ts'
import { take } from '../../../lib/samples.ts'

const operation = route('/samples/[id]')

export const auth = check(inherit, looksOrChanges)

export const GET = operation({ summary: 'One sample', resource: null }, ({ params }) => take(params.id))

export const PUT = operation(
  { summary: 'Label a sample anew', resource: null, body: { label: String } },
  ({ params, body }) => {
    const sample = take(params.id)
    sample.label = body.label
    return sample
  },
)
