import { resource } from 'svc/security'
import type { Keeper } from './keepers.ts'

interface Tank {
  readonly id: string
  readonly keeper: string
  readonly litres: number
  celsius: number
}

const tanks: Tank[] = [
  { id: 'reef', keeper: 'nils', litres: 12_000, celsius: 25 },
  { id: 'kelp', keeper: 'pia', litres: 30_000, celsius: 13 },
  { id: 'brook', keeper: 'udo', litres: 4_000, celsius: 9 },
]

export const allTanks = (): readonly Tank[] => tanks

/** Of its keeper; vets and curators see all. */
export const tank = resource('tank', {
  load: ({ params }: { params: { tank: string } }) => tanks.find(({ id }) => id === params.tank),
  may: ({ keeper }, { auth }: { auth: Keeper }) => keeper === auth.name || auth.role !== 'keeper',
})
