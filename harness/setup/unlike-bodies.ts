import { isCreation } from '../subject/creates.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Targets } from '../targets/targets.ts'
import { withLaterTimes } from '../text/sample-times.ts'
import { isOfOne, paramsOf, withoutSlash } from '../whose/path-nouns.ts'

/**
 * Targets that send each creation of a record with texts of its own: where an address or a name may be taken once, a second
 * one with the same is refused for that, and not for its credential. Only where each record can be deleted again.
 *
 * @param mark stands in all texts that the run makes; absent where it makes none
 */
export function withUnlikeBodies(targets: Targets, routes: readonly Route[], mark: string | undefined): Targets {
  const creations = new Set(routes.filter((route) => itemOf(route, routes) !== undefined).map(({ key }) => key))
  if (mark === undefined || creations.size === 0) return targets
  let count = 0
  const fresh = async (planned: Scenario): Promise<Scenario> => {
    const scenario = (await targets.fresh?.(planned)) ?? planned
    if (!creations.has(scenario.route)) return scenario
    const steps = scenario.steps.map((step) => {
      const { body, headers } = step.request
      const isCounted = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name))
      if (body === undefined || isCounted || !body.includes(mark)) return step
      const unlike = withLaterTimes(body.replaceAll(mark, `${mark}x${count}`), ++count)
      return { ...step, request: { ...step.request, body: unlike } }
    })
    return { ...scenario, steps }
  }
  return { ...targets, fresh }
}

/** Whether an operation is about one of the records of a collection; both may end with a slash. */
export function isBelow({ path }: Pick<Route, 'path'>, collection: Pick<Route, 'path'>): boolean {
  const start = `${withoutSlash(collection.path)}/[`
  return path.startsWith(start) && isOfOne({ path }) && !path.slice(start.length).includes('[')
}

/** The operation that deletes a record which another one makes. */
export function itemOf(route: Route, routes: readonly Route[]): Route | undefined {
  const isItem = (one: Route): boolean => one.method === 'DELETE' && paramsOf(one).length === 1 && isBelow(one, route)
  return isCreation(route, routes) ? routes.find(isItem) : undefined
}
