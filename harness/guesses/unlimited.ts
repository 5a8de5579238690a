import type { Exploration, Found } from '../ask/exploration.ts'

/** Guesses that met no limit. @param says what the operation does with them: `takes any number of wrong codes` */
interface Unlimited extends Omit<Found, 'row' | 'code' | 'cause'> {
  readonly says: string
  /** `throttle` counts refused logins, and no wrong codes. */
  readonly isLogin?: true
}

/**
 * Reports guesses that met no limit: of a server a finding. Before an application of this process something may stand that counts
 * them, so its people are asked, unless the fixtures say a number; its own `throttle` is off during a run.
 */
export function reportUnlimited({ says, isLogin, expected, got, ...given }: Unlimited, world: Exploration): void {
  const { route } = given
  const tried = { ...given, row: 'guess.limit' } as const
  if (!world.isLocal || world.fixtures.policy.limits !== undefined)
    return world.found({ ...tried, code: 'unlimited', expected, got, cause: `${route.key} ${says}` })
  world.passed(tried)
  if (!world.isThrottled || isLogin !== true) world.question(route, `${says}. ${REMEDY}`)
}

const REMEDY =
  "`throttle` in the configuration counts them; if something before the application does, policy: { limits: { off: 'what' } }"
