import { reply, route } from 'svc'
import { check } from 'svc/security'
import { addIssue } from '../../../../lib/repos.ts'
import { hasScope, userToken } from '../../../../lib/tokens.ts'

const operation = route('/repos/[owner]/[name]/issues')

export const POST = operation(
  { summary: 'Open an issue', auth: check(userToken, hasScope('issue:write')), body: { title: String } },
  ({ auth, params, body }) => {
    const author = auth.name
    return reply(201, { number: addIssue(`${params.owner}/${params.name}`, author, body.title), author })
  },
)
