import { reply, route } from 'svc'

const operation = route('/orders/[id]/notes')

export const POST = operation({ summary: 'Add a note', body: { text: String } }, ({ auth, body, resources }) => {
  resources.order.notes.push(`${auth.name}: ${body.text}`)
  return reply(201, { notes: resources.order.notes.length })
})
