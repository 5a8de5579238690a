import { resource } from 'svc/security'
import type { Account } from './accounts.ts'
import { isCommittee } from './guards.ts'

export interface Proposal {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly status: 'draft' | 'submitted'
}

const proposals = new Map<string, Proposal>([
  ['p-1', { id: 'p-1', owner: 'vera', title: 'Transits of a warm planet', status: 'submitted' }],
  ['p-2', { id: 'p-2', owner: 'bruno', title: 'Dust around a giant', status: 'submitted' }],
])

export const allProposals = (): readonly Proposal[] => [...proposals.values()]

export function addProposal(owner: string, title: string): Proposal {
  const made: Proposal = { id: `p-${proposals.size + 1}`, owner, title, status: 'draft' }
  proposals.set(made.id, made)
  return made
}

export function changeProposal(found: Proposal, title: string): Proposal {
  const changed = { ...found, title }
  proposals.set(found.id, changed)
  return changed
}

/** Of its owner; the committee reads it once it is submitted. */
export const proposal = resource('proposal', {
  load: ({ params }: { params: { id: string } }) => proposals.get(params.id),
  may: ({ owner, status }, { auth }: { auth: Account }) =>
    owner === auth.name || (isCommittee(auth) && status === 'submitted'),
})
