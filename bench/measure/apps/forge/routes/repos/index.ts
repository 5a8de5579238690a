import { reply, route } from 'svc'
import { check } from 'svc/security'
import { addRepo, listRepos } from '../../lib/repos.ts'
import { hasScope, userToken } from '../../lib/tokens.ts'

const operation = route('/repos')

export const GET = operation({ summary: 'My repositories' }, ({ auth }) => listRepos(auth.name))

export const POST = operation(
  {
    summary: 'Create a repository',
    auth: check(userToken, hasScope('repo:write')),
    body: { name: String, isPrivate: Boolean },
  },
  ({ auth, body }) => reply(201, addRepo({ owner: auth.name, name: body.name, isPrivate: body.isPrivate })),
)
