import { route } from 'svc'
import { changeProposal, proposal } from '../../lib/proposals.ts'

const operation = route('/proposals/[id]')

export const resource = proposal

export const GET = operation({ summary: 'One proposal' }, ({ resources }) => resources.proposal)

export const PATCH = operation(
  {
    summary: 'Change the title',
    resource: proposal.only(({ owner }, { auth }) => owner === auth.name),
    body: { title: String },
  },
  ({ resources, body }) => changeProposal(resources.proposal, body.title),
)
