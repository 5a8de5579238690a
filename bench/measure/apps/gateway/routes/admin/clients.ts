import { route } from 'svc'

const operation = route('/admin/clients')

export const GET = operation({ summary: 'Clients' }, () => ['mobile', 'web'])
export const POST = operation({ summary: 'Add a client', body: { name: String } }, ({ auth, body }) => ({
  name: body.name,
  by: auth.id,
}))
