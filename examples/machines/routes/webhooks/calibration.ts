import { operation } from 'svc'
import { signature } from '../../lib/signature.ts'

export const POST = operation(
  { summary: 'A calibration was made', auth: signature, body: { sensor: String, offset: Number } },
  ({ body }) => ({ accepted: body.sensor }),
)
