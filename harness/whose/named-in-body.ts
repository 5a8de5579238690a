import { memberName } from '../ask/bodies.ts'
import type { Exploration } from '../ask/exploration.ts'
import { ID_NAMES, isRowId, singular } from '../ask/values.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isUsersNoun, lastNounOf, paramsOf, withoutSlash } from './path-nouns.ts'
import { shapeOf } from './operations.ts'
import { isDetailOf, type Records, recordsAt } from './record-places.ts'

/** Records of which an operation changes the one that its body names. */
export interface NamedInBody {
  readonly records: Records
  readonly member: BodyMember
}

/** Last steps of operations that change a record of the collection before them. */
export const CHANGES: RegExp = /\/(?:change|edit|modify|save|update)$/i

/**
 * The records of which an operation changes the one that its body names by its id: `PUT /parts`, and `POST /parts/update`, with
 * `{ id, … }`. `undefined` for any other operation, for one that makes a record with an id that the client chooses, and for users.
 */
export function namedInBody(
  route: Pick<Route, 'key' | 'method' | 'path' | 'inputs'>,
  world: Pick<Exploration, 'routes' | 'whyNot'>,
): NamedInBody | undefined {
  const { method, path, inputs } = route
  const collection = withoutSlash(path).replace(CHANGES, '')
  const isChange = /^(?:PUT|PATCH)$/.test(method) || (method === 'POST' && collection !== withoutSlash(path))
  const noun = singular(lastNounOf({ path: collection }))
  if (!isChange || paramsOf(route).length > 0 || isUsersNoun(noun)) return undefined
  const named = (inputs?.body ?? []).filter(
    (one) => one.path.length === 1 && (ID_NAMES.has(memberName(one)) || memberName(one) === `${noun}id`),
  )
  // The number of a row, before an id that has a meaning outside.
  const member = named.find((one) => isRowId(memberName(one))) ?? named[0]
  const item =
    world.routes.find((one) => shapeOf(one.path) === `${shapeOf(collection)}/[]`) ??
    world.routes.find((one) => one.method === 'GET' && isDetailOf(one, collection))
  const records = item && recordsAt(item, world)
  return member === undefined || records === undefined || records.create.key === route.key
    ? undefined
    : { records, member }
}
