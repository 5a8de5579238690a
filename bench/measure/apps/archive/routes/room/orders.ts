import { reply, route } from 'svc'

const operation = route('/room/orders')

export const GET = operation({ summary: 'What lies ready' }, () => ({ ready: ['doc-11'] }))

export const POST = operation({ summary: 'Order a document', body: { title: String } }, ({ body }) =>
  reply(201, { ordered: body.title }),
)
