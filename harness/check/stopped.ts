import type { ResourceOutcome } from '../observe/ledger.ts'
import { isSafeMethod } from '../../server/internal.ts'
import { formatPlace } from '../text/repository-place.ts'
import { judgeLeak } from './answer-rules.ts'
import { CLEAN, type Facts, inconclusive, type Judgement, merge } from './facts.ts'
import { hasGoodControl, isAdmitted } from './success.ts'

/**
 * Requests that authentication let in and a resource stopped: it was not found, or it is not that user's. Whose record the
 * fixtures ask for, only they can say, so a stop is inconclusive.
 */

/** Whether a resource ended the request before its handler. Middleware that answers all the same is not stopped. */
export function isStopped(facts: Facts): boolean {
  return facts.answer.status >= 300 && stopOf(facts) !== undefined
}

/**
 * Whether the fixtures know who was stopped: a user in a row of the matrix. A wrong credential that comes as far as a
 * resource was accepted, whatever came of it.
 */
export function isStoppedUser(facts: Facts): boolean {
  return facts.scenario.family === 'role' && isStopped(facts)
}

/** A user who may not, whom a resource stopped. A record that is not there for any user proves no refusal. */
export function judgeStoppedUser(facts: Facts): Judgement {
  const outcome = stopOf(facts)?.outcome
  const isRefused = outcome === 'refused' || (outcome === 'absent' && hasGoodControl(facts))
  return isRefused ? judgeLeak(facts) : merge(judgeLeak(facts), inconclusive(describeStop(facts)))
}

/** A user who may, whom a resource stopped. */
export function judgeStopped(facts: Facts): Judgement {
  const { answer, fixture, route, scenario } = facts
  if (isAdmitted(facts, answer)) return CLEAN
  const isControl = scenario.control === 'control' && isSafeMethod(route.method)
  const isSaid = scenario.family === 'role' && (fixture?.allow.length ?? 0) > 0
  const isExpected = answer.status < 500 && !isControl && !isSaid && hasGoodControl(facts)
  return isExpected ? CLEAN : inconclusive(describeStop(facts))
}

function stopOf({ entry, route }: Facts): ResourceOutcome | undefined {
  if (entry === undefined || entry.operation !== route.key || entry.runs.length > 0) return undefined
  return entry.resources.find(({ outcome }) => outcome !== 'loaded')
}

const SAYS: Readonly<Record<ResourceOutcome['outcome'], string>> = {
  loaded: 'passed',
  absent: 'gave nothing',
  refused: 'said no',
  threw: 'threw',
  timeout: 'did not end in time',
}

/** `may of the resource order (lib/resources.ts:18) said no`. */
export function describeOutcome({ name, outcome, by = 'load', source }: ResourceOutcome): string {
  const where = source === undefined ? '' : ` (${formatPlace(source)})`
  return `${by} of the resource ${name}${where} ${SAYS[outcome]}`
}

/** Which resource stopped the request, which of its functions, where that is, and what to write. */
function describeStop(facts: Facts): string {
  const { answer, route } = facts
  const { name, outcome, by } = stopOf(facts) as ResourceOutcome
  const stop = `${answer.status} before the handler: ${describeOutcome(stopOf(facts) as ResourceOutcome)}`
  if (outcome === 'threw' || outcome === 'timeout') return `${stop}; mend it, or give params of another record`
  const params = route.resources?.find((one) => one.name === name)?.params ?? []
  if (params.length === 0) return `${stop}; give a credential of a user who has one`
  if (by === 'only') {
    const roles = `roles: { '${route.key}': { allow: ['…'] } }`
    return `${stop}; name the users or roles who may in the fixtures: ${roles}, or give the user of the credential a record of its own: params`
  }
  const whose = outcome === 'absent' ? 'that exists' : 'of its own'
  const written = params.map((param) => `${param}: '…'`).join(', ')
  return `${stop}; give the user of the credential a record ${whose} in the fixtures: routes: { '${route.key}': { params: { ${written} } } }`
}
