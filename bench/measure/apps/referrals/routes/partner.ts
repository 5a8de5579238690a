import { route } from 'svc'

const operation = route('/partner')

export const GET = operation({ summary: 'Who asks' }, ({ auth }) => ({ id: auth.id, scopes: auth.scopes }))
export const PUT = operation({ summary: 'Change the contact', body: { contact: String } }, ({ auth, body }) => ({
  id: auth.id,
  contact: body.contact,
}))
