import type { Plan } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import { isProtected } from '../model/route.ts'
import { isSafeMethod } from '../../server/internal.ts'
import type { Traffic } from '../replay/traffic.ts'
import type { Targets } from '../targets/targets.ts'

/** Routes that are asked. */
const ASKED = 12

/**
 * Why no route of a server in another process can be where the document says, if so: every one of them answers 404. A
 * wrong base path would be hundreds of scenarios that prove nothing otherwise.
 */
export async function findWrongBase(
  { routes }: Plan,
  targets: Targets,
  traffic?: Traffic,
): Promise<string | undefined> {
  const asked = routes
    .filter(({ scenarios, route }) => scenarios.length > 0 && isSafeMethod(route.method))
    .slice(0, ASKED)
  const [first] = asked
  if (first === undefined || !routes.some(({ route }) => isProtected(route))) return undefined
  // Public ones first: the first request without a credential must not come after a good one, and may end the process.
  const ordered = asked.toSorted((a, b) => Number(isProtected(a.route)) - Number(isProtected(b.route)))
  for (const { scenarios } of ordered) {
    const scenario = scenarios.find(({ control }) => control === 'control') ?? scenarios[0]
    if (scenario === undefined) continue
    const request: RequestData | undefined = scenario.steps[0]?.request
    if (request === undefined) continue
    const sending = targets.of(scenario).send(request, 'own')
    traffic?.watch(request, sending.answer)
    const answer = await sending.answer.catch(() => undefined)
    if (answer === undefined || answer.status !== 404) return undefined
  }
  // The thing that a parameter names may not exist.
  if (!asked.some(({ route }) => !route.path.includes('['))) return undefined
  const { base } = first.route
  const where = `${targets.origin}${base}`
  return `every route answers 404 below ${where}: the base path is wrong. It is the path of --url and of the document's first server; is ${first.route.key} at ${where}${first.route.path}?`
}
