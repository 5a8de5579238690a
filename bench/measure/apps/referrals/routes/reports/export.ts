import { route } from 'svc'

const operation = route('/reports/export')

export const POST = operation({ summary: 'Begin an export', body: { month: String } }, ({ auth, body }) => ({
  for: auth.id,
  month: body.month,
}))
