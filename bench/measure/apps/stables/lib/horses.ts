import { resource } from 'svc/security'
import type { Rider } from './riders.ts'

export interface Horse {
  readonly id: string
  readonly name: string
  readonly owner: string
  /** A rider who may have the horse until a moment. */
  readonly lent: { readonly to: string; readonly until: number } | undefined
  readonly chip: string
}

const DAY = 24 * 3_600_000

const horses: readonly Horse[] = [
  {
    id: 'h-1',
    name: 'Falada',
    owner: 'wanda',
    lent: { to: 'xaver', until: Date.now() - 30 * DAY },
    chip: '276098102773401',
  },
  { id: 'h-2', name: 'Bucephalus', owner: 'xaver', lent: undefined, chip: '276098104120957' },
  {
    id: 'h-3',
    name: 'Rosinante',
    owner: 'yara',
    lent: { to: 'wanda', until: Date.now() + 30 * DAY },
    chip: '276098109564218',
  },
]

export const allHorses = (): readonly Horse[] => horses

/** Without the number of the chip, which insurers take for a proof. */
export const show = ({ id, name, owner }: Horse) => ({ id, name, owner })

/** Of the owner, and of the rider to whom it is lent for as long as that lasts. */
export const horse = resource('horse', {
  load: ({ params }: { params: { id: string } }) => horses.find(({ id }) => id === params.id),
  may: ({ owner, lent }, { auth }: { auth: Rider }) => {
    const isLent = lent !== undefined && lent.until > Date.now()
    return owner === auth.rider || (isLent && lent.to === auth.rider)
  },
})
