import { operation } from 'svc'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation({ summary: 'New tokens', auth: null, body: { refresh_token: String } }, (request) => {
  return tokens.rotate(request, request.body.refresh_token)
})
