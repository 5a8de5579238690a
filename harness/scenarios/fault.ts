import type { AuthDescription } from 'svc'
import type { Fault, Scenario, Step } from '../model/scenario.ts'
import { companionsOf, predict, type Presentation } from '../subject/oracle.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { isProtected } from '../model/route.ts'
import { isHomeOfShape } from '../subject/home.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { FAULT_ROWS, type FaultRow } from './wrapped.ts'
import { FAULT_VALUES } from '../copies/fault-values.ts'

/**
 * Each authenticator of a route, in a copy of the application, returning and throwing all that it must not: once for each
 * way to combine them, since nothing else is left of them in the copy.
 */
export function faultScenarios(subject: RouteSubject): readonly Scenario[] {
  if (!isProtected(subject.route) || !isHomeOfShape(subject)) return []
  return subject.leaves.flatMap((leaf, index) =>
    FAULT_ROWS.filter(({ expect }) => expect !== 'deny' || isNeeded(subject, index)).map((row) =>
      createScenario({
        route: subject.route,
        row: `hook.${row.behaviour}`,
        family: 'callable',
        exercise: 'wrapped',
        expect: row.expect,
        authenticator: leaf.name,
        title: row.title,
        cause: row.cause,
        cwe: row.cwe,
        transport: weakestTransport(subject.plain),
        steps: [stepOf(subject, index, row)],
        control: 'independent',
        extra: { about: 'fault', fault: { leaf: index, behaviour: row.behaviour } },
      }),
    ),
  )
}

/** Whether a request without the credential of an authenticator is refused, with all that stand beside it: not of an optional one. */
function isNeeded({ route: { auth } }: RouteSubject, index: number): boolean {
  return auth != null && predict(auth, goodBeside(auth, index)).expect === 'deny'
}

function goodBeside(auth: AuthDescription, index: number): Presentation {
  return Object.fromEntries(companionsOf(auth, index).map((companion) => [companion, 'good']))
}

function stepOf(subject: RouteSubject, index: number, row: FaultRow): Step {
  const request = { ...subject.plain }
  if (row.expect !== 'allow') return { request, expect: row.expect }
  const value = valueOf(row.behaviour)
  const { auth } = subject.route
  const { winner } = predict(auth, { ...goodBeside(auth, index), [index]: 'good' })
  return { request, expect: 'allow', ...(winner === index && value !== undefined ? { principal: value } : {}) }
}

function valueOf(behaviour: Fault['behaviour']): unknown {
  switch (behaviour) {
    case 'string':
      return FAULT_VALUES.string
    case 'number':
      return FAULT_VALUES.number
    default:
      return FAULT_VALUES.object
  }
}
