import type { Fixtures, RouteFixture } from '../model/fixtures.ts'

/** The user's name and roles: what the fixtures of a route name. */
export function namesOf(user: string, { users }: Pick<Fixtures, 'users'>): readonly string[] {
  return [user, ...(users[user]?.roles ?? [])]
}

/** Whether the fixtures let a user use a route; `undefined` where they only name others who may. */
export function mayUse(
  user: string,
  fixtures: Pick<Fixtures, 'users'>,
  { allow, deny }: Pick<RouteFixture, 'allow' | 'deny'>,
): boolean | undefined {
  const names = namesOf(user, fixtures)
  if (names.some((name) => deny.includes(name))) return false
  return allow.length === 0 || names.some((name) => allow.includes(name)) ? true : undefined
}

/** Whether no user of the fixtures may use a route, by the answers of the server. */
export function refusesAll(fixture: Pick<RouteFixture, 'allow' | 'isTaken'> | undefined): boolean {
  return fixture?.isTaken === true && fixture.allow.length === 0
}
