import type { Ledger, LedgerEntry } from '../observe/ledger.ts'
import type { Fixtures, Ignored } from '../model/fixtures.ts'
import type { Accepted, Problem, ProblemCode, Verdict } from '../model/verdict.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import { isProtected, type Route } from '../model/route.ts'
import { extraOf, factsOf, ownersOf, type Scenario, sessionOf } from '../model/scenario.ts'
import type { Norms } from '../copies/norms.ts'
import type { Redacting, Redactor } from '../text/redact.ts'
import { NoAnswer } from '../replay/connection.ts'
import { isSuccess } from './success.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { judgeDistinct, judgeIdentity } from './distinct.ts'
import { judgeCors } from './cors.ts'
import { ReplayedExchange } from './replayed-exchange.ts'
import { judge } from './expectations.ts'
import { CLEAN, type Control, type Facts, inconclusive, type Judgement, merge, NOTHING } from './facts.ts'
import { elsewhere, isAltered, nonsenseOf } from './altered.ts'
import { judgeAlike } from './sameness.ts'
import { givesAgain, judgeTaken, judgeUnsent } from './taken.ts'
import { judgeExchanged } from './exchanged-credential.ts'
import { judgeCookie } from './session-cookie.ts'
import { foundIn } from './found.ts'
import { createFinding, sentLine } from './finding.ts'
import { outcomeOf } from './outcome.ts'

/** The facts that the verdicts of a run have in common. */
export interface VerdictContext {
  readonly fixtures: Fixtures
  readonly norms: Norms
  readonly redactor: Redactor
  /** Absent for a server in another process. */
  readonly ledger: Ledger | undefined
  readonly origin: string
  /** The command that shows a finding again, if not `svc test-auth`: with every option that the run was given. */
  readonly command?: string
  /** The origin in printed commands, where the run's own will not answer any more. */
  readonly shownOrigin?: string
  /** When the run began, on the clock of `performance`. */
  readonly runStart: number
  /** Conventions of other servers count as findings. */
  readonly strict: boolean
  /** The day of the run, `YYYY-MM-DD`, which ends entries of the ignore list. */
  readonly today: string
  readonly remark: (remark: Remark) => void
  /** By key. */
  readonly routes: ReadonlyMap<string, Route>
}

/** Credentials that passed in an unusual place or spelling are a list of their own, beside the remarks. */
const ACCEPTED: ReadonlySet<ProblemCode> = new Set(['accepted', 'data'])

/** One scenario after its replay. */
export interface Played {
  readonly scenario: Scenario
  readonly route: Route
  readonly replayed: readonly Replayed[]
  /** The answer to the first step's request with a good credential. */
  readonly counterpart?: RawResponse | undefined
  /** The route's answers to a good credential, at the beginning and at the end. */
  readonly control?: Control | undefined
  /** The route's answer to a request without a credential. */
  readonly without?: RawResponse | undefined
  /** The answer to a request beside the route, where it was needed. */
  readonly nonsense?: ((request: RequestData) => RawResponse | undefined) | undefined
  /** The last requests before the server stopped answering, where this scenario came last. */
  readonly stopped?: readonly string[] | undefined
  /** Why another scenario, the route's positive control, failed, if it did. */
  readonly controlFailure: string | undefined
  readonly ignored: readonly Ignored[]
}

/** Of a run, by its ledger. */
const ALONE = new WeakMap<object, Map<string, string>>()

function aloneIn(ledger: object | undefined): Map<string, string> {
  const known = (ledger && ALONE.get(ledger)) ?? new Map<string, string>()
  if (ledger !== undefined) ALONE.set(ledger, known)
  return known
}

