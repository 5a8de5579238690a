import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { allBoats } from '../../lib/boats.ts'
import { isMaster } from '../../lib/guards.ts'

const operation = route('/office/berths')

export const GET = operation({ summary: 'Who lies where' }, () =>
  allBoats().map(({ berth, owner }) => ({ berth, owner })),
)

export const POST = operation(
  { summary: 'Give a berth away', auth: check(inherit, isMaster), body: { berth: String, to: String } },
  ({ auth, body }) => ({ berth: body.berth, to: body.to, by: auth.name }),
)
