import { inherit, route } from 'svc'
import { all } from 'svc/security'
import { locker } from '../../lib/machines.ts'

const operation = route('/lockers/opening')

export const POST = operation(
  { summary: 'Open a box', auth: all(inherit, locker), body: { box: Number } },
  ({ auth: [{ name }, at], body }) => ({ for: name, locker: at.locker, box: body.box }),
)
