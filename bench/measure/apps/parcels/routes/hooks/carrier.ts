import { operation } from 'svc'
import { carrier } from '../../lib/signatures.ts'

export const POST = operation(
  { summary: 'A parcel was scanned', auth: carrier, body: { parcel: String, place: String } },
  ({ body }) => ({ accepted: body.parcel }),
)
