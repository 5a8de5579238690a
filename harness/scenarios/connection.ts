import { isSafeMethod } from '../../server/internal.ts'
import type { RowName } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { rotateText } from '../text/encoding.ts'
import { shortHash } from '../text/hash.ts'
import { withKey, withQuery } from '../subject/place.ts'
import { knownText } from '../subject/leaf-subject.ts'

const STATE = 'the verdict is kept per connection, per process or in a cache with too short a key'

/** The state that one request leaves behind for the next: on one connection, in one write, and in flight together. */
export function connectionScenarios(subject: RouteSubject): readonly Scenario[] {
  const index = subject.goodLeaves().find((at) => subject.leaf(at).carrier.in !== 'request')
  if (index === undefined) return []
  const good = (): Step => {
    const request = subject.goodRequest(index) as NonNullable<ReturnType<RouteSubject['goodRequest']>>
    return subject.step(request.request, request.presentation, 'deny', false)
  }
  if (good().expect !== 'allow' || !isClosedWithout(subject)) return []
  const none: Step = subject.step(
    subject.bare(index) ?? subject.plain,
    subject.presentation(index, 'absent'),
    'deny',
    false,
  )
  const wrong = wrongStep(subject, index) ?? none
  const make = (
    row: RowName,
    title: string,
    steps: readonly Step[],
    order?: Scenario['order'],
    rest: Pick<Scenario, 'first'> = {},
  ): Scenario =>
    createScenario({
      ...rest,
      route: subject.route,
      row,
      family: 'connection',
      exercise: 'wire',
      expect: steps.at(-1)?.expect ?? 'deny',
      authenticator: subject.leaf(index).name,
      title,
      cause: STATE,
      cwe: 488,
      transport: 'socket',
      steps,
      order,
      control: 'after',
    })
  const inOrder = [
    make('repeat.after-valid', 'a wrong credential right after a good one', [good(), wrong]),
    make('repeat.valid-after', 'a good credential right after a wrong one', [wrong, good()]),
    make('keepalive.carryover', 'a request without a credential after a good one on the same connection', [
      good(),
      none,
    ]),
    make('keepalive.twice', 'one of two requests without a credential after a good one on the same connection', [
      good(),
      none,
      none,
    ]),
    make(
      'pipeline.good-none',
      'a request without a credential after a good one in the same write',
      [good(), none],
      'pipeline',
    ),
    make(
      'pipeline.none-good',
      'a good credential after a request without one in the same write',
      [none, good()],
      'pipeline',
    ),
  ]
  // Of several good requests the first may end the sessions of the others.
  if (!isSafeMethod(subject.route.method) || endsSessions(subject.route, subject.fixtures)) return inOrder
  const mixed = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? good() : i % 4 === 1 ? none : wrong))
  const around = [none, { ...good(), expect: 'answered' as const }, none].map((step) => atOwnAddress(subject, step))
  const title = 'one of two requests without a credential, before and after a good one for the same address'
  return [
    ...(none.expect === 'deny' ? [make('repeat.around-good', title, around, 'sequence', { first: true })] : []),
    ...inOrder,
    make(
      'concurrency.mixed',
      'one of 16 requests at the same time (every other one with a good credential)',
      mixed,
      'parallel',
    ),
  ]
}

/** Addresses that nothing else asks for: before the first request nothing is kept for them. */
function atOwnAddress({ input, route }: RouteSubject, { calls: _, principal: __, ...step }: Step): Step {
  return { ...step, request: withQuery(step.request, `svc=${shortHash(input.seed, route.key)}`) }
}

function wrongStep(subject: RouteSubject, index: number): Step | undefined {
  const text = knownText(subject.good(index))
  const bare = subject.bare(index)
  if (text === undefined || bare === undefined) return undefined
  const other = rotateText(text)
  if (other === text || subject.valid(index).some((credential) => knownText(credential) === other)) return undefined
  return subject.step(
    withKey(bare, subject.leaf(index), other),
    subject.presentation(index, 'wrong', other),
    'deny',
    false,
  )
}

/** With a callable of unknown verdict beside it, a request without a credential may pass. */
function isClosedWithout(subject: RouteSubject): boolean {
  return subject.leaves.every((leaf, index) => leaf.carrier.in !== 'request' || subject.invalid(index).length > 0)
}
