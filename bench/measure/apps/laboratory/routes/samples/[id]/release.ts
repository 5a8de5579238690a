import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayRelease } from '../../../lib/guards.ts'
import { take } from '../../../lib/samples.ts'

const operation = route('/samples/[id]/release')

export const POST = operation(
  { summary: 'Release a result', auth: check(inherit, mayRelease), resource: null },
  ({ params }) => {
    const sample = take(params.id)
    sample.isReleased = true
    return sample
  },
)
