import type { RequestData } from '../model/request.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import type { SessionValue } from '../model/fixtures.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { isProtected } from '../model/route.ts'
import type { PlanContext } from '../subject/plan-input.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { createScenario } from '../subject/scenario.ts'
import { withCookie } from '../subject/place.ts'
import { timesIn } from './signed.ts'
import { MILLISECONDS, readClaims } from '../text/token.ts'

/** The effect of time on what the application has let in, in a copy whose clock the harness sets. */
export function clockScenarios(route: RouteSubject): readonly Scenario[] {
  return isProtected(route.route)
    ? [...sessionScenarios(route), ...tokenScenarios(route), ...signatureScenarios(route)]
    : []
}

/** A signed token that says when it ends, now and an hour after that: more than any clock may differ. */
function tokenScenarios(route: RouteSubject): readonly Scenario[] {
  // The first good request of a logout has ended it.
  if (endsSessions(route.route, route.fixtures)) return []
  return route.leaves.flatMap((leaf, index) => {
    const good = route.goodRequest(index)
    const end = good === undefined ? undefined : endOf(good.request)
    if (good === undefined || end === undefined) return []
    const step = (presented: 'good' | 'wrong'): Step =>
      route.step(good.request, route.presentation(index, presented), 'deny', false)
    return createScenario({
      row: 'clock.token',
      title: 'a token that was good, an hour after its end',
      cause:
        'the end that a token names (exp) is not compared with the clock, or in another unit, or with years to spare',
      route: route.route,
      family: 'session',
      exercise: 'wrapped',
      expect: 'deny',
      authenticator: leaf.name,
      cwe: 613,
      transport: 'fetch',
      steps: [step('good'), { ...step('wrong'), extra: { about: 'session', date: end + HOUR } }],
    })
  })
}

/** A signature of a request, whose time is of now, and the same a day after that. */
function signatureScenarios(route: RouteSubject): readonly Scenario[] {
  return route.leaves.flatMap((leaf, index) => {
    const { value, signed } = route.good(index) ?? {}
    const good = route.goodRequest(index)
    const now = Date.now()
    const isSignature =
      signed !== undefined || (value !== undefined && 'signs' in value && (value.signs ?? []).length > 0)
    if (good === undefined || value === undefined || !isSignature || !isOfNow(timesIn(value), now)) return []
    const step = (presented: 'good' | 'wrong'): Step =>
      route.step(good.request, route.presentation(index, presented), 'deny', false)
    return createScenario({
      row: 'clock.signature',
      title: 'a signature that was good, a day later',
      cause:
        'the time that is signed is not compared with the clock, or in another unit: a request that was seen once can be sent again',
      route: route.route,
      family: 'session',
      exercise: 'wrapped',
      expect: 'deny',
      authenticator: leaf.name,
      cwe: 294,
      transport: 'fetch',
      steps: [step('good'), { ...step('wrong'), extra: { about: 'session', date: now + DAY } }],
    })
  })
}

/** Whether a time says when a request was signed, and none when that ends: a signature may be good for a week. */
function isOfNow(times: readonly number[], now: number): boolean {
  const known = times.filter((time) => !Number.isNaN(time))
  return known.some((time) => Math.abs(time - now) < NEAR) && known.every((time) => time < now + NEAR)
}

/** Milliseconds from now of a time that says when a request was signed. */
const NEAR = 600_000
const DAY = 86_400_000

/** When the first of the tokens in a request ends (RFC 7519 section 4.1.4), in milliseconds since 1970. */
function endOf({ headers, target }: RequestData): number | undefined {
  const texts = [target, ...headers.map(([, value]) => value)].flatMap((text) => text.match(TOKEN) ?? [])
  const ends = texts.flatMap((text) => {
    const exp = readClaims(text)?.['exp']
    return typeof exp === 'number' && Number.isFinite(exp) ? [exp * (exp > MILLISECONDS ? 1 : 1_000)] : []
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const TOKEN = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g
const HOUR = 3_600_000

function sessionScenarios(route: RouteSubject): readonly Scenario[] {
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
    // An end of the session takes the renewed one with it.
    const isKept = ({ row }: ClockRow): boolean =>
      !row.startsWith('clock.renewed') || !endsSessions(route.route, route.input.fixtures)
    const rows = rowsOf(good, at, route.input).filter(isKept)
    return rows.map(({ steps, ...row }) =>
      createScenario({
        ...row,
        route: route.route,
        family: 'session',
        exercise: 'sealed',
        authenticator: leaf.name,
        cwe: 613,
        transport: weakestTransport(bare),
        steps,
      }),
    )
  })
}

type StepAt = (clock: number, value: string, presented: 'good' | 'wrong') => Step
type ClockRow = Pick<Scenario, 'row' | 'title' | 'cause' | 'steps' | 'isSentOnce'>

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
      isSentOnce: true,
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
      isSentOnce: true,
      row: 'clock.renewed-to-the-end',
      title: 'the renewed cookie of a session, after the end of the session',
      cause: 'a renewal starts the session anew: one in use never ends',
      steps: [renew(0, ending), at(idleTimeout / 4 + SLACK, '{taken}', 'wrong')],
    })
  return rows
}

/** Milliseconds past an end. */
const SLACK = 1_000
