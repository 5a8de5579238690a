import { isSafeMethod } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import type { RowName } from '../model/row-name.ts'
import type { Route } from '../model/route.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { rotateText } from '../text/encoding.ts'
import { shortHash } from '../text/hash.ts'
import { withCredential, withQuery } from '../subject/place.ts'
import { isDecided } from './probes.ts'
import { knownText } from '../subject/leaf-subject.ts'

const STATE = 'the verdict is kept per connection, per process or in a cache with too short a key'

/** A request of a row: with a good credential, with none, or with a wrong one. */
type Part = 'good' | 'none' | 'wrong'
type StateRow = readonly [row: RowName, title: string, parts: readonly Part[], order?: Scenario['order']]

const ROWS: readonly StateRow[] = [
  ['repeat.after-valid', 'a wrong credential right after a good one', ['good', 'wrong']],
  ['repeat.valid-after', 'a good credential right after a wrong one', ['wrong', 'good']],
  ['keepalive.carryover', 'a request without a credential after a good one on the same connection', ['good', 'none']],
  [
    'keepalive.twice',
    'one of two requests without a credential after a good one on the same connection',
    ['good', 'none', 'none'],
  ],
  [
    'pipeline.good-none',
    'a request without a credential after a good one in the same write',
    ['good', 'none'],
    'pipeline',
  ],
  [
    'pipeline.none-good',
    'a good credential after a request without one in the same write',
    ['none', 'good'],
    'pipeline',
  ],
]

/** Of several good requests the first may end the sessions of the others. */
const MIXED: StateRow = [
  'concurrency.mixed',
  'one of 16 requests at the same time (every other one with a good credential)',
  Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? 'good' : i % 4 === 1 ? 'none' : 'wrong')),
  'parallel',
]

const AROUND: StateRow = [
  'repeat.around-good',
  'one of two requests without a credential, before and after a good one for the same address',
  ['none', 'good', 'none'],
]

/** A wrong credential before any other request of the run that the authenticator sees. */
export function firstScenarios(subject: RouteSubject): readonly Scenario[] {
  return subject.leaves.flatMap((leaf, index) => {
    const [bad] = leaf.carrier.in === 'request' ? subject.invalid(index) : []
    const step =
      bad === undefined
        ? wrongStep(subject, index)
        : stepOf(subject, index, withCredential(subject.bare(index) ?? subject.plain, leaf, bad.value), 'wrong')
    if (step?.expect !== 'deny' || !subject.input.takeOnce(`first ${leaf.name}`)) return []
    return [{ ...stateScenario(subject, index, FIRST, [step]), cause: NOT_READY, turn: 'first' as const }]
  })
}

const NOT_READY = 'until what it compares with is loaded, or the first request has passed, nothing is compared'
const FIRST: StateRow = ['repeat.first', 'a wrong credential in the first request of all', ['wrong']]

/** The state that one request leaves behind for the next: on one connection, in one write, and in flight together. */
export function connectionScenarios(subject: RouteSubject): readonly Scenario[] {
  const index = subject.goodLeaves().find((at) => subject.leaf(at).carrier.in !== 'request')
  if (index === undefined) return []
  const none = stepOf(subject, index, subject.bare(index) ?? subject.plain, 'absent')
  const wrong = wrongStep(subject, index) ?? none
  const steps = { good: () => goodStep(subject, index), none: () => none, wrong: () => wrong }
  if (steps.good().expect !== 'allow' || !isDecided(subject) || mayEndItsUser(subject.route)) return []
  const play = (row: StateRow): Scenario =>
    stateScenario(
      subject,
      index,
      row,
      row[2].map((part) => steps[part]()),
    )
  if (!isSafeMethod(subject.route.method) || endsSessions(subject.route, subject.fixtures)) return ROWS.map(play)
  const around = [none, { ...steps.good(), expect: 'answered' as const }, none].map((step) =>
    atOwnAddress(subject, step),
  )
  return [
    ...(none.expect === 'deny' ? [{ ...stateScenario(subject, index, AROUND, around), turn: 'first' as const }] : []),
    ...ROWS.map(play),
    play(MIXED),
  ]
}

/** Whether a user who was made for the run deletes itself: after the first good request no other is good. */
function mayEndItsUser({ method, as }: Route): boolean {
  return method === 'DELETE' && as !== undefined
}

function stateScenario(
  subject: RouteSubject,
  index: number,
  [row, title, , order]: StateRow,
  steps: readonly Step[],
): Scenario {
  return createScenario({
    route: subject.route,
    row,
    family: 'connection',
    authenticator: subject.leaf(index).name,
    title,
    cause: STATE,
    cwe: 488,
    transport: 'socket',
    steps,
    order,
  })
}

function stepOf(
  subject: RouteSubject,
  index: number,
  request: RequestData,
  presented: 'absent' | 'wrong',
  text?: string,
): Step {
  return subject.step(request, subject.presentation(index, presented, text), 'deny', false)
}

/** Each time another one, where a request may end its session. */
function goodStep(subject: RouteSubject, index: number): Step {
  const { request, presentation } = subject.goodRequest(index) as NonNullable<ReturnType<RouteSubject['goodRequest']>>
  return subject.step(request, presentation, 'deny', false)
}

/** Addresses that nothing else asks for: before the first request nothing is kept for them. */
function atOwnAddress({ input, route }: RouteSubject, { calls: _, principal: __, ...step }: Step): Step {
  return { ...step, request: withQuery(step.request, `svc=${shortHash(input.seed, route.key)}`) }
}

function wrongStep(subject: RouteSubject, index: number): Step | undefined {
  const value = subject.good(index)?.value
  const bare = subject.bare(index)
  if ((value?.type !== 'key' && value?.type !== 'cookie') || bare === undefined) return undefined
  const other = rotateText(value.value)
  if (other === value.value || subject.valid(index).some((credential) => knownText(credential) === other))
    return undefined
  return stepOf(subject, index, withCredential(bare, subject.leaf(index), { ...value, value: other }), 'wrong', other)
}
