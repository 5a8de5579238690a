import { resource, type SessionUser } from 'svc/security'
import { mayRelease } from './guards.ts'

export class BatchIsOut extends Error {
  override readonly name = 'BatchIsOut'
  readonly id: string

  constructor(id: string) {
    super(`${id} is out`)
    this.id = id
  }
}

export interface Batch {
  readonly id: string
  readonly brewer: string
  readonly tank: string
  readonly recipe: string
  notes: string
}

const batches: Batch[] = [
  { id: 'b-1', brewer: 'clara', tank: 'T1', recipe: 'saison with rye', notes: 'slow start' },
  { id: 'b-2', brewer: 'dirk', tank: 'T2', recipe: 'pale ale of the shop', notes: 'cloudy' },
  { id: 'b-12', brewer: 'bruno', tank: 'T2', recipe: 'winter bock', notes: 'clear' },
]

export const allBatches = (): readonly Batch[] => batches

export function note(batch: Batch, notes: string): Batch {
  batch.notes = notes
  return batch
}

export function release(id: string) {
  const found = batches.find((batch) => batch.id === id)
  if (found === undefined) throw new BatchIsOut(id)
  return { released: found.id, from: found.tank }
}

/** Of who brews it; who may let batches out may have all. */
export const batch = resource('batch', {
  load: ({ params }: { params: { id: string } }) => batches.find(({ id }) => id === params.id),
  may: ({ brewer }, { auth }: { auth: SessionUser }) => brewer === auth.name || mayRelease(auth),
})
