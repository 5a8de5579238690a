import type { RouteFixture } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { actsOnAll } from '../subject/destroys.ts'
import { isCallerStep, paramsOf } from '../whose/path-nouns.ts'
import { whoamiRoutes } from '../whose/identities.ts'
import { idBeside, namingOf as valueNaming, userIdAt } from '../whose/user-ids.ts'
import { keep, namelessParams, type Setting, withSamples } from './spare-values.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import type { Made } from '../ask/throwaways.ts'
import { userPlaceOf } from './user-writes.ts'

/**
 * An operation that changes the user who asks, or a user whom it names; `undefined` where it is about records.
 *
 * @param isOfUser what it changes is shown to each user with other values
 */
export async function spareUser(
  route: Route,
  fixture: RouteFixture,
  setting: Setting,
  isOfUser = false,
): Promise<Route | undefined> {
  const place = userPlaceOf(route)
  const byId = userIdAt(route, setting.world)
  const named = place !== undefined && 'param' in place ? place.param : byId
  const param = named !== undefined && fixture.params[named] === undefined ? named : ''
  const mayAll = fixture.allow.length > 0
  if (param === '' && !isOfUser && !isAboutCaller(route)) return undefined
  const isLast = route.method === 'DELETE'
  // A new password ends the sessions of its user.
  const isEnd = isLast || (route.inputs?.body ?? []).some((member) => isPasswordName(memberName(member)))
  const { people } = setting
  const user = mayAll && param === '' ? undefined : await (isEnd ? people.own() : people.common())
  if (user === undefined)
    return param !== '' && (isLast || mayAll || byId !== undefined)
      ? undefined
      : keep(
          route,
          `${actsOnAll(route) ? 'it acts on all that is there' : 'it may change the user who asks'}: ${whyNone(fixture, setting)}`,
          setting,
        )
  const value = param === '' ? undefined : await namingOf(user, param, byId !== undefined, setting)
  if (param !== '' && value === undefined) return undefined
  const spare = { ...namelessParams(route, setting), ...(value === undefined ? {} : { [param]: value }) }
  const sampled = withSamples(route, spare, fixture, user, setting)
  const isForOthers =
    !mayAll &&
    value !== undefined &&
    (await refusesOwn(sampled, { param, value, isById: byId !== undefined }, user, setting))
  return mayAll || isForOthers ? sampled : { ...sampled, as: user.name }
}

/** Why no user of the run asks. */
function whyNone({ allow }: RouteFixture, { world, people }: Setting): string {
  if (allow.length > 0) return `a user who is made for the run may not use it, only ${allow.join(', ')} may`
  if (world.fixtures.throwaway === undefined) return 'with register in the fixtures one is made for it'
  return people.refused ?? 'no user could be made for the run'
}

/** @param isById only an id that stands beside the name of the user, and that no answer had before, is that of the user */
async function namingOf(
  user: Made,
  param: string,
  isById: boolean,
  { world, used }: Setting,
): Promise<string | undefined> {
  const [whoami] = whoamiRoutes(world)
  const answer = whoami && (await world.ask({ route: whoami, as: user }))
  if (!isById) return valueNaming(answer, user, param, '')
  const id = idBeside(answer, user)
  return id === undefined || used.has(id) ? undefined : id
}

/** Whether users may not themselves what an operation does with a user: it is for those of the fixtures who may. */
async function refusesOwn(
  route: Route,
  { param, value, isById }: { readonly param: string; readonly value: string; readonly isById: boolean },
  user: Made,
  setting: Setting,
): Promise<boolean> {
  // A deletion takes another user.
  const own = route.method === 'DELETE' ? await setting.people.own() : user
  const named = own === user ? value : own && (await namingOf(own, param, isById, setting))
  if (own === undefined || named === undefined) return false
  return (await setting.world.ask({ route, as: own, params: { ...route.spare, [param]: named } }))?.status === 403
}

/** Steps that change something of the user who asks, where no other one is named: `/users/change-password`, `/updateMe`, `/billing-info`. */
const CHANGES =
  /^(?:change|update|set|edit|save|reset|my|own)(?:[-_]?\w+)+$|^(?:profile|billing|shipping|notification|contact|personal|user|account|avatar|passw(?:or)?d|pin|e-?mail|phone|name)[-_](?:\w+[-_])*(?:change|update|picture|photo|image|info|details|settings|preferences|address|number)$/i

/** Steps at the end of a path that give a new token, and change nothing else. */
const RENEWS = /refresh|renew/i

/** Whether the path of an operation says that it changes the user who asks. */
export function isAboutCaller(route: Route): boolean {
  const steps = route.path.split('/').filter((step) => step !== '')
  if (!isProtected(route) || paramsOf(route).length > 0 || RENEWS.test(steps.at(-1) ?? '')) return false
  return route.method === 'DELETE' || steps.some((step) => isCallerStep(step) || CHANGES.test(step))
}
