import { operation } from 'svc'
import { refresh } from '../../lib/accounts.ts'

export const POST = operation({ summary: 'The next tokens', auth: null, body: { refresh_token: String } }, (request) =>
  refresh(request, request.body.refresh_token),
)
