import { operation, reply } from 'svc'
import { furnace } from '../../lib/furnaces.ts'

export const POST = operation(
  { summary: 'Temperatures of a furnace', auth: furnace, query: { melt: String }, body: { celsius: Number } },
  ({ auth, query, body }) => reply(201, { furnace: auth.furnace, melt: query.melt, celsius: body.celsius }),
)
