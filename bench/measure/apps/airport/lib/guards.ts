import type { Badge } from './devices.ts'
import { people, type Person } from './people.ts'

/** From the least rights to the most. */
const RANKS = ['ramp', 'dispatcher', 'controller', 'supervisor']

const atLeast =
  (rank: string) =>
  ({ role }: Person): boolean =>
    RANKS.indexOf(role) >= RANKS.indexOf(rank)

export const isDispatcher = atLeast('dispatcher')

export const isController = atLeast('controller')

export const isSupervisor = atLeast('supervisor')

/** Whether the person may work on the apron in this hour. */
export async function isAtWork({ name }: Person): Promise<boolean> {
  const answers = [people.isEmployed(name), people.isOnDuty(name)]
  return (await Promise.all(answers)).every(Boolean)
}

/** A badge is worth something in the hand of its owner only. */
export const hasOwnBadge = ([person, badge]: readonly [Person, Badge]): boolean => person.name === badge.owner
