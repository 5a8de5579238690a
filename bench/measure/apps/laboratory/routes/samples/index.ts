import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { looksOrChanges } from '../../lib/guards.ts'
import { all, register } from '../../lib/samples.ts'

const operation = route('/samples')

export const GET = operation({ summary: 'All samples' }, () => all())

export const POST = operation(
  { summary: 'Register a sample', auth: check(inherit, looksOrChanges), body: { label: String } },
  ({ body }) => reply(201, register(body.label)),
)
