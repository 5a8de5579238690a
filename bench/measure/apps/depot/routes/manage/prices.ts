import { route } from 'svc'

const operation = route('/manage/prices')

export const GET = operation({ summary: 'Prices' }, ({ auth }) => ({ seenBy: auth.clerk, planks: 4 }))
export const PUT = operation({ summary: 'Change a price', body: { planks: Number } }, ({ auth, body }) => ({
  by: auth.clerk,
  planks: body.planks,
}))