/** Judges a scenario: the first step that is wrong decides. */
export function verdictOf(played: Played, context: VerdictContext): Verdict {
  const { scenario, route, replayed } = played
  const entries = replayed.map(({ probe }) => (probe === undefined ? undefined : context.ledger?.read(probe)))
  const actions = { entries, isParallel: scenario.order === 'parallel', alone: aloneIn(context.ledger) }
  const judgements = replayed.map((one, at) =>
    merge(
      judgeExchanged(judgeStep(played, one, entries[at], context), scenario, replayed, entries, at),
      judgeAlike({ scenario, replayed, entry: entries[at], strict: context.strict }, at),
      judgeDistinct(scenario, replayed, at, entries[at]),
      judgeIdentity(replayed, at, played.control, actions),
    ),
  )
  const wrong = judgements.findIndex(({ problems }) => problems.length > 0)
  const notEnded = refusedEnd(scenario, replayed)
  const problems = notEnded === CLEAN ? (judgements[wrong]?.problems ?? []) : []
  const whole = merge(...judgements, judgeUnsent(scenario, replayed), notEnded)
  const { outcome, reason } = outcomeOf(played, problems, whole, context)
  if (reason !== undefined && whole.locks && reason === whole.inconclusive)
    context.remark({ kind: 'leftover', route: route.key, message: reason })
  if (outcome === 'passed')
    for (const remark of conventionsOf(played, [...judgements, whole], context)) context.remark(remark)
  // The owners are looked for when something is shown: of most scenarios nothing is.
  const redactor: Redacting = { redact: (text) => context.redactor.redact(text, ownersOf(scenario, route)) }
  const verdict = {
    scenario: factsOf(scenario),
    outcome,
    exchanges: replayed.map((one, at) => new ReplayedExchange(one, entries[at], route, redactor, context.runStart)),
    duration: replayed.reduce((sum, { duration }) => sum + duration, 0),
  }
  const [first, ...rest] = problems
  const why = reason === undefined ? {} : { reason: redactor.redact(reason) }
  if (outcome !== 'failed' || first === undefined) {
    const got = outcome === 'passed' ? whole.conventions.find(({ code }) => ACCEPTED.has(code)) : undefined
    const request = replayed.at(-1)?.request
    if (got === undefined || request === undefined) return { ...verdict, ...why }
    return { ...verdict, accepted: acceptedOf(request, got.got, redactor) }
  }
  const decisive = replayed[wrong] as Replayed
  const finding = createFinding({
    scenario,
    route,
    request: decisive.request,
    found: foundIn(decisive, entries[wrong], route, redactor),
    hasRun: (entries[wrong]?.runs.length ?? 0) > 0,
    isOutside: entries[wrong] === undefined,
    problems: [first, ...rest],
    redactor,
    origin: context.shownOrigin ?? context.origin,
    command: context.command ?? 'svc test-auth',
  })
  return { ...verdict, ...why, finding }
}

/** Rows that look at what a logout has ended. */
const AFTER_LOGOUT: ReadonlySet<string> = new Set(['flow.replay-after-logout', 'flow.replay-later'])

/** A remark on how a server answers in its own way: on the operation that answered, which may be another one than that of the scenario. */
function* conventionsOf(
  { scenario, route, replayed }: Played,
  judgements: readonly Judgement[],
  { redactor }: Pick<VerdictContext, 'redactor'>,
): Iterable<Remark> {
  const seen = new Set<Problem>()
  for (const [at, { conventions }] of judgements.entries())
    for (const one of conventions) {
      if (ACCEPTED.has(one.code) || seen.has(one)) continue
      seen.add(one)
      const text = `expected ${one.expected}, got ${one.got}`
      yield {
        kind: 'convention',
        route: replayed[at]?.step.route ?? route.key,
        scenario: scenario.name,
        about: one.code,
        message: redactor.redact(text, ownersOf(scenario, route)),
      }
    }
}

/** Statuses of a logout that asks for more than the credential. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 415, 422])

/** Why a logout says nothing of what it ends: it was refused. */
function refusedEnd({ row }: Scenario, replayed: readonly Replayed[]): Judgement {
  const leave = AFTER_LOGOUT.has(row) ? replayed.find(({ step }) => step.expect === 'answered') : undefined
  if (leave === undefined || leave.answer instanceof NoAnswer) return CLEAN
  const { status } = leave.answer
  return REFUSED.has(status)
    ? inconclusive(
        `${status} to the logout with the credential of the login: give what it asks for in logout of the fixtures`,
      )
    : CLEAN
}

/** A request that passed with a good credential in an unusual place, as it is reported. */
export function acceptedOf(request: RequestData, got: string, redactor: Redacting): Accepted {
  const isInUrl = redactor.redact(request.target) !== request.target
  return {
    sent: redactor.redact(sentLine(request)),
    got: redactor.redact(got),
    ...(isInUrl ? { isInUrl } : {}),
  }
}

function judgeStep(
  played: Played,
  replayed: Replayed,
  entry: LedgerEntry | undefined,
  context: VerdictContext,
): Judgement {
  const { step } = replayed
  const before = played.replayed[played.replayed.indexOf(replayed) - 1]
  const facts = withEnded(factsFor(played, replayed, entry, context), played.scenario, before)
  if (isRefusedElsewhere(step, entry))
    return inconclusive(`${extraOf(step, 'copy')?.good} refuses in a copy what is good on its route`)
  const judged = givesAgain(replayed, before) ? CLEAN : judge(facts)
  const answered = facts.missing === undefined
  const fields = answered ? merge(judgeCookie(sessionOf(step).cookie, facts.answer), judgeCors(facts)) : CLEAN
  const judgement = merge(judged, fields, judgeTaken(replayed))
  return context.strict
    ? { ...judgement, problems: [...judgement.problems, ...judgement.conventions.map(asDeparture)], conventions: [] }
    : judgement
}

