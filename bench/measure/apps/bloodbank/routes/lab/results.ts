import { operation } from 'svc'
import { laboratory } from '../../lib/lab.ts'

export const POST = operation(
  { summary: 'Results of the laboratory', auth: laboratory, body: { donation: String, result: String } },
  ({ auth, body }) => ({ from: auth.from, donation: body.donation }),
)
