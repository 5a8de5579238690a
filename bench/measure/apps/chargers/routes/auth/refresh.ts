import { route } from 'svc'
import { refresh } from '../../lib/auth.ts'

const operation = route('/auth/refresh')

export const POST = operation({ body: { refresh_token: String } }, (request) =>
  refresh(request, request.body.refresh_token),
)
