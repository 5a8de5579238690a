import { reply, route } from 'svc'
import { sow } from '../../lib/trays.ts'

const operation = route('/trays')

export const POST = operation(
  {
    summary: 'Sow a tray',
    body: { plants: String, count: Number },
  },
  ({ auth, body }) => reply(201, sow(auth.name, body.plants, body.count)),
)
