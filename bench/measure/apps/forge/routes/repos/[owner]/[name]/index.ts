import { HttpError, reply, route } from 'svc'
import { check, optional } from 'svc/security'
import { findRepo, removeRepo } from '../../../../lib/repos.ts'
import { hasScope, userToken } from '../../../../lib/tokens.ts'

const operation = route('/repos/[owner]/[name]')

export const GET = operation(
  { summary: 'A repository; private ones for their owner', auth: optional(userToken) },
  ({ auth, params }) => {
    const repo = findRepo(params.owner, params.name)
    if (repo === undefined || (repo.isPrivate && repo.owner !== auth?.name))
      throw new HttpError(404, 'No such repository')
    return repo
  },
)

export const DELETE = operation(
  { summary: 'Delete a repository', auth: check(userToken, hasScope('repo:delete')) },
  ({ auth, params }) => {
    if (params.owner !== auth.name) throw new HttpError(404, 'No such repository')
    removeRepo(params.owner, params.name)
    return reply(204, null)
  },
)
