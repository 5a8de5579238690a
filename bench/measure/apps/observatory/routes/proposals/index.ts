import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { addProposal, allProposals, proposal } from '../../lib/proposals.ts'

const operation = route('/proposals')

export const GET = operation(
  { summary: 'Proposals', auth: check(inherit, hasScope('proposals:read')) },
  async (request) => ({ proposals: await proposal.filter(allProposals(), request) }),
)

export const POST = operation(
  { summary: 'A new proposal', auth: check(inherit, hasScope('proposals:write')), body: { title: String } },
  ({ auth, body }) => reply(201, addProposal(auth.name, body.title)),
)
