import { HarnessError } from '../model/failure.ts'
import { OWN_EXPECTATIONS, type OwnScenario, type ScenarioRequest } from '../model/own-scenario.ts'
import type { Scenario } from '../model/scenario.ts'
import { withCredential } from '../subject/place.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'

/**
 * The rows that the fixtures add to the catalogue.
 *
 * @throws HarnessError for one whose function throws, or gives something other than a request
 */
export function ownScenarios(subject: RouteSubject): readonly Scenario[] {
  return subject.fixtures.scenarios.flatMap((own): readonly Scenario[] => {
    const request = requestOf(own, subject)
    if (request === undefined) return []
    const { name, title, cause, cwe } = own
    const expect = OWN_EXPECTATIONS[own.expect]
    const facts = { row: `own.${name}`, family: 'own', title, cause, cwe, expect } as const
    const transport = weakestTransport(request)
    const steps = [{ request, expect }]
    return [createScenario({ ...facts, route: subject.route, transport, steps })]
  })
}

function requestOf({ name, request }: OwnScenario, subject: RouteSubject): ScenarioRequest | undefined {
  const { key } = subject.route
  const [lead] = subject.goodLeaves()
  const good = lead === undefined ? undefined : subject.goodRequest(lead)?.request
  try {
    const made: unknown = request({
      route: key,
      anonymous: subject.plain,
      good,
      as: (user) => requestAs(user, subject),
    })
    if (made === undefined || isRequest(made)) return made
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause)
    throw new HarnessError('SVC_FIXTURE_SCENARIO', `scenarios, ${name}: request throws for ${key}: ${what}`, 2, {
      cause,
    })
  }
  const shape = '{ method, target, headers: [[name, value], …], body? }, such as anonymous with one header more'
  throw new HarnessError(
    'SVC_FIXTURE_SCENARIO',
    `scenarios, ${name}: request gives no request for ${key}. Give ${shape}.`,
  )
}

/** The request with the first credential of a user that the operation takes. */
function requestAs(user: string, subject: RouteSubject): ScenarioRequest | undefined {
  for (const [index, leaf] of subject.leaves.entries()) {
    const credential = subject.valid(index).find((one) => one.user === user)
    const bare = credential && subject.bare(index, user)
    if (bare !== undefined) return withCredential(bare, leaf, subject.fresh(credential as typeof credential & {}).value)
  }
  return undefined
}

const isText = (value: unknown): boolean => typeof value === 'string'

function isRequest(value: unknown): value is ScenarioRequest {
  if (typeof value !== 'object' || value === null) return false
  const { method, target, headers, body } = value as Readonly<Record<string, unknown>>
  const isTarget = typeof target === 'string' && target.startsWith('/')
  const isLines =
    Array.isArray(headers) && headers.every((line) => Array.isArray(line) && line.length === 2 && line.every(isText))
  return isText(method) && isTarget && isLines && (body === undefined || isText(body))
}
