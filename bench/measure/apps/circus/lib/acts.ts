import { resource } from 'svc/security'
import type { Performer } from './performers.ts'

interface Act {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly fee: number
}

const acts: readonly Act[] = [
  { id: 'a-1', owner: 'lola', title: 'The double trapeze', fee: 450 },
  { id: 'a-2', owner: 'boris', title: 'Twelve knives', fee: 380 },
]

export const allActs = (): readonly Act[] => acts

/** Of who performs it; the ringmaster has all. */
export const act = resource('act', {
  load: ({ params }: { params: { id: string } }) => acts.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: Performer }) => owner === auth.name || auth.role === 'ringmaster',
})
