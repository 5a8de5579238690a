import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { release } from '../../../lib/batches.ts'
import { mayRelease } from '../../../lib/guards.ts'

const operation = route('/batches/[id]/release')

export const POST = operation(
  { summary: 'Let a batch out', auth: check(inherit, mayRelease), body: { kegs: Number } },
  ({ auth, body, resources }) => ({ ...release(resources.batch.id), kegs: body.kegs, by: auth.name }),
)
