import { plural } from '../../server/internal.ts'
import type { Exchange, Verdict } from '../model/verdict.ts'
import { excerpt } from './fact-lines.ts'

/** Routes that are shown, with the first of their reasons. */
const ROUTES = 12

/** Routes that are named where the server breaks on many. */
const NAMED = 3

/** One line, and those that belong below it. */
type Lines = readonly [line: string, ...below: string[]]

/** The scenarios of one route that could not be decided. */
interface Undecided {
  readonly reasons: Map<string, number>
  /** The request with a good credential and its answer, where that was no success: both begin with what matters. */
  control?: readonly [sent: string, got: string]
  /** That answer is a server error. */
  isBroken?: true
}

/** The routes of which something could not be decided, as lines of the report. */
export class UndecidedRoutes {
  readonly #routes = new Map<string, Undecided>()

  add({ scenario, outcome, reason, exchanges }: Verdict): void {
    if (outcome !== 'inconclusive' || reason === undefined) return
    const route: Undecided = this.#routes.get(scenario.route) ?? { reasons: new Map() }
    this.#routes.set(scenario.route, route)
    route.reasons.set(reason, (route.reasons.get(reason) ?? 0) + 1)
    const [first] = exchanges
    if (scenario.family !== 'control' || first === undefined || first.status < 400) return
    route.control ??= shownOf(first)
    if (first.status >= 500) route.isBroken = true
  }

  /**
   * The first reason of each route, since it explains the others; before them, routes on which the server breaks.
   *
   * @param isAll every route with every reason
   */
  lines(isAll: boolean): readonly Lines[] {
    const routes = [...this.#routes]
    const shown = isAll ? routes : routes.slice(0, ROUTES)
    const left = routes.slice(shown.length)
    const count = left.reduce((sum, [, { reasons }]) => sum + sumOf(reasons), 0)
    return [
      ...this.#brokenLines(),
      ...shown.flatMap(([key, route]) => (isAll ? everyReason(key, route) : firstReason(key, route))),
      ...(left.length === 0
        ? []
        : [[`and ${plural(left.length, 'more route')} with ${plural(count, 'scenario')}: --all`] as const]),
    ]
  }

  /** A server that breaks on good requests is a matter of its own: nothing can be proven there before that is mended. */
  #brokenLines(): readonly Lines[] {
    const broken = [...this.#routes].filter(([, { isBroken }]) => isBroken === true).map(([key]) => key)
    if (broken.length < 2) return []
    const more = broken.length > NAMED ? ` and ${plural(broken.length - NAMED, 'more route')}` : ''
    return [
      [
        `${plural(broken.length, 'route')} answered a good credential with a server error, so little is proven there: ${broken.slice(0, NAMED).join(', ')}${more}`,
        'the log of the server says why; where the request lacks something, give it in the fixtures of the route',
      ],
    ]
  }
}

function firstReason(key: string, { reasons, control }: Undecided): readonly Lines[] {
  const [reason = ''] = reasons.keys()
  const others = reasons.size > 1 ? `, for ${plural(reasons.size, 'reason')}` : ''
  return [[lineOf(key, reason, sumOf(reasons), others), ...controlLines(control)]]
}

function everyReason(key: string, { reasons, control }: Undecided): readonly Lines[] {
  return [...reasons].map(([reason, count], at) => [
    lineOf(key, reason, count),
    ...(at === 0 ? controlLines(control) : []),
  ])
}

function lineOf(key: string, reason: string, count: number, others = ''): string {
  return `${key}  ${reason}${count > 1 ? `; ${plural(count, 'scenario')}${others}` : ''}`
}

function controlLines(control: Undecided['control']): readonly string[] {
  if (control === undefined) return []
  return [`sent      ${control[0]}`, `got       ${control[1]}`]
}

function shownOf({ sent, received, target, method, status }: Exchange): readonly [string, string] {
  return [`${method} ${target}${bodyOf(sent)}`, `${status}${bodyOf(received)}`]
}

/** The body in the bytes of a message, behind two spaces; empty where it has none. */
function bodyOf(message: string): string {
  const at = message.indexOf('\r\n\r\n')
  const body = at < 0 ? '' : excerpt(message.slice(at + 4))
  return body === '' ? '' : `  ${body}`
}

function sumOf(reasons: ReadonlyMap<string, number>): number {
  return [...reasons.values()].reduce((sum, count) => sum + count, 0)
}
