import type { Scanner } from './keys.ts'
import type { Person } from './people.ts'

export const isCrew = ({ rank }: Person): boolean => rank === 'crew'

export const isHarbour = ({ rank }: Person): boolean => rank === 'harbour'

/** Scanners serve some ships; the crew stands on one. */
export const isOnServedShip = ([person, scanner]: readonly [Person, Scanner]): boolean =>
  scanner.ships.includes(person.ship)
