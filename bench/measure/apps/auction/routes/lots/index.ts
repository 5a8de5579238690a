import { inherit, reply, route } from 'svc'
import { check, type SessionUser } from 'svc/security'
import { lots } from '../../lib/lots.ts'

const operation = route('/lots')

const isSeller = ({ kind }: SessionUser): boolean => kind === 'seller'

export const POST = operation(
  { summary: 'A new lot', auth: check(inherit, isSeller), body: { title: String } },
  async ({ auth, body }) => {
    const id = `l-${(await lots.keys()).length + 100}`
    await lots.insert(id, { id, title: body.title, seller: auth.name })
    return reply(201, { id, title: body.title })
  },
)
