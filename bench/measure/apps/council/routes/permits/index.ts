import { reply, route } from 'svc'
import { apply, of } from '../../lib/permits.ts'

const operation = route('/permits')

export const GET = operation({ summary: 'My permits' }, ({ auth }) => of(auth.name))

export const POST = operation({ summary: 'Apply for a permit', body: { street: String } }, ({ auth, body }) =>
  reply(201, apply(auth.name, body.street)),
)
