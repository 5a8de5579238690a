import { formatLeaf } from '../../server/internal.ts'
import type { RowUse } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { takesTokens } from '../model/token-facts.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { createScenario, type ScenarioInput } from '../subject/scenario.ts'
import type { RouteSubject } from '../subject/route-subject.ts'

/** The positive controls of a route, which frame everything else that is tried on it. */
export interface Controls {
  readonly first: readonly Scenario[]
  readonly last: readonly Scenario[]
  /** The reason why there is no control. */
  readonly reason: string
}

const REFUSED = 'the credential in the fixtures is out of date, or the authenticator is broken'
const REFUSED_LATER =
  'the same credential passed at first, so something in between broke it: state that a request left behind, a lock-out or a throttle'
const HEAD_DIFFERS = 'the same credential passes with GET, so HEAD is routed, guarded or answered apart from GET'

/** A good credential through each authenticator before anything else, and the first of them again at the end. */
export function controlScenarios(subject: RouteSubject): Controls {
  const indexes = subject.goodLeaves()
  const reason = reasonOf(subject)
  const first = indexes.map((index, at) =>
    control(subject, index, at === 0 ? { row: 'valid' } : { row: 'valid.*', variant: subject.leaf(index).name }, true),
  )
  const lead = indexes[0]
  if (lead === undefined) return { first, last: [], reason }
  return {
    first: [...first, ...(subject.answersHead ? [head(subject, lead)] : [])],
    last: deletesItsCaller(subject) ? [] : [control(subject, lead, { row: 'valid.last' }, false)],
    reason,
  }
}

/** A user who was made for it is gone after the first control. */
function deletesItsCaller({ route }: RouteSubject): boolean {
  return route.as !== undefined && route.method === 'DELETE'
}

function control(subject: RouteSubject, index: number, use: RowUse, first: boolean): Scenario {
  const good = subject.goodRequest(index) as NonNullable<ReturnType<RouteSubject['goodRequest']>>
  return build(subject, index, [subject.step(good.request, good.presentation)], {
    ...use,
    title: first ? 'a good credential' : 'a good credential after all the bad ones',
    cause: first ? REFUSED : REFUSED_LATER,
    control: 'control',
    ...(first ? {} : { turn: 'last' }),
  })
}

function head(subject: RouteSubject, index: number): Scenario {
  const good = subject.goodRequest(index, 'HEAD') as NonNullable<ReturnType<RouteSubject['goodRequest']>>
  return build(subject, index, [subject.step(good.request, good.presentation)], {
    row: 'valid.HEAD',
    title: 'HEAD with a good credential',
    cause: HEAD_DIFFERS,
    control: 'needs-control',
  })
}

function build(
  subject: RouteSubject,
  index: number,
  steps: readonly [Step],
  rest: Pick<ScenarioInput, 'row' | 'variant' | 'title' | 'cause' | 'control'> & Pick<Scenario, 'turn'>,
): Scenario {
  return createScenario({
    ...rest,
    route: subject.route,
    family: 'control',
    exercise: subject.good(index)?.value.type === 'session' ? 'sealed' : 'wire',
    expect: steps[0].expect,
    authenticator: subject.leaf(index).name,
    cwe: 287,
    transport: weakestTransport(steps[0].request),
    steps,
  })
}

function reasonOf(subject: RouteSubject): string {
  const missing = subject.leaves.filter((_, index) => subject.good(index) === undefined)
  const issued = subject.input.local && missing.length > 0 && missing.every(takesTokens)
  if (issued) {
    const [user = 'ann'] = Object.keys(subject.fixtures.users)
    return `no positive control: write users.${user}.claims, with which ${missing[0]?.name} lets a token in`
  }
  const names = missing.map((leaf) => `${leaf.name} (${formatLeaf(leaf)})`).join(', ')
  return `no good credential is known for ${names}; give one in the fixtures`
}
