import { operation } from 'svc'
import { clerk, scanner } from '../../lib/staff.ts'

export const GET = operation({ summary: 'Planks in the hall', auth: [clerk, scanner] }, ({ auth }) => ({
  seenBy: auth.clerk,
  planks: 1200,
}))

export const POST = operation(
  { summary: 'Goods arrived', auth: [clerk, scanner], body: { article: String } },
  ({ auth, body }) => ({ by: auth.clerk, article: body.article }),
)
