import { dirname, relative, resolve, sep } from 'node:path'
import type { SourcePosition } from 'svc'
import { formatAuth } from '../../../server/internal.ts'
import type { AuthCall, Exchange, Outcome, Verdict } from '../../model/verdict.ts'
import { FAMILIES } from '../../model/scenario.ts'
import { formatPlace } from '../../text/repository-place.ts'
import type { RunRecord } from '../record.ts'

/**
 * The data of the page's script, as JSON in the page. A number in place of a text is its index in `texts`: refusals of
 * a route are alike, so thousands of answers are few texts.
 */
export interface ReportData {
  /** Raised when an older report can no longer be compared with. */
  readonly format: 1
  readonly at: string
  readonly texts: readonly string[]
  readonly families: readonly string[]
  readonly routes: readonly RouteData[]
  /** Failed ones first, else in the order of the plan. */
  readonly scenarios: readonly ScenarioData[]
  /** Ids of what passed in a long run, or reaches no route, of each route: there is nothing more to show of them. */
  readonly counted: readonly string[]
}

/** A route as the list of scenarios names it. */
export interface RouteData {
  readonly key: string
  readonly auth: string
  readonly place: string
  /** Address of the source, relative to the page. */
  readonly href?: string
}

/** One scenario with everything there is to show of it. */
export interface ScenarioData {
  readonly id: string
  readonly name: number
  readonly title: number
  readonly cause: number
  readonly cwe: number
  readonly expect: string
  readonly exercise: string
  /** Index among the families. */
  readonly family: number
  /** Index among the routes. */
  readonly route: number
  readonly outcome: Outcome
  readonly reason?: number
  /** Milliseconds. */
  readonly duration: number
  readonly finding?: FindingData
  readonly exchanges: readonly ExchangeData[]
}

/** The problem. */
export interface FindingData {
  readonly sentence: number
  readonly sent: number
  readonly problems: readonly { readonly expected: number; readonly got: number }[]
  readonly thrown?: number
  readonly place: string
  readonly href?: string
  readonly curl: number
  readonly replay: string
}

/** One request and its answer. */
export interface ExchangeData {
  readonly sent: number
  readonly received: number
  readonly status: number
  readonly duration: number
  readonly runs?: number
  readonly auth?: number
  readonly calls?: readonly AuthCall[]
}

/** The data of a page. `file` is where it will lie, for links to the sources. */
export function createReportData({ at, routes }: RunRecord, file: string | undefined): ReportData {
  const texts = new TextTable()
  const indexes = new Map(routes.map(({ planned }, index) => [planned.route.key, index]))
  const verdicts = routes.flatMap((route) => route.verdicts)
  const ordered = [
    ...verdicts.filter(({ outcome }) => outcome === 'failed'),
    ...verdicts.filter(({ outcome }) => outcome !== 'failed'),
  ]
  const scenarios = ordered.map((verdict) =>
    scenarioData(verdict, indexes.get(verdict.scenario.route) ?? 0, texts, file),
  )
  return {
    format: 1,
    at,
    texts: texts.list,
    families: FAMILIES,
    routes: routes.map(({ planned: { route } }) => ({
      key: route.key,
      auth: formatAuth(route.auth),
      ...placeData(route.authSource ?? route.source, file),
    })),
    scenarios,
    counted: routes.map(({ counted }) => counted.join(' ')),
  }
}

function scenarioData(
  { scenario, outcome, reason, duration, finding, exchanges }: Verdict,
  route: number,
  texts: TextTable,
  file: string | undefined,
): ScenarioData {
  const { id, name, title, cause, cwe, expect, exercise, family } = scenario
  return {
    id,
    name: texts.index(name),
    title: texts.index(title),
    cause: texts.index(cause),
    cwe,
    expect,
    exercise,
    family: FAMILIES.indexOf(family),
    route,
    outcome,
    ...(reason === undefined ? {} : { reason: texts.index(reason) }),
    duration: round(duration),
    ...(finding === undefined
      ? {}
      : {
          finding: {
            sentence: texts.index(finding.sentence),
            sent: texts.index(finding.sent),
            problems: finding.problems.map(({ expected, got }) => ({
              expected: texts.index(expected),
              got: texts.index(got),
            })),
            ...(finding.thrown === undefined ? {} : { thrown: texts.index(finding.thrown.join('\n')) }),
            ...placeData(finding.position, file),
            curl: texts.index(finding.curl),
            replay: finding.replay,
          },
        }),
    exchanges: exchanges.map((exchange) => exchangeData(exchange, texts)),
  }
}

function exchangeData(
  { sent, received, status, duration, handlerRuns, auth, calls }: Exchange,
  texts: TextTable,
): ExchangeData {
  return {
    sent: texts.index(sent),
    received: texts.index(received),
    status,
    duration: round(duration),
    ...(handlerRuns === undefined ? {} : { runs: handlerRuns }),
    ...(auth === undefined ? {} : { auth: texts.index(auth) }),
    ...(calls === undefined
      ? {}
      : {
          calls: calls.map((call) =>
            call.duration === undefined ? call : { ...call, duration: round(call.duration) },
          ),
        }),
  }
}

function placeData(
  position: SourcePosition | undefined,
  file: string | undefined,
): { readonly place: string; readonly href?: string } {
  const place = formatPlace(position)
  if (position === undefined || file === undefined) return { place }
  const path = relative(dirname(resolve(file)), resolve(position.file))
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
  return { place, href: `${path.startsWith('.') ? '' : './'}${path}#L${position.line}` }
}

/** Texts by their index, each once. */
class TextTable {
  readonly list: string[] = []
  readonly #indexes = new Map<string, number>()

  index(text: string): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.list.length)
    return this.list.push(text) - 1
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}
