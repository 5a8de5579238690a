import { isProtected, pathsOf, type Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { isRefusal } from '../ask/standing.ts'
import { askPath, routeOf } from '../ask/undocumented.ts'
import { isTelling, leavesOfJson, namesOf, textsIn } from '../ask/values.ts'
import { type Known } from '../whose/belongings.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import type { Reading } from '../whose/reading.ts'
import { type Identities, traitsFor } from '../whose/identities.ts'
import { versionsBeside, wholeOf } from './versions.ts'

/** Names below a collection of users that are not the id of one. */
const VIEWS: readonly string[] = ['view', 'show', 'get', 'find', 'lookup', 'details']
/** Collections, and users for whom they are asked, at most. */
const MOST = 6
const MOST_USERS = 2

/**
 * Reads that the document does not have and that name a user: `/v0/orders/user/1` beside `/v1/orders`, and names below a collection of
 * users that ask for a parameter of the query. Asked without a credential, by ids of the users of the fixtures; a finding where the
 * answer has what is known of that user alone.
 *
 * @returns whether there is a finding
 */
export async function exploreNamedUsers(world: Exploration, { reading, identities }: Known): Promise<boolean> {
  let isFound = false
  for (const user of world.users.slice(0, MOST_USERS)) {
    const [id] = traitsFor('id', user.name, identities)
    if (id === undefined) continue
    const known = knownOf(user, world, reading, identities)
    const targets = [...olderReads(world.routes, id.value)]
    for (const route of collectionsOfUsers(world.routes))
      targets.push(...(await askingFor(route, user, world, identities)))
    for (const target of targets) {
      const answer = await askPath(target, world)
      if (answer === undefined) return isFound
      isFound = judge({ target, id: id.value, known, user, answer }, world) || isFound
    }
  }
  return isFound
}

/** Values that tell the user from others: who they are, and what their own guarded reads alone have. */
function knownOf(user: User, world: Exploration, reading: Reading, { of }: Identities): ReadonlySet<string> {
  const others = new Set(
    reading.answers
      .filter((answer) => answer.isGood && !reading.isDenied(answer))
      .filter(({ as }) => as?.name !== user.name && !(as?.roles.length ?? 0))
      .flatMap(({ json }) => [...textsIn(json)]),
  )
  const own = world.routes.filter(isProtected).flatMap((route) =>
    reading
      .of(route)
      .filter((answer) => answer.isGood && answer.as?.name === user.name && !reading.isDenied(answer))
      .flatMap(({ json }) => leavesOfJson(json)),
  )
  const texts = [...own, ...(of.get(user.name) ?? [])].filter(
    ({ value }) => typeof value === 'string' && isTelling(value),
  )
  return new Set(texts.map(({ value }) => String(value)).filter((value) => !/^\d+$/.test(value) && !others.has(value)))
}

/** Collections behind a guard, of the versions beside their own, by the id of a user in the usual places. */
function olderReads(routes: readonly Route[], id: string): readonly string[] {
  const patterns = routes.filter(({ method }) => method === 'GET').map((route) => pathsOf(wholeOf(route)))
  const collections = routes.filter(
    (route) => route.method === 'GET' && isProtected(route) && /\/v\d+\/[\w-]+$/.test(wholeOf(route)),
  )
  const records = routes.filter(
    (route) =>
      route.method === 'GET' && /\/v\d+\/(?:users|accounts|customers|members)\/\[[^\]]+\]$/.test(wholeOf(route)),
  )
  const targets = [
    ...collections.slice(0, MOST).flatMap((route) => {
      const noun = wholeOf(route).split('/').at(-1) ?? ''
      const names = [`${noun}/user/${id}`, `${noun}/users/${id}`, `users/${id}/${noun}`, `user/${id}/${noun}`]
      return versionsBeside(wholeOf(route)).flatMap((prefix) => names.map((name) => `${prefix}/${name}`))
    }),
    ...records.flatMap((route) => {
      const noun = wholeOf(route).split('/').at(-2) ?? ''
      return versionsBeside(wholeOf(route)).map((prefix) => `${prefix}/${noun}/${id}`)
    }),
  ]
  return [...new Set(targets)].filter((target) => !patterns.some((pattern) => pattern.test(target)))
}

/** `/users` of a guarded `GET /users/[id]`: an answer below it without a credential comes from another operation. */
function collectionsOfUsers(routes: readonly Route[]): readonly Route[] {
  return routes
    .filter((route) => route.method === 'GET' && isProtected(route) && paramsOf(route).length === 1)
    .filter(({ path }) => /\/(?:users|accounts|customers|members)\/\[[^\]]+\]$/.test(path))
    .slice(0, MOST_USERS)
}

/** Names below a collection that refuse a request for the lack of a parameter which names a user, with it. */
async function askingFor(
  route: Route,
  user: User,
  world: Exploration,
  identities: Identities,
): Promise<readonly string[]> {
  const prefix = wholeOf(route).replace(/\/\[[^\]]+\]$/, '')
  const nothing = await askPath(`${prefix}/${world.mark}-nothing`, world)
  if (nothing === undefined || !isRefusal(nothing)) return []
  const targets: string[] = []
  for (const name of VIEWS) {
    const target = `${prefix}/${name}`
    if (world.routes.some((one) => wholeOf(one) === target)) continue
    const answer = await askPath(target, world)
    if (answer?.status !== 400 && answer?.status !== 422) continue
    const [param] =
      /\b(?:user|account|customer|member)[-_]?(?:id|name)\b|\b(?:id|uuid|e?mail|username)\b/i.exec(answer.text) ?? []
    const [trait] = param === undefined ? [] : traitsFor(param, user.name, identities)
    if (param !== undefined && trait !== undefined)
      targets.push(`${target}?${param}=${encodeURIComponent(trait.value)}`)
  }
  return targets
}

interface Named {
  readonly target: string
  readonly id: string
  readonly known: ReadonlySet<string>
  readonly user: User
  readonly answer: Answer
}

function judge({ target, id, known, user, answer }: Named, world: Exploration): boolean {
  const sent = decodeURIComponent(target)
  const leaves = answer.isGood ? leavesOfJson(answer.json) : []
  const given = leaves.filter(({ value }) => known.has(String(value)) && !sent.includes(String(value)))
  if (given.length === 0) return false
  const [path = '', query] = target.split('?')
  const shown = path.replace(`/${id}`, '/[id]')
  world.found({
    row: 'undocumented',
    route: routeOf(target, world),
    variant: `${shown}.${user.name}`,
    title: `GET ${shown}, which the document does not have, with the id of ${user.name} and without a credential`,
    answers: [answer],
    code: 'exposed',
    expected: '404, or 401',
    got: `${answer.status} with ${namesOf(given)} of ${user.name}`,
    cause: `GET ${shown} answers every client with what it has of whichever user its ${query === undefined ? 'path' : 'query'} names, and is not in the document`,
  })
  return true
}
