import { resource } from 'svc/security'
import type { Account } from './accounts.ts'
import { isTeam } from './guards.ts'

export class NotPublished extends Error {
  override readonly name = 'NotPublished'
  readonly id: string

  constructor(id: string) {
    super(`${id} is not published`)
    this.id = id
  }
}

export interface Episode {
  readonly id: string
  readonly author: string
  readonly title: string
  readonly notes: string
  readonly fee: number
}

const episodes = new Map<string, Episode>([
  ['e-1', { id: 'e-1', author: 'aino', title: 'Sleepers to the coast', notes: 'cut the bell', fee: 120 }],
  ['e-2', { id: 'e-2', author: 'remy', title: 'Markets at dawn', notes: 'louder rain', fee: 90 }],
])

export const allEpisodes = (): readonly Episode[] => [...episodes.values()]

export const findEpisode = (id: string): Episode | undefined => episodes.get(id)

export function change(episode: Episode, fields: Partial<Pick<Episode, 'title' | 'notes'>>): Episode {
  const changed = { ...episode, ...fields }
  episodes.set(episode.id, changed)
  return changed
}

export function publish(id: string) {
  const found = findEpisode(id)
  if (found === undefined) throw new NotPublished(id)
  return { published: found.title }
}

/** A short piece of an episode. */
export function clip(episode: Episode | undefined, seconds: number) {
  if (episode === undefined) throw new NotPublished('none')
  return { of: episode.title, notes: episode.notes, seconds }
}

/** Of its author; the team may have all. */
export const episode = resource('episode', {
  load: ({ params }: { params: { id: string } }) => findEpisode(params.id),
  may: ({ author }, { auth }: { auth: Account }) => author === auth.name || isTeam(auth),
})
