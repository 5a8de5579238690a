import { resource } from 'svc/security'
import type { Person } from './people.ts'

export class OffAir extends Error {
  override readonly name = 'OffAir'
}

interface Show {
  readonly id: string
  readonly host: string
  title: string
}

const shows: Show[] = [
  { id: 'dawn', host: 'hugo', title: 'Dawn chorus' },
  { id: 'night', host: 'pia', title: 'Night shift' },
]

export const all = (): readonly Show[] => shows
export const find = (wanted: string): Show | undefined => shows.find(({ id }) => id === wanted)

export function add(host: string, title: string): Show {
  const show = { id: `show-${shows.length + 1}`, host, title }
  shows.push(show)
  return show
}

export const show = resource('show', {
  load: ({ params }: { params: { id: string } }) => find(params.id),
  may: ({ host }, { auth }: { auth: Person }) => host === auth.name || auth.role === 'admin',
})
