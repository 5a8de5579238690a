import { findNearest, METHODS } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Plan } from '../model/plan.ts'
import type { Route } from '../model/route.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
import { createLate, idOf } from '../subject/scenario.ts'
import { selectScenarios } from './plan.ts'

/** Which part of a plan is wanted. */
export interface Selection {
  /** `GET /pets`, `/pets`, or the beginning of a path that ends in `*`. */
  readonly routes: readonly string[]
  /** Families, or names of scenarios, which may end in `*`. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** Users of the fixtures. */
  readonly roles: readonly string[]
  readonly grep: string | undefined
  readonly replay: string | undefined
  /** Rows that are tried after the plan, of which it therefore has no scenario. */
  readonly later?: readonly (Pick<Scenario, 'family' | 'name'> & Partial<Pick<Scenario, 'title'>>)[]
}

/**
 * The part of a plan that is wanted.
 *
 * @throws HarnessError for a route, a family or an id that the plan does not have.
 */
export function selectPlan(plan: Plan, selection: Selection): Plan {
  checkSelection(plan, selection)
  checkGrep(plan, selection)
  const grep = compileGrep(selection.grep)
  const wanted = new Set<string>()
  const chosen = selectScenarios(plan, (scenario, route) => {
    const keep = wants(scenario, route, selection, grep)
    if (keep) wanted.add(route.key)
    return keep
  })
  const ids = new Set(chosen.routes.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)))
  // A refusal proves nothing without an accepted request: the controls of a route stay with any part of it.
  return selectScenarios(plan, ({ id, control }, { key }) => ids.has(id) || (control === 'control' && wanted.has(key)))
}

/** Whether a scenario that is made while the run goes on is wanted. */
export function createFilter(selection: Selection): (scenario: Scenario, route: Route) => boolean {
  const grep = compileGrep(selection.grep)
  return (scenario, route) => wants(scenario, route, selection, grep)
}

function wants(scenario: Scenario, route: Route, selection: Selection, grep: Grep): boolean {
  const { routes, only, skip, roles, replay } = selection
  if (replay !== undefined) return isReplayed(scenario, route, replay)
  if (routes.length > 0 && !routes.some((pattern) => isRoute(route, pattern))) return false
  if (roles.length > 0 && (scenario.user === undefined || !roles.includes(scenario.user))) return false
  if (only.length > 0 && !only.some((pattern) => isNamed(scenario, pattern))) return false
  if (skip.some((pattern) => isNamed(scenario, pattern))) return false
  return grep(textOf(route, scenario))
}

/**
 * A scenario by its id or name, and what the findings are about that a run makes at its end: a handler that started late
 * belongs to its scenario, and a credential that was printed to any scenario of its route.
 */
export function isReplayed(scenario: Scenario, route: Route, replay: string): boolean {
  const { id, name, authenticator } = scenario
  if (replay === id || replay === name) return true
  // Their names begin with `late` and `leak`.
  if (!replay.startsWith('l')) return false
  const printed = { name: 'leak.log', exercise: 'wire' } as const
  return (
    replay === createLate(scenario, extraOf(scenario, 'combined')?.on ?? route).id ||
    replay === idOf(route, printed) ||
    (authenticator !== undefined && replay === idOf(route, { ...printed, authenticator }))
  )
}

function isRoute(route: Route, pattern: string): boolean {
  const full = `${route.base}${route.path}`
  if (pattern.endsWith('*')) return [route.key, route.path, full].some((text) => text.startsWith(pattern.slice(0, -1)))
  return pattern === route.key || pattern === route.path || pattern === full || pattern === `${route.method} ${full}`
}

/** The routes that are asked for: all where none is named. */
export function routesIn(all: readonly Route[], { routes }: Pick<Selection, 'routes'>): readonly Route[] {
  return routes.length === 0 ? all : all.filter((route) => routes.some((pattern) => isRoute(route, pattern)))
}

/** Whether rows that are tried after the plan may be wanted: what sets their scenarios apart is not known yet. */
export function mayWant(
  rows: NonNullable<Selection['later']>,
  { only, replay }: Pick<Selection, 'only' | 'replay'>,
): boolean {
  if (replay !== undefined) return rows.some(({ name }) => replay === name || replay[0] === name[0])
  return only.length === 0 || rows.some((row) => only.some((pattern) => isNamed({ ...row, id: '' }, pattern)))
}

/** A row that is tried after the plan is named before it is a scenario. */
type Named = Pick<Scenario, 'family' | 'name' | 'id'> & Partial<Pick<Scenario, 'row' | 'form'>>

