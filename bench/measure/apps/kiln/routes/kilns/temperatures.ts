import { operation, reply } from 'svc'
import { kiln } from '../../lib/kilns.ts'

export const POST = operation(
  { summary: 'How hot a kiln is', auth: kiln, body: { celsius: Number } },
  ({ auth, body }) => reply(201, { kiln: auth.kiln, celsius: body.celsius }),
)
