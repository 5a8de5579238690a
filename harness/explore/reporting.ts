import { createFinding } from '../check/finding.ts'
import { ReplayedExchange } from '../check/replayed-exchange.ts'
import { CLEAN, inconclusive } from '../check/facts.ts'
import { foundIn } from '../check/found.ts'
import { outcomeOf } from '../check/outcome.ts'
import { acceptedOf } from '../check/verdict.ts'
import { factsOf, ownersOf, type Scenario } from '../model/scenario.ts'
import type { RecordCell } from '../model/matrix.ts'
import type { Route } from '../model/route.ts'
import type { Problem, Verdict } from '../model/verdict.ts'
import type { StageTools } from '../run/stage.ts'
import { createScenario } from '../subject/scenario.ts'
import type { Answer, AskedRecord, Exploration, Found, Tried } from '../ask/exploration.ts'
import { exploredRow } from './rows.ts'

/** Which scenarios of a stage are wanted, and which are ignored by their ids. */
export interface Wanted {
  readonly isWanted: (scenario: Scenario, route: Route) => boolean
  /** One scenario is wanted, by an id that no row has before it is tried. */
  readonly isReplay?: boolean
  /** Ids of the baseline. */
  readonly known: ReadonlySet<string>
}

/** The reporting half of an exploration: makes verdicts as the catalogue has them. */
export function reporting(
  tools: StageTools,
  wanted: Wanted,
): Pick<Exploration, 'found' | 'hasFound' | 'passed' | 'inconclusive' | 'question' | 'notice' | 'left' | 'wants'> {
  const seen = new Set<string>()
  /** Operations on which something was found. */
  const at = new Set<string>()
  const settle = (given: Tried, problems: readonly Problem[], reason?: string): void => {
    const tried = { ...given, route: documented(given.route) }
    const scenario = scenarioOf(tried)
    if (seen.has(scenario.id) || !wanted.isWanted(scenario, tried.route)) return
    seen.add(scenario.id)
    if (problems.length > 0) at.add(tried.route.key)
    tools.settle(verdictOf({ tried, scenario, problems, reason }, tools, wanted.known))
  }
  return {
    wants: (row, route) =>
      wanted.isReplay === true ||
      wanted.isWanted(scenarioOf({ row, route: documented(route), answers: [] }), documented(route)),
    found: ({ code, expected, got, ...tried }) => settle(tried, [{ code, expected, got }]),
    hasFound: (route) => at.has(documented(route).key),
    passed: (tried) => settle(tried, []),
    inconclusive: (tried, reason) => settle(tried, [], reason),
    question: (route, message) => tools.remark({ kind: 'question', route: documented(route).key, message }),
    notice: (message, about) => tools.remark({ kind: 'notice', message, ...(about === undefined ? {} : { about }) }),
    left: (message) => tools.remark({ kind: 'leftover', message }),
  }
}

/** An operation as the document has it. */
function documented(route: Route): Route {
  return route.sentAs?.route ?? route
}

function scenarioOf({
  row,
  route,
  variant,
  title,
  answers,
  ...rest
}: Omit<Tried, 'answers'> & Partial<Omit<Found, 'answers'>> & { readonly answers: readonly Answer[] }): Scenario {
  const known = exploredRow(row)
  return createScenario({
    route,
    row,
    ...(variant === undefined ? {} : { variant }),
    family: known.family,
    expect: 'apart',
    title: title ?? known.title,
    cause: rest.cause ?? known.cause,
    cwe: known.cwe,
    transport: 'socket',
    steps: answers.map(({ request }) => ({ request, expect: 'apart' })),
    control: 'independent',
  })
}

interface Settled {
  readonly tried: Tried
  readonly scenario: Scenario
  readonly problems: readonly Problem[]
  readonly reason: string | undefined
}

function verdictOf(
  { tried, scenario, problems, reason }: Settled,
  tools: StageTools,
  known: ReadonlySet<string>,
): Verdict {
  const { context } = tools
  const { route, answers } = tried
  const baseline = known.has(scenario.id) ? [{ scenario: scenario.id, reason: 'in the baseline' }] : []
  const ignored = [...(context.fixtures.routes[route.key]?.ignore ?? []), ...baseline]
  const judgement = reason === undefined ? CLEAN : inconclusive(reason)
  const { outcome, reason: why } = outcomeOf(
    { scenario, controlFailure: undefined, ignored },
    problems,
    judgement,
    context,
  )
  const redactor = context.redactor.preferring(ownersOf(scenario, route))
  const verdict = {
    scenario: factsOf(scenario),
    outcome,
    exchanges: answers.map(
      ({ replayed, entry }) => new ReplayedExchange(replayed, entry, route, redactor, context.runStart),
    ),
    duration: answers.reduce((sum, { replayed }) => sum + replayed.duration, 0),
    ...(tried.record === undefined ? {} : { record: cellOf(tried.record, answers.at(-1) as Answer) }),
    ...(why === undefined ? {} : { reason: redactor.redact(why) }),
  }
  const [first, ...rest] = problems
  const decisive = answers.at(-1) as Answer
  if (outcome === 'passed' && tried.isAccepted === true)
    return { ...verdict, accepted: acceptedOf(decisive.request, String(decisive.status), redactor) }
  if (outcome !== 'failed' || first === undefined) return verdict
  const finding = createFinding({
    scenario,
    route,
    request: decisive.request,
    found: foundIn(decisive.replayed, decisive.entry, route, redactor),
    problems: [first, ...rest],
    redactor,
    origin: context.shownOrigin ?? context.origin,
    command: context.command ?? 'svc test-auth',
  })
  return { ...verdict, finding }
}

/** Users that are made for a run have another name in each: the cell calls them new. */
function cellOf({ owner, user, note, own }: AskedRecord, { status }: Answer): RecordCell {
  return {
    owner: owner.isThrowaway ? 'a new user' : owner.name,
    user: user === undefined ? 'anonymous' : user.isThrowaway ? 'another new user' : user.name,
    status,
    ...(note === undefined ? {} : { note }),
    ...(own === undefined ? {} : { own: own.status }),
  }
}