/** A row is named with all its variants; another form of it has a name of its own. */
export function isNamed({ row, form, family, name, id }: Named, pattern: string): boolean {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1))
  return (
    [family, name, id].includes(pattern) || (row === pattern && form === undefined) || name.startsWith(`${pattern}.`)
  )
}

/**
 * Refuses patterns that no route of a plan has.
 *
 * @param spellings of a pattern, each of which will do
 */
export function checkRoutes(
  plan: Plan,
  routes: readonly string[],
  spellings: (pattern: string) => readonly string[] = (pattern) => [pattern],
): void {
  for (const pattern of routes) {
    if (plan.routes.some(({ route }) => spellings(pattern).some((one) => isRoute(route, one)))) continue
    if ((METHODS as readonly string[]).includes(pattern)) throw unquoted(pattern, routes)
    refuse(
      'route',
      pattern,
      plan.routes.flatMap(({ route }) => [route.key, route.path]),
    )
  }
}

function checkSelection(plan: Plan, { routes, only, skip, replay, later = [] }: Selection): void {
  const all = plan.routes.flatMap(({ scenarios }) => scenarios)
  checkRoutes(plan, routes)
  for (const pattern of [...only, ...skip]) {
    if (all.some((scenario) => isNamed(scenario, pattern)) || later.some((row) => isNamed({ ...row, id: '' }, pattern)))
      continue
    refuse('family or scenario', pattern, [
      ...new Set([...all, ...later].flatMap(({ family, name }) => [family, name])),
    ])
  }
  if (
    replay !== undefined &&
    // The id of a scenario that is yet to be made is not known.
    !(later.length > 0 && /^[a-z]{1,2}-[\da-z]+$/.test(replay)) &&
    !later.some(({ name }) => name === replay) &&
    !plan.routes.some(({ route, scenarios }) => scenarios.some((one) => isReplayed(one, route, replay)))
  ) {
    refuse(
      'scenario',
      replay,
      all.map(({ id }) => id),
    )
  }
}

/** A shell makes two words of `GET /pets`. */
function unquoted(method: string, routes: readonly string[]): HarnessError {
  const path = routes[routes.indexOf(method) + 1] ?? '/pets'
  const fix = `A route is one word, in quotes: svc test-auth "${method} ${path}"`
  return new HarnessError('SVC_SELECTION_UNKNOWN', `"${method}" is a method, and not a route. ${fix}`)
}

function refuse(kind: string, name: string, known: readonly string[]): never {
  throw unknownSelection(kind, name, known)
}

/** The failure of a name that nothing has, with the nearest of those that are known. */
export function unknownSelection(kind: string, name: string, known: readonly string[]): HarnessError {
  const meant = findNearest(name, known)
  return new HarnessError(
    'SVC_SELECTION_UNKNOWN',
    `there is no ${kind} "${name}". ${meant === undefined ? 'svc test-auth --list shows them all.' : `Did you mean "${meant}"?`}`,
  )
}

type Grep = (text: string) => boolean

/** A regular expression, or a text as svc prints it: `GET /notes/[id]`, and `GET /notes/[note-id]`, which is not an expression. */
function compileGrep(text: string | undefined): Grep {
  if (text === undefined) return () => true
  const pattern = patternOf(text)
  return (printed) => printed.includes(text) || pattern?.test(printed) === true
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}

function textOf(
  { key }: Route,
  { name, title = '' }: Pick<Scenario, 'name'> & Partial<Pick<Scenario, 'title'>>,
): string {
  return `${key} ${name} ${title}`
}

/** A scenario that is yet to be made may have any title, but the route and the name of its row. */
function checkGrep(plan: Plan, { grep, later = [] }: Selection): void {
  if (grep === undefined) return
  const isPattern = patternOf(grep) !== undefined
  if (isPattern && later.length > 0 && !/[/.]/.test(grep)) return
  const matches = compileGrep(grep)
  const isKnown = plan.routes.some(({ route, scenarios }) =>
    [...scenarios, ...later].some((scenario) => matches(textOf(route, scenario))),
  )
  if (isKnown) return
  const fix =
    'It is compared with the route, the name and the title of each scenario: svc test-auth --list shows them all.'
  const fault = isPattern ? 'matches no scenario' : 'is not a regular expression, nor a text of a scenario'
  throw new HarnessError('SVC_SELECTION_PATTERN', `--grep ${grep} ${fault}. ${fix}`)
}
