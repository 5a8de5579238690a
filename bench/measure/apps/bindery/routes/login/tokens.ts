import { operation, reply } from 'svc'
import { access, end, redeem } from '../../lib/tokens.ts'

export const POST = operation({ summary: 'Log in with a link', auth: null, body: { link: String } }, ({ body }) =>
  reply(201, { token: redeem(body.link) }),
)

export const DELETE = operation({ summary: 'End this token', auth: access }, ({ auth }) => {
  end(auth.token)
  return reply(204, null)
})
