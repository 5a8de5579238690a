import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { objectsOfJson, singular } from '../ask/values.ts'
import { isProtected, type Route } from '../model/route.ts'
import { hasNoRole, isPrivatePath } from './belongings.ts'
import { type Identities, ownerOfEntry } from './identities.ts'
import type { Reading } from './reading.ts'

/** Whether a list says that it has the private records of all users: `/transactions/all`. */
export function isOfEverybody({ path }: Route): boolean {
  return isPrivatePath(path) && path.split('/').includes('all')
}

/** Private records that people write to each other, or announce: a list of them has those of others. */
const BETWEEN_USERS = /(?:message|inbox|notification|appointment|reservation|booking)$/

/**
 * Lists of private records that are the same for users without a role, and hold records of more than one of them. A finding where the list
 * is called that of all users; else a question, since colleagues may share what is called an order.
 */
export async function exploreAllRecords(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const plain = world.users.filter(hasNoRole)
  for (const route of world.routes) {
    if (route.method !== 'GET' || !isProtected(route) || route.path.includes('[') || !isPrivatePath(route.path))
      continue
    if (isSaid(route, world) || !world.wants('resource.list', route)) continue
    if (route.path.split('/').some((step) => BETWEEN_USERS.test(singular(step)))) continue
    const answers = plain.flatMap((user) => reading.of(route).find(({ as, isGood }) => isGood && as === user) ?? [])
    const [first, ...others] = answers
    if (first !== undefined && others.length > 0) judge(route, [first, ...others], plain, { world, identities })
  }
}

function isSaid({ key }: Route, { fixtures }: Exploration): boolean {
  const said = fixtures.routes[key]
  return said !== undefined && said.isTaken !== true && said.allow.length + said.deny.length > 0
}

function judge(
  route: Route,
  answers: readonly [Answer, ...Answer[]],
  plain: readonly User[],
  { world, identities }: { readonly world: Exploration; readonly identities: Identities },
): void {
  const tried = { row: 'resource.list', route, variant: 'all', answers } as const
  const ownersIn = ({ json }: Answer): readonly string[] => [
    ...new Set(objectsOfJson(json).flatMap((entry) => ownerOfEntry(entry, identities) ?? [])),
  ]
  const [owners, ...others] = answers.map(ownersIn)
  const isSame = others.every((one) => one.toSorted().join() === owners?.toSorted().join())
  const theirs = plain.filter(({ name }) => owners?.includes(name))
  if (!isSame || theirs.length < 2) return world.passed(tried)
  const names = theirs.map(({ name }) => name).join(' and ')
  if (!isOfEverybody(route)) {
    world.passed(tried)
    return world.question(
      route,
      `any user gets the records of ${names}: shared on purpose? Write roles, ${route.key}: { allow: [${names.replaceAll(' and ', ', ')}] }, or deny`,
    )
  }
  world.found({
    ...tried,
    title: 'a list of the private records of all users, asked for by users without a role',
    code: 'foreign',
    expected: 'a refusal, or the records of the user who asks',
    got: `${answers[0].status} with records of ${names}`,
    cause: `any user may ${route.key}, which has the private records of all users: it is not narrowed to who asks, and asks for no role`,
  })
}
