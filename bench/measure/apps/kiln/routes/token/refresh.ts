import { Form, operation } from 'svc'
import { refresh } from '../../lib/members.ts'

export const POST = operation(
  { summary: 'The next tokens', auth: null, body: Form({ refresh_token: String }) },
  (request) => refresh(request, request.body.refresh_token),
)
