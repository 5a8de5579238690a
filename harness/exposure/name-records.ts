import type { Route } from '../model/route.ts'
import type { ReadName } from '../observe/read-names.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { identityOf, placeOf, titleOf, withName } from './name-values.ts'
import { askAt, isRead, type Owned, placesOf, recordsOf, strangersTo } from '../resources/resource-places.ts'
import { givenTo } from '../resources/resource-verdict.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'

/**
 * A name with what the owner of a record has there, such as a tenant, together with the id of that record: what decides whose it is
 * may believe the one, and find the other by it. Only where it is refused without the name.
 *
 * @returns whether it is believed
 */
export async function becomeOwner(
  { route, read }: { readonly route: Route; readonly read: ReadName },
  world: Exploration,
): Promise<boolean> {
  for (const resource of world.fixtures.resources ?? []) {
    const place = placesOf(resource, world).find((one) => one.route.key === route.key && one.in === 'path')
    if (place === undefined || !isRead(place)) continue
    for (const record of recordsOf(resource, world)) {
      const [other] = strangersTo(record.owner, route, resource, world)
      const control = other && (await askAt(place, record.owner, record.params, world))
      const refused = control?.isGood === true ? await askAt(place, other, record.params, world) : undefined
      if (control === undefined || other === undefined || refused === undefined || refused.isGood) continue
      for (const value of valuesFor(read, record, control)) {
        const answer = await world.ask({ ...withName({ route, as: other }, read, value, world), params: record.params })
        if (answer === undefined) return false
        const facts = { resource, routes: world.routes, route, owner: record.owner.name, control, answer, own: [] }
        const given = givenTo(facts)
        if (given !== undefined) return believed({ route, read, value, other, answer, got: given.got }, world)
      }
    }
  }
  return false
}

interface Believed {
  readonly route: Route
  readonly read: ReadName
  readonly value: string
  readonly other: User
  readonly answer: Answer
  readonly got: string
}

function believed({ route, read, value, other, answer, got }: Believed, world: Exploration): true {
  world.found({
    row: 'name.other',
    route,
    variant: `${read.name}-record`,
    title: titleOf(read, value, other),
    answers: [answer],
    cause: `${placeOf(read)} (${formatPlace(read.source)}) is taken for who asks`,
    code: 'named-user',
    expected: 'the refusal that comes without it',
    got,
  })
  return true
}

/** Names of the owner, and the values that the record has under the same name: `tenant` for `X-Tenant`. */
function valuesFor(read: ReadName, { owner }: Owned, { json }: Answer): readonly string[] {
  const name = foldName(read.name.replace(/^x-/i, ''))
  const own = leavesOfJson(json).flatMap((leaf) => {
    const member = foldName(leaf.name)
    const isSame = member.length > 2 && (name.endsWith(member) || member.endsWith(name))
    return isSame && typeof leaf.value !== 'boolean' ? [String(leaf.value)] : []
  })
  return [...new Set([...own, ...identityOf(owner)])].slice(0, 4)
}
