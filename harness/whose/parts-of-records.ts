import type { Answer } from '../ask/exploration.ts'
import { foldName, ID_NAMES, isTelling, objectsOfJson, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import type { Json } from '../text/json.ts'
import { nounOf, withoutSlash } from './path-nouns.ts'

/** Things of a record that are nothing without it, and named alone: `GET /files/[id]` of the files in the entries of a list. */
const PARTS = /^(?:file|attachment|document|upload|scan|receipt|recording|export|report|note|message)$/

/** The reads of a run, and whether a user is not of those who may see the records of all. */
interface Seen {
  readonly answers: readonly Answer[]
  readonly isCounted: (name: string) => boolean
}

/**
 * The entries of lists in the records of an answer that are called as the records of a parameter, which have no list of their own; not those of a record that
 * several users have in their answers.
 */
export function partsFor(
  route: Route,
  param: string,
  json: unknown,
  routes: readonly Route[],
  seen: Seen,
): readonly object[] {
  const noun = singular(nounOf(route, param))
  const collection = route.path.slice(0, route.path.indexOf(`/[${param}]`))
  const hasList = routes.some(({ method, path }) => method === 'GET' && withoutSlash(path) === collection)
  if (!PARTS.test(noun) || hasList) return []
  return objectsOfJson(json).flatMap((one) =>
    Object.entries(one).flatMap(([name, value]): readonly object[] =>
      Array.isArray(value) && singular(foldName(name)) === noun && !isOfSeveral(one, seen) ? objectsOfJson(value) : [],
    ),
  )
}

/** Whether more than one user has a record: with its id, and one more of its values. */
function isOfSeveral(record: Json, { answers, isCounted }: Seen): boolean {
  const own = Object.entries(record)
  const id = own.find(([name]) => ID_NAMES.has(foldName(name)))?.[1]
  const isSame = (other: Json): boolean =>
    Object.entries(other).some(([name, value]) => ID_NAMES.has(foldName(name)) && value === id) &&
    own.some(([name, value]) => typeof value === 'string' && isTelling(value) && value !== id && other[name] === value)
  const users = answers.filter(
    ({ isGood, as, json }) => isGood && isCounted(as?.name ?? '') && objectsOfJson(json).some(isSame),
  )
  return id !== undefined && new Set(users.map(({ as }) => as?.name ?? '')).size > 1
}
