import { operation } from 'svc'
import { tokens } from '../lib/tokens.ts'

export const POST = operation({ summary: 'The next tokens', auth: null, body: { refresh_token: String } }, (request) =>
  tokens.rotate(request, request.body.refresh_token),
)
