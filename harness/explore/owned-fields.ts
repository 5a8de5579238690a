import type { OwnedResource } from '../model/fixtures.ts'
import { isObject } from '../text/json.ts'
import type { Answer, Exploration } from './exploration.ts'
import { candidatesIn } from './field-write.ts'
import { OWNER_NAMES } from './identities.ts'
import { otherValue } from './registration.ts'
import { askAt, bodyOfFixture, type Owned, type OwnedPlace } from './resource-places.ts'
import { foldName, leavesOfJson } from './values.ts'

/** A change by the owner, and the operation with which the owner looks at the record. */
interface OwnChange {
  readonly resource: OwnedResource
  readonly place: OwnedPlace
  readonly look: OwnedPlace
  readonly record: Owned
  readonly records: readonly Owned[]
  readonly world: Exploration
}

/**
 * Changes of an own record with a member that answers have and the request has not, and with another value; then the owner reads.
 * The first that is written is reported, and written back.
 */
export async function writeFields({ resource, place, look, record, records, world }: OwnChange): Promise<void> {
  const { route } = place
  const { owner, params } = record
  const body = bodyOfFixture(route, world)
  if (!isObject(body) || place.in !== 'path' || !world.wants('field.write', route)) return
  const answers = await answersOf(look, records, world)
  const before = await askAt(look, owner, params, world)
  if (before?.isGood !== true) return
  const asked = [...(route.bodyNames ?? []), ...leavesOfJson(body).map(({ name }) => name)]
  for (const leaf of candidatesIn(before, asked).filter(({ name }) => !OWNER_NAMES.test(foldName(name)))) {
    const value = otherValue(leaf, { answers })
    if (value === undefined) continue
    const send = (to: unknown): Promise<Answer | undefined> =>
      world.ask({ route, as: owner, params, body: { ...body, [leaf.name]: to } })
    const sent = await send(value)
    const after = await askAt(look, owner, params, world)
    if (sent === undefined || after === undefined) return
    const tried = {
      row: 'field.write',
      route,
      variant: `${resource.name}-${owner.name}-${leaf.name}`,
      title: `a change of ${resource.name} of ${owner.name} with ${leaf.name}, which answers have and the request has not`,
      answers: [sent, after],
    } as const
    const got = leavesOfJson(after.json).find(({ pointer }) => pointer === leaf.pointer)?.value
    if (got !== value) world.passed(tried)
    else {
      await send(leaf.value)
      return world.found({
        ...tried,
        code: 'taken-over',
        expected: `${leaf.name} ${String(leaf.value)}, as without it`,
        got: `${leaf.name} ${String(got)} when ${owner.name} reads`,
        cause: `${route.key} writes members of the body into the record that it does not ask for, such as ${leaf.name}`,
      })
    }
  }
}

/** The records as their owners see them: values that a member may have. */
async function answersOf(look: OwnedPlace, records: readonly Owned[], world: Exploration): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const { owner, params } of records) {
    const answer = await askAt(look, owner, params, world)
    if (answer !== undefined) answers.push(answer)
  }
  return answers
}
