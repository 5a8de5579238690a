import { reply, route } from 'svc'
import { endToken, makeToken } from '../../lib/tokens.ts'

const operation = route('/tokens')

export const POST = operation({ summary: 'A token for a program of mine' }, async ({ auth }) =>
  reply(201, await makeToken(auth.name, 'bids:read')),
)

export const DELETE = operation({ summary: 'Take a token back', body: { token: String } }, async ({ auth, body }) => {
  await endToken(auth.name, body.token)
  return reply(204, null)
})
