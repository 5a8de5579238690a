import { resource, type SessionUser } from 'svc/security'
import type { Proof } from './proofs.ts'

export interface Job {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly copies: number
  isApproved: boolean
}

const jobs: readonly Job[] = [
  { id: 'j-301', owner: 'tilda', title: 'Wedding cards on laid paper', copies: 120, isApproved: false },
  { id: 'j-302', owner: 'bruno', title: 'Menu of the Blue Boar', copies: 60, isApproved: false },
  { id: 'j-303', owner: 'tilda', title: 'Bookplates with an owl', copies: 500, isApproved: false },
]

export const allJobs = (): readonly Job[] => jobs

/** Of the customer, and of the staff. */
export const job = resource('job', {
  load: ({ params }: { params: { id: string } }) => jobs.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: SessionUser }) => owner === auth.name || auth.duties.length > 0,
})

/** The sheet of a job: for those who have the job, and for the one job of a link. */
export const sheet = resource('sheet', {
  load: ({ params }: { params: { id: string } }) => jobs.find(({ id }) => id === params.id),
  may: ({ id, owner }, { auth }: { auth: SessionUser | Proof }) =>
    'job' in auth ? auth.job === id : owner === auth.name || auth.duties.length > 0,
})
