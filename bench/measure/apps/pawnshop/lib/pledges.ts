import { resource } from 'svc/security'
import type { Caller } from './callers.ts'

export interface Pledge {
  readonly id: string
  readonly owner: string
  readonly branch: string
  readonly thing: string
}

const pledges: Pledge[] = [
  { id: 'p-610', owner: 'emil', branch: 'north', thing: 'a pocket watch' },
  { id: 'p-611', owner: 'rosa', branch: 'north', thing: 'an amber brooch' },
]

export const allPledges = (): readonly Pledge[] => pledges

export function pawn(owner: string, branch: string, thing: string): Pledge {
  const made = { id: `p-${610 + pledges.length}`, owner, branch, thing }
  pledges.push(made)
  return made
}

const isOf = ({ owner }: Pledge, auth: Caller): boolean => auth.kind === 'customer' && owner === auth.name

/** Of the customer, and of the clerks of the branch. */
export const pledge = resource('pledge', {
  load: ({ params }: { params: { id: string } }) => pledges.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Caller }) => isOf(one, auth) || (auth.kind === 'clerk' && one.branch === auth.branch),
})

/** Of the customer alone: no clerk takes a thing home. */
export const ownPledge = pledge.only((one, { auth }) => isOf(one, auth))
