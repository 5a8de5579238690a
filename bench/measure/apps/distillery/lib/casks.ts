import { resource } from 'svc/security'
import type { Member } from './cellar.ts'

export interface Cask {
  readonly id: string
  readonly owner: string
  readonly wood: string
  readonly litres: number
}

const casks: readonly Cask[] = [
  { id: 'k-70', owner: 'freya', wood: 'bourbon', litres: 182 },
  { id: 'k-71', owner: 'hamish', wood: 'sherry', litres: 240 },
]

export const allCasks = (): readonly Cask[] => casks

/** Of the owner; blenders and the master nose each cask. */
export const cask = resource('cask', {
  load: ({ params }: { params: { id: string } }) => casks.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: Member }) => auth.role !== 'owner' || owner === auth.name,
})