/** Nothing comes after an answer that closes its connection; another server may close one without a word (RFC 9112 section 9.3.2). */
function withEnded(facts: Facts, { order }: Scenario, before: Replayed | undefined): Facts {
  const isEnded = order === 'pipeline' && facts.missing === 'closed'
  const mayEnd = before !== undefined && (facts.entry === undefined || closes(before.answer))
  return isEnded && mayEnd ? { ...facts, missing: 'ended' } : facts
}

function closes(answer: Replayed['answer']): boolean {
  return answer instanceof NoAnswer || answer.closes
}

function missingOf({ reason }: NoAnswer, stopped: Played['stopped']): Facts['missing'] {
  if (stopped === undefined) return reason
  return reason === 'timeout' ? 'hangs' : 'stopped'
}

/** The facts of one step's answer. */
export function factsFor(
  { scenario, route: own, replayed, control, without, counterpart, nonsense, stopped }: Played,
  one: Replayed,
  entry: LedgerEntry | undefined,
  context: Pick<VerdictContext, 'fixtures' | 'norms' | 'redactor' | 'routes'>,
): Facts {
  const { step, request, answer } = one
  const route = context.routes.get(step.route ?? '') ?? own
  const fixture = context.fixtures.routes[route.key]
  const missing = answer instanceof NoAnswer ? missingOf(answer, stopped) : undefined
  const isOwn = route === own && scenario.exercise !== 'wrapped'
  const other = elsewhere(request, route, entry, context.routes)
  const open = other === undefined ? undefined : context.routes.get(other)
  return {
    scenario,
    step,
    route,
    fixture,
    policy: context.fixtures.policy,
    method: request.method,
    request,
    planned: scenario.steps[replayed.indexOf(one)]?.request,
    answer: answer instanceof NoAnswer ? NOTHING : answer,
    missing,
    entry,
    norms: context.norms,
    redactor: context.redactor,
    altered: isAltered(request, route, fixture),
    hasWorked: step.expect === 'issued' && hasWorked(request, context.fixtures),
    isEnded: isOwn && endsSessions(route, context.fixtures) && isEnded(request, control),
    elsewhere: other,
    isElsewhereOpen: open !== undefined && !isProtected(open) && context.fixtures.routes[open.key]?.protected !== true,
    control: isOwn ? control : undefined,
    without: route === own ? without : undefined,
    counterpart,
    nonsense: isOwn ? nonsense?.(nonsenseOf(request, route, fixture)) : undefined,
    lastRequests: stopped,
  }
}

function hasWorked({ method, target, body }: RequestData, { logins = [] }: Fixtures): boolean {
  return logins.some(({ request }) => request.method === method && request.target === target && request.body === body)
}

/** Whether the control has brought the same credential, and was answered well. */
function isEnded(request: RequestData, control: Control | undefined): boolean {
  if (control === undefined || control.request === request || !isSuccess(control.answer)) return false
  return credentialsIn(control.request) === credentialsIn(request)
}

/** Fields beside a credential, that by which the run knows its requests among them. */
const PLAIN = /^(?:host|connection|user-agent|accept.*|content-.*|x-[\da-f]{12})$/i

function credentialsIn({ headers }: RequestData): string {
  // A scheme has no case, and white space around a value is not of it (RFC 9110 sections 5.5 and 11.1).
  const read = (value: string): string =>
    value.trim().replace(/^(\w+)\s+/, (_, word: string) => `${word.toLowerCase()} `)
  return headers.flatMap(([name, value]) => (PLAIN.test(name) ? [] : [`${name}: ${read(value)}`])).join('\n')
}

function isRefusedElsewhere(step: Replayed['step'], entry: LedgerEntry | undefined): boolean {
  const good = extraOf(step, 'copy')?.good
  return entry?.calls.some(({ authenticator, outcome }) => authenticator === good && FAILED.has(outcome)) ?? false
}

const FAILED: ReadonlySet<string> = new Set(['refused', 'threw', 'timeout'])

/** With `--contract`, another server's convention is a finding that says so, and not that a request got in. */
function asDeparture(convention: Problem): Problem {
  return { ...convention, code: 'convention' }
}
