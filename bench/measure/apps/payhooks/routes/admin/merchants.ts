import { reply, route } from 'svc'

const operation = route('/admin/merchants')

export const GET = operation({ summary: 'Merchants' }, () => ({ merchants: ['bakery', 'florist'] }))

export const POST = operation({ summary: 'Add a merchant', body: { name: String } }, ({ auth, body }) =>
  reply(201, { name: body.name, by: auth.id }),
)
