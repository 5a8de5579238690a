import { HarnessError } from '../model/failure.ts'
import type { FixtureFile, RoleFixture } from './define.ts'
import { userOf } from './user-logins.ts'
import { type Check, PLAIN_TEXTS } from './value-checks.ts'

/** Users and roles, or `rest`. */
export const DENIED: Check = {
  judge: (value, place) => value === 'rest' || PLAIN_TEXTS.judge(value, place),
  schema: { anyOf: [{ const: 'rest' }, PLAIN_TEXTS.schema] },
}

/**
 * The users and roles that may not on a route, `rest` as the users whom `allow` names neither themselves nor by a role.
 *
 * @throws HarnessError for `rest` without `allow`, which would deny the route to everybody
 */
export function deniedOf(
  key: string,
  { allow, deny = [] }: RoleFixture,
  { users = {} }: FixtureFile,
): readonly string[] {
  if (deny !== 'rest') return deny
  if (allow === undefined || allow.length === 0)
    throw new HarnessError('SVC_FIXTURE_CONFLICT', `roles, ${key}: deny: rest needs allow, which says who may.`)
  return Object.entries(users).flatMap(([name, user]) =>
    [name, ...(userOf(user).roles ?? [])].some((one) => allow.includes(one)) ? [] : [name],
  )
}
