import { operation } from 'svc'
import { tokens } from '../lib/tokens.ts'

export const POST = operation({ auth: null, summary: 'Go on', body: { refresh_token: String } }, (request) =>
  tokens.rotate(request, request.body.refresh_token),
)
