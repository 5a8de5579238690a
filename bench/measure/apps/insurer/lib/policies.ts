import { resource } from 'svc/security'
import { HEAD_OFFICE } from './people.ts'
import type { Caller } from './tokens.ts'

export class PolicyLapsed extends Error {
  override readonly name = 'PolicyLapsed'
}

export interface Policy {
  readonly number: string
  readonly agency: string
  address: string
  premium: number
}

export interface Claim {
  readonly id: string
  readonly agency: string
  readonly damage: string
}

const policies: Policy[] = [
  { number: 'n-100', agency: 'north', address: 'Mill Lane 4', premium: 310 },
  { number: 's-200', agency: 'south', address: 'Quay Street 9', premium: 285 },
]
const claims: Claim[] = [
  { id: 'c-1', agency: 'north', damage: 'hail on the roof' },
  { id: 'c-2', agency: 'south', damage: 'a flooded cellar' },
]
const agencies: Readonly<Record<string, { readonly iban: string; readonly commission: number }>> = {
  north: { iban: 'DE-NORTH-7741', commission: 0.08 },
  south: { iban: 'DE-SOUTH-2093', commission: 0.06 },
}

export const allPolicies = (): readonly Policy[] => policies

export function changePolicy(policy: Policy, change: { readonly address: string }): Policy {
  if (change.address === '') throw new PolicyLapsed()
  return Object.assign(policy, change)
}

export function addClaim(agency: string, damage: string): Claim {
  const made = { id: `c-${claims.length + 1}`, agency, damage }
  claims.push(made)
  return made
}

/** The row of an agency; the head office has none. */
export async function loadAgency(name: string) {
  return { name, ...agencies[name] }
}

/** Of an agency: its people may have it, and the head office. */
export const policy = resource('policy', {
  load: ({ params }: { params: { number: string } }) => policies.find(({ number }) => number === params.number),
  may: ({ agency }, { auth }: { auth: Caller }) => agency === auth.agency || auth.agency === HEAD_OFFICE,
})

export const claim = resource('claim', {
  load: ({ params }: { params: { id: string } }) => claims.find(({ id }) => id === params.id),
  may: ({ agency }, { auth }: { auth: Caller }) => agency === auth.agency || auth.agency === HEAD_OFFICE,
})
