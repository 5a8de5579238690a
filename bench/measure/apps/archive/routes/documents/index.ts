import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { add, all, document } from '../../lib/documents.ts'

const operation = route('/documents')

export const GET = operation({ summary: 'Documents', auth: check(inherit, hasScope('docs:read')) }, (request) =>
  document.filter(all(), request),
)

export const POST = operation(
  { summary: 'Add a document', auth: check(inherit, hasScope('docs:write')), body: { title: String } },
  ({ auth, body }) => reply(201, add(auth.org, body.title)),
)
