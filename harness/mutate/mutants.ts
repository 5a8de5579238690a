import type { LeafDescription, Operation } from 'svc'
import { formatAuth, leavesOf } from '../../server/internal.ts'
import type { Fixtures, Ignored } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Scenario } from '../model/scenario.ts'
import { isProtected } from '../model/route.ts'
import { isHome } from '../subject/home.ts'
import { type Operator, OPERATORS } from './operators.ts'

/** One broken version of one operation. */
export interface Mutant {
  readonly operator: Operator
  readonly plan: RoutePlan
  /** The authenticator, or the whole auth for a fault of the operation. */
  readonly authenticator: string
  readonly operation: Operation
  /** Why it is not tried, where the fixtures say so. */
  readonly ignored?: string
  /** Whether the fault came to decide anything. */
  readonly isTouched: () => boolean
}

/** Every fault that can be made in the protected operations of a plan. */
export function createMutants(
  operations: readonly Operation[],
  plans: readonly RoutePlan[],
  fixtures: Fixtures,
  today: string,
): readonly Mutant[] {
  const routes = plans.map(({ route }) => route)
  return plans.flatMap((plan) => {
    const isWhole = isHome({ route: plan.route, input: { local: true, routes, fixtures } })
    const operation = operations.find(({ method, path }) => `${method} ${path}` === plan.route.key)
    if (operation === undefined || !isProtected(plan.route)) return []
    const leaves = leavesOf(plan.route.auth)
    return OPERATORS.filter((operator) => isWhole || isNoticed(operator, plan)).flatMap((operator) => {
      const places = operator.scope === 'operation' ? leaves.slice(0, 1) : leaves
      return places.flatMap((description, leaf) => {
        const mutant = createMutant({ operator, plan, operation, operations, fixtures, description, leaf, today })
        return mutant === undefined ? [] : [mutant]
      })
    })
  })
}

/** Whether a fault is noticed away from where its authenticator is at home, where all about credentials is tried. */
function isNoticed({ scope, killers }: Operator, { scenarios }: RoutePlan): boolean {
  const isKiller = ({ name, family }: Scenario): boolean => killers.some((one) => name === one || family === one)
  return scope === 'operation' || scenarios.some(isKiller)
}

interface MutantInput {
  readonly operator: Operator
  readonly plan: RoutePlan
  readonly operation: Operation
  readonly operations: readonly Operation[]
  readonly fixtures: Fixtures
  readonly description: LeafDescription
  readonly leaf: number
  readonly today: string
}

function createMutant(input: MutantInput): Mutant | undefined {
  const { operator, plan, operation, operations, fixtures, description, leaf, today } = input
  let touched = false
  const broken = operator.break({
    operation,
    description,
    leaf,
    valid: fixtures.valid[description.name] ?? [],
    siblings: operations.filter((other) => other !== operation),
    touched: () => void (touched = true),
  })
  if (broken === undefined) return undefined
  const ignored = plan.ignored.find((entry) => isIgnored(entry, operator, today))
  return {
    operator,
    plan,
    authenticator: operator.scope === 'operation' ? formatAuth(plan.route.auth) : description.name,
    operation: broken,
    isTouched: () => touched,
    ...(ignored === undefined ? {} : { ignored: ignored.reason }),
  }
}

/** The ignore list of a route names a fault as `mutate.reverse-list`, or all of them as `mutate.*`. */
function isIgnored({ scenario, until }: Ignored, { name }: Operator, today: string): boolean {
  return (until === undefined || today <= until) && (scenario === `mutate.${name}` || scenario === 'mutate.*')
}
