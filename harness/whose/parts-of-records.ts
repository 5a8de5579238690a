import { foldName, objectsOfJson, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { nounOf, withoutSlash } from './path-nouns.ts'

/** Things of a record that are nothing without it, and named alone: `GET /files/[id]` of the files in the entries of a list. */
const PARTS = /^(?:file|attachment|document|upload|scan|receipt|recording|export|report|note|message)$/

/** The entries of lists in the records of an answer that are called as the records of a parameter, which have no list of their own. */
export function partsFor(route: Route, param: string, json: unknown, routes: readonly Route[]): readonly object[] {
  const noun = singular(nounOf(route, param))
  const collection = route.path.slice(0, route.path.indexOf(`/[${param}]`))
  const hasList = routes.some(({ method, path }) => method === 'GET' && withoutSlash(path) === collection)
  if (!PARTS.test(noun) || hasList) return []
  return objectsOfJson(json).flatMap((one) =>
    Object.entries(one).flatMap(([name, value]): readonly object[] =>
      Array.isArray(value) && singular(foldName(name)) === noun ? objectsOfJson(value) : [],
    ),
  )
}
