import { resource } from 'svc/security'
import type { Applicant } from './applicants.ts'
import type { Officer } from './officers.ts'

export interface Visa {
  readonly id: string
  readonly applicant: string
  readonly post: string
  readonly state: 'new' | 'asked'
}

const visas: readonly Visa[] = [
  { id: 'v-501', applicant: 'quinn', post: 'lisbon', state: 'new' },
  { id: 'v-502', applicant: 'rosa', post: 'porto', state: 'asked' },
]

export const allVisas = (): readonly Visa[] => visas

/** Of the applicant, and of the officers at its post. */
export const visa = resource('visa', {
  load: ({ params }: { params: { id: string } }) => visas.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Applicant | Officer }) =>
    'officer' in auth ? one.post === auth.post : one.applicant === auth.applicant,
})
