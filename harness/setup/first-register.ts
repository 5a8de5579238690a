import type { RegisterStep } from '../credentials/define.ts'
import { isProtected, type Route } from '../model/route.ts'
import { hasBoth, requestFor } from './login-request.ts'
import { isTokenField } from './token-field.ts'

/** The last step of a path where users are made. */
export const REGISTER: RegExp = /^(?:register|registration|sign-?up|users?|accounts?)$/i
/** Steps of paths by which users are made: credentials of a user of the fixtures are never sent there. */
const MAKES = /regist|sign-?_?up|enrol|(?:^|[-_])(?:create|new|add|join)(?:$|[-_])|create(?:User|Account)/i

/** Whether users are made there, by a step of the path. */
export function makesUsers({ path }: Route): boolean {
  return path.split('/').some((step) => MAKES.test(step))
}

/** The operation that makes users: by its name, or the collection that the login is below. @param login absent for that of OAuth 2.0 */
export function registrationOf(
  routes: readonly Route[],
  at: string | undefined,
  login: Route | undefined,
): RegisterStep | undefined {
  const route = routes.find((one) => {
    const isNamed =
      REGISTER.test(one.path.split('/').at(-1) ?? '') ||
      makesUsers(one) ||
      login?.path.startsWith(`${one.path}/`) === true
    return isNamed && one !== login && one.method === 'POST' && !isProtected(one) && hasBoth(one) && isForAll(one)
  })
  return route === undefined ? undefined : { request: requestFor(route, '{user}', at ?? '@svc.invalid') }
}

/**
 * An operation for one who may make others: it does what a registration does, and its document declares a guard for it, or a token.
 */
export function guardedRegistration(routes: readonly Route[]): Route | undefined {
  return routes.find(
    (one) =>
      one.method === 'POST' &&
      !one.path.includes('[') &&
      (REGISTER.test(one.path.split('/').findLast((step) => step !== '') ?? '') || makesUsers(one)) &&
      (isProtected(one) || !isForAll(one)) &&
      hasBoth(one),
  )
}

/** No administration, and no operation that takes the token of a user: it makes users for one who may. */
export function isForAll({ path, inputs }: Route): boolean {
  return (
    !/(?:^|[/_-])(?:admin|administration|staff|manage(?:ment)?|internal)(?:$|[/_-])/i.test(path) &&
    !inputs?.headers?.some(isTokenField)
  )
}
