import { reply, route } from 'svc'
import { allBaskets, basket, bring } from '../../lib/baskets.ts'

const operation = route('/baskets')

export const GET = operation({ summary: 'Baskets' }, (request) => basket.filter(allBaskets(), request))

export const POST = operation(
  {
    summary: 'Bring a basket',
    body: { kilos: Number },
  },
  ({ auth, body }) => reply(201, bring(auth.name, body.kilos)),
)
