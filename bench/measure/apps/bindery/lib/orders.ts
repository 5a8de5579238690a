import { randomUUID } from 'node:crypto'
import { resource } from 'svc/security'
import type { Caller } from './tokens.ts'

export interface Order {
  readonly id: string
  readonly owner: string
  readonly title: string
}

export interface Job {
  readonly id: string
  readonly owner: string
  readonly order: string
  readonly state: 'waiting' | 'bound'
}

const orders = new Map<string, Order>(
  [
    { id: 'order-801', owner: 'agnes', title: 'Letters of a gardener' },
    { id: 'order-802', owner: 'bruno', title: 'Atlas of small islands' },
  ].map((order) => [order.id, order]),
)
const jobs = new Map<string, Job>(
  [
    { id: 'job-31', owner: 'agnes', order: 'order-801', state: 'bound' as const },
    { id: 'job-32', owner: 'bruno', order: 'order-802', state: 'waiting' as const },
  ].map((job) => [job.id, job]),
)

export const allOrders = (): readonly Order[] => [...orders.values()]
export const waiting = (): readonly Job[] => [...jobs.values()].filter(({ state }) => state === 'waiting')

const isOwner = ({ owner }: { owner: string }, { auth }: { auth: Caller }): boolean => owner === auth.name

export const order = resource('order', {
  load: ({ params }: { params: { id: string } }) => orders.get(params.id),
  may: isOwner,
})

export const job = resource('job', {
  load: ({ params }: { params: { id: string } }) => jobs.get(params.id),
  may: isOwner,
})

/** Binding takes days: what is made at once is the job. */
export function accept(owner: string, title: string): Job {
  const made = { id: `order-${randomUUID()}`, owner, title }
  orders.set(made.id, made)
  const started: Job = { id: `job-${randomUUID()}`, owner, order: made.id, state: 'waiting' }
  jobs.set(started.id, started)
  return started
}
