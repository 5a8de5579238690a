import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../../lib/keys.ts'
import { linkTo } from '../../../lib/links.ts'

const operation = route('/certificates/[id]/links')

export const POST = operation(
  { summary: 'Make a link for a customer', auth: check(inherit, atLeast('operator')) },
  ({ params }) => reply(201, linkTo(params.id)),
)
