import { foldName, objectsOfJson, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'

/** Objects that may be records for a parameter. A thing that an entry of a list names is not one of who has the entry: the film of a request. */
export function entriesFor(route: Route, param: string, json: unknown): readonly object[] {
  const parts = isNamedInPath(route, param) ? new Set<unknown>() : partsOfEntries(json)
  return objectsOfJson(json).filter((one) => !parts.has(one))
}

/** Whether a step of a path has the noun of its parameter: `/orders/[orderId]`, and not `/lookup/[filmId]`. */
function isNamedInPath({ path }: Route, param: string): boolean {
  const noun = foldName(param).replace(/(?:uuid|guid|uid|id|number|no|key|slug|code|name)$/, '')
  const steps = path.slice(0, path.indexOf(`[${param}]`)).split('/')
  return steps.some((step) => foldName(step).includes(noun) || singular(foldName(step)).includes(noun))
}

/** Objects that are parts of entries of lists, and no entries. */
function partsOfEntries(json: unknown): ReadonlySet<unknown> {
  const parts = new Set<unknown>()
  const walk = (value: unknown, isInside: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && isInside) parts.add(value)
    for (const one of Object.values(value))
      // An entry is inside only where its list is.
      if (Array.isArray(value) && !isInside && !Array.isArray(one))
        for (const part of Object.values(one ?? {})) walk(part, true)
      else walk(one, isInside)
  }
  walk(json, false)
  return parts
}
