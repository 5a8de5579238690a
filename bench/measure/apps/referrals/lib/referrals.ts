export interface Referral {
  readonly id: string
  readonly from: string
  readonly patient: string
}

const referrals = new Map<string, Referral>([
  ['r1', { id: 'r1', from: 'northside', patient: 'P-1001' }],
  ['r2', { id: 'r2', from: 'harbour', patient: 'P-2002' }],
])

export const findReferral = (id: string): Referral | undefined => referrals.get(id)

export function referralsOf(partner: string): readonly Referral[] {
  return [...referrals.values()].filter(({ from }) => from === partner).slice(0, 20)
}

export function refer(from: string, patient: string): Referral {
  const referral = { id: `r${referrals.size + 1}`, from, patient }
  referrals.set(referral.id, referral)
  return referral
}
