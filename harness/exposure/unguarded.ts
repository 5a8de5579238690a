import { isSafeMethod } from '../../server/internal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { bodyOf } from '../ask/bodies.ts'
import { tellingSteps } from '../ask/rights.ts'
import { isRefusal } from '../ask/standing.ts'
import { paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isTime, leavesOfJson } from '../ask/values.ts'

/** Steps of paths that are not for every client. */
const INTERNAL =
  /(?:^|[-_])(?:admin(?:istration|istrator)?|debug|internal|private|manage|management|backoffice|superuser|root|ops|diagnostics?|promote|grant|impersonate|config|env|dump|secrets|credentials|passwords)$/i
/** Steps of forms that strangers fill in. */
export const OPEN: RegExp =
  /log-?in|sign-?in|sign-?up|register|registration|token|auth|session|reset|forg[eo]t|recover|verif|confirm|activate|callback|webhook|contact|feedback|subscribe|search|health|ping|refresh/i

/**
 * Operations that the document leaves open, and that change something or are called internal: an answer as to a client who may is
 * a finding. What changes something is asked with values that name nothing.
 */
export async function exploreUnguarded(world: Exploration): Promise<void> {
  const open: Route[] = []
  for (const route of world.routes) {
    const why = suspicionOf(route, world.fixtures)
    if (why === undefined || !isAsked(route, world)) continue
    const answer = await world.ask({ route, as: undefined })
    if (answer === undefined || answer.status === 0) continue
    const tried = { row: 'unguarded', route, answers: [answer] } as const
    const isData = !isSafeMethod(route.method) || hasSettings(route, answer)
    // A record that does not exist is looked for behind the guard, where there is one.
    const isSearched = paramsOf(route).length > 0 && (await isOfRecord(answer, world))
    if (isRefusal(answer)) world.passed(tried)
    else if ((answer.isGood && isData) || isSearched) {
      open.push(route)
      world.found({
        ...tried,
        code: 'exposed',
        expected: '401 or 403',
        got: `${answer.status} without a credential`,
        cause: `anonymous clients may ${route.key}: it ${why}, and neither the document nor the server asks for a credential`,
      })
    } else world.inconclusive(tried, `${answer.status} to a request without a credential proves nothing`)
  }
  if (world.mayWrite) await exploreCreations(open, world)
}

/** A value that is not a word of a language: pages read their texts from a server, too. */
const NO_WORD = /^(?=.*[\d\W_])\S+$/
/** Names of settings that are not for pages, and values. */
const NAMED = /secret|passw|pwd|credential|private|token|keys?$|dsn$|connection|sql/i
const VALUED = /secret|passw|:\/\/[^/]*@/i

/** Whether an answer has anything; that of a configuration, which pages read as well, something that is not for them. */
function hasSettings(route: Route, answer: Answer): boolean {
  const leaves = leavesOfJson(answer.json)
  const isForPages =
    /(?:^|[-_/])config$/i.test(withoutSlash(route.path)) && !/admin|internal|debug|private/i.test(route.path)
  return isForPages
    ? leaves.some(({ name, value }) => NO_WORD.test(String(value)) && (NAMED.test(name) || VALUED.test(String(value))))
    : leaves.length > 0
}

/** Whether a 404 is about a record: a path below it, which has no operation, is answered otherwise. */
async function isOfRecord(answer: Answer, world: Exploration): Promise<boolean> {
  if (answer.status !== 404 || answer.json === undefined) return false
  const { method, target } = answer.request
  const [path = ''] = target.split('?')
  const nowhere = await world.send({ method, target: `${path.replace(/\/$/, '')}/svc-no-operation/0`, headers: [] })
  const saidIn = ({ json }: Answer, path: string): string =>
    leavesOfJson(json)
      .flatMap(({ pointer, value }) => (isTime(value) || String(value).includes(path) ? [] : [`${pointer} ${value}`]))
      .join()
  return nowhere !== undefined && saidIn(nowhere, nowhere.request.target) !== saidIn(answer, target)
}

function isAsked(route: Route, world: Exploration): boolean {
  const isAllowed = world.fixtures.routes[route.key]?.allow.includes('anonymous') === true
  return !isAllowed && world.whyNot(route) === undefined && world.wants('unguarded', route)
}

/**
 * Creations of records that anonymous clients may change as well: one alone may be a form for strangers, a collection that anonymous clients
 * fill and change is guarded by nothing.
 */
async function exploreCreations(open: readonly Route[], world: Exploration): Promise<void> {
  const changed = open.filter(({ method }) => !isSafeMethod(method) && method !== 'POST')
  for (const route of world.routes) {
    const isCollection = changed.some(({ path }) => path.startsWith(`${withoutSlash(route.path)}/[`))
    if (route.method !== 'POST' || isProtected(route) || route.path.includes('[') || !isCollection) continue
    if (!isAsked(route, world)) continue
    const list = world.routes.find(({ method, path }) => method === 'GET' && path === route.path)
    const sent = bodyOf(route, `${world.mark} text`, world)
    if (list === undefined || sent.body === undefined) continue
    world.journal.add({ kind: 'collection', create: route.key })
    const answer = await world.ask({ route, as: undefined, ...sent })
    const listed = await world.ask({ route: list, as: undefined })
    if (answer === undefined || listed === undefined) continue
    const tried = { row: 'unguarded', route, answers: [listed, answer] } as const
    if (!answer.isGood || !listed.text.includes(world.mark)) world.passed(tried)
    else
      world.found({
        ...tried,
        code: 'exposed',
        expected: '401 or 403',
        got: `${answer.status} without a credential, and the list shows it`,
        cause: `anonymous clients may ${route.key}: they make records, which they may change too, and neither the document nor the server asks for a credential`,
      })
  }
}

/** Why an open operation should have a guard; `undefined` where it need not. */
export function suspicionOf(route: Route, fixtures: Pick<Fixtures, 'login'>): string | undefined {
  if (isProtected(route)) return undefined
  const steps = route.path.split('/').filter((step) => step !== '' && !step.startsWith('['))
  const internal = tellingSteps(route, fixtures).find((step) => INTERNAL.test(step))
  if (internal !== undefined) return `is called ${internal}`
  if (isSafeMethod(route.method) || route.method === 'POST' || steps.some((step) => OPEN.test(step))) return undefined
  return 'changes something'
}
