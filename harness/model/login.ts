import type { Fixtures } from './fixtures.ts'
import { isFor, type Route } from './route.ts'

/** Whether an operation is a login that the fixtures name. */
export function isLogin(route: Route, { login, logins = [] }: Pick<Fixtures, 'login' | 'logins'>): boolean {
  return [...(login === undefined ? [] : [login]), ...logins].some(({ request }) => isFor(route, request))
}

/** Whether an operation is the registration that the fixtures name. */
export function isRegistration(route: Route, { throwaway }: Pick<Fixtures, 'throwaway'>): boolean {
  return throwaway !== undefined && isFor(route, throwaway.register)
}
