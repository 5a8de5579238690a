import type { Desk } from './keys.ts'
import type { Person } from './people.ts'

const RANKS: readonly string[] = ['listener', 'host', 'producer', 'admin']

/** People of this rank, or a higher one. */
export const atLeast =
  (wanted: string) =>
  ({ role }: Person): boolean =>
    RANKS.indexOf(role) >= RANKS.indexOf(wanted)

/** Producers stay out of the studios. */
export const isInStudio = ({ role }: Person): boolean => role === 'host' || role === 'admin'

/** The desk stands in the studio of the host. */
export const isAtOwnDesk = ([person, desk]: readonly [Person, Desk]): boolean => person.studio === desk.studio
