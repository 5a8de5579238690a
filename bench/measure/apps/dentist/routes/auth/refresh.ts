import { route } from 'svc'
import { refresh } from '../../lib/accounts.ts'

const operation = route('/auth/refresh')

export const POST = operation({ summary: 'The next tokens', body: { refresh_token: String } }, (request) =>
  refresh(request, request.body.refresh_token),
)
