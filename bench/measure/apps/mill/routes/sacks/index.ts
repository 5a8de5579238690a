import { reply, route } from 'svc'
import { allSacks, bring, sack } from '../../lib/sacks.ts'

const operation = route('/sacks')

export const GET = operation({ summary: 'My sacks' }, async (request) => ({
  sacks: await sack.filter(allSacks(), request),
}))

export const POST = operation({ summary: 'Bring a sack', body: { grain: String } }, ({ auth, body }) =>
  reply(201, bring(auth.name, body.grain)),
)
