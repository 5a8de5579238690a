import { resource } from 'svc/security'
import type { Person } from './people.ts'

export interface Donation {
  readonly id: string
  readonly donor: string
  readonly group: string
  /** Whether the laboratory has answered. */
  readonly isTested: boolean
}

const donations: readonly Donation[] = [
  { id: 'd-301', donor: 'nora', group: '0 negative', isTested: true },
  { id: 'd-302', donor: 'emil', group: 'AB positive', isTested: true },
  { id: 'd-303', donor: 'emil', group: 'AB positive', isTested: false },
]

export const allDonations = (): readonly Donation[] => donations

/** Of the donor. Nurses have all; doctors those that the laboratory has answered. */
export const donation = resource('donation', {
  load: ({ params }: { params: { id: string } }) => donations.find(({ id }) => id === params.id),
  may: ({ donor, isTested }, { auth }: { auth: Person }) => {
    if (auth.role === 'nurse') return true
    return auth.role === 'doctor' ? isTested : donor === auth.name
  },
})
