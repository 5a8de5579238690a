import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

export class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
  readonly most = 30
}

export interface Job {
  readonly id: string
  readonly owner: string
  readonly rider: string | undefined
  readonly to: string
  readonly grams: number
}

const jobs: Job[] = [
  { id: 'job-501', owner: 'greta', rider: 'lena', to: 'Mill Lane 4', grams: 800 },
  { id: 'job-502', owner: 'bakery', rider: undefined, to: 'Town Hall', grams: 6_200 },
  { id: 'job-503', owner: 'finn', rider: undefined, to: 'Harbour 11', grams: 150 },
]

export const allJobs = (): readonly Job[] => jobs

export function order(owner: string, to: string, grams: number): Job {
  if (grams > 30_000) throw new TooHeavy()
  const made = { id: `job-${jobs.length + 501}`, owner, rider: undefined, to, grams }
  jobs.push(made)
  return made
}

/** Of the customer, and of the rider who has it; dispatchers see all. */
export const job = resource('job', {
  load: ({ params }: { params: { id: string } }) => jobs.find(({ id }) => id === params.id),
  may: ({ owner, rider }, { auth }: { auth: Account }) =>
    owner === auth.name || rider === auth.name || auth.role === 'dispatcher',
})
