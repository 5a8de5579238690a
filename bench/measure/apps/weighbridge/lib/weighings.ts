import { resource } from 'svc/security'
import type { Haulier } from './hauliers.ts'

interface Weighing {
  readonly id: string
  readonly haulier: string
  readonly kilograms: number
}

const weighings: readonly Weighing[] = [
  { id: '70311', haulier: 'gravel-bros', kilograms: 31_240 },
  { id: '70312', haulier: 'sand-and-son', kilograms: 27_880 },
]

export const allWeighings = (): readonly Weighing[] => weighings

export const weighing = resource('weighing', {
  load: ({ params }: { params: { id: string } }) => weighings.find(({ id }) => id === params.id),
  may: ({ haulier }, { auth }: { auth: Haulier }) => haulier === auth.haulier,
})
