import { resource } from 'svc/security'
import type { Member } from './members.ts'

export interface Firing {
  readonly id: string
  readonly owner: string
  /** Members with pots in the same load. */
  readonly sharers: readonly string[]
  readonly cone: number
  readonly note: string
}

const firings = new Map<string, Firing>(
  [
    { id: 'f-701', owner: 'ines', sharers: ['jan'], cone: 6, note: 'slow start' },
    { id: 'f-702', owner: 'tove', sharers: [], cone: 10, note: 'salt at the end' },
  ].map((one) => [one.id, one]),
)

export function begin(owner: string, cone: number): Firing {
  const made = { id: `f-${firings.size + 701}`, owner, sharers: [], cone, note: '' }
  firings.set(made.id, made)
  return made
}

export function annotate(firing: Firing, note: string): Firing {
  const changed = { ...firing, note }
  firings.set(firing.id, changed)
  return changed
}

export const isOwner = ({ owner }: Firing, { auth }: { auth: Member }): boolean => owner === auth.name

/** Read by all who have pots in it, and by masters. */
export const firing = resource('firing', {
  load: ({ params }: { params: { id: string } }) => firings.get(params.id),
  may: ({ owner, sharers }, { auth }: { auth: Member }) =>
    owner === auth.name || sharers.includes(auth.name) || auth.role === 'master',
})
