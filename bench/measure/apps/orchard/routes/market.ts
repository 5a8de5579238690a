import { inherit, route } from 'svc'
import { optional } from 'svc/security'

const operation = route('/market')

export const GET = operation({ summary: 'What is sold this week', auth: optional(inherit) }, ({ auth }) => ({
  fruit: ['quince', 'medlar'],
  price: auth === undefined ? 420 : 350,
}))
