import type { Scenario, Step } from '../model/scenario.ts'
import type { SessionValue } from '../model/fixtures.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { isProtected } from '../model/route.ts'
import type { PlanContext } from '../subject/plan-input.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { withCookie } from '../subject/place.ts'

/** The effect of time on sessions that the application has seen already, in a copy whose clock the harness sets. */
export function clockScenarios(route: RouteSubject): readonly Scenario[] {
  if (!isProtected(route.route)) return []
  return route.leaves.flatMap((leaf, index) => {
    const good = leaf.carrier.in === 'session' ? route.good(index)?.value : undefined
    const bare = route.bare(index)
    if (good?.type !== 'session' || bare === undefined) return []
    const at: StepAt = (clock, value, presented) => {
      const request = withCookie(bare, `${good.name}=${value}`)
      return {
        ...route.step(request, route.presentation(index, presented), 'deny', false),
        extra: { about: 'session', clock },
      }
    }
    return rowsOf(good, at, route.input).map(({ steps, ...row }) =>
      createScenario({
        ...row,
        route: route.route,
        family: 'session',
        exercise: 'sealed',
        expect: steps.at(-1)?.expect ?? 'deny',
        authenticator: leaf.name,
        cwe: 613,
        transport: weakestTransport(bare),
        steps,
        control: 'needs-control',
      }),
    )
  })
}

type StepAt = (clock: number, value: string, presented: 'good' | 'wrong') => Step
type ClockRow = Pick<Scenario, 'row' | 'title' | 'cause' | 'steps'>

const CACHED = 'what was opened once is kept, and its end is not looked at again'

function rowsOf(session: SessionValue, at: StepAt, input: PlanContext): readonly ClockRow[] {
  const { value, maxAge, idleTimeout, variants, name } = session
  const expires: ClockRow = {
    row: 'clock.expires',
    title: 'a session that was good, after its end',
    cause: CACHED,
    steps: [at(0, value, 'good'), at(maxAge + SLACK, value, 'wrong')],
  }
  if (idleTimeout === undefined) return [expires]
  const renew = (clock: number, old: string): Step => ({
    ...at(clock, old, 'good'),
    expect: 'issued',
    extra: { about: 'session', clock, take: { cookie: name } },
  })
  // The application renews a cookie once: what another route has sent already gets no other. Where a session ends about
  // when it becomes idle, no renewal shows.
  const spare = idleTimeout * 2 > maxAge ? undefined : input.takeSpare(session)
  const ending = variants['due-and-ending']
  const rows: ClockRow[] = [
    expires,
    {
      row: 'clock.idle',
      title: 'a session that was good, after the idle timeout',
      cause: CACHED,
      steps: [at(0, value, 'good'), at(idleTimeout + SLACK, value, 'wrong')],
    },
  ]
  if (spare !== undefined)
    rows.push({
      row: 'clock.renewed',
      title: 'the renewed cookie of a session, after the old one has become idle',
      cause: 'a session in use is not kept alive, or the old cookie lives on with it',
      steps: [
        renew(idleTimeout / 2, spare),
        at(idleTimeout * 1.25, '{taken}', 'good'),
        at(idleTimeout * 1.25, spare, 'wrong'),
      ],
    })
  if (ending !== undefined && input.takeOnce(ending))
    rows.push({
      row: 'clock.renewed-to-the-end',
      title: 'the renewed cookie of a session, after the end of the session',
      cause: 'a renewal starts the session anew: one in use never ends',
      steps: [renew(0, ending), at(idleTimeout / 4 + SLACK, '{taken}', 'wrong')],
    })
  return rows
}

/** Milliseconds past an end. */
const SLACK = 1_000
