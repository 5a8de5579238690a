import type { Plan } from '../model/plan.ts'
import { ownersOf } from '../model/scenario.ts'
import { isNamed, unknownSelection } from '../plan/select.ts'
import { curlOf } from '../text/curl.ts'
import { formatAuth, EXIT, type ExitCode, groupBy } from '../../server/internal.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { type CatalogueRow, describeRow, readCatalogue, rowsNamed } from './catalogue.ts'
import { rowsOfId } from './id-rows.ts'
import type { Prepared } from './prepare.ts'
import type { TestWorld } from './world.ts'

/** The routes of one scenario that are shown. */
const SHOWN = 3

/**
 * `--explain`: what a scenario sends, what must come of it, and which mistake it finds. Sends nothing.
 *
 * @throws HarnessError for what neither the plan nor the catalogue has.
 */
export function explainScenario(
  prepared: Pick<Prepared, 'plan' | 'setup'>,
  wanted: string,
  world: Pick<TestWorld, 'stdout' | 'subject'>,
): ExitCode {
  const tried = scenariosOf(prepared.plan, wanted)
  for (const [, [first, ...others]] of groupBy(tried, ({ scenario }) => scenario.name))
    world.stdout(`${planned([first, ...others], prepared, world).join('\n')}\n\n`)
  const rest = unplanned(wanted, tried)
  for (const row of rest) world.stdout(`${describeRow(row).join('\n')}${row.isLater ? '' : UNPLANNED}\n\n`)
  if (tried.length > 0 || rest.length > 0) return EXIT.ok
  const { rows, at } = rowsOfId(wanted, prepared.setup.routes, Object.keys(prepared.setup.fixtures.users))
  if (at !== undefined) {
    for (const row of rows) world.stdout(`${[...describeRow(row), '', `    ${at}  id ${wanted}`].join('\n')}\n\n`)
    return EXIT.ok
  }
  const known = prepared.plan.routes.flatMap(({ scenarios }) => scenarios)
  const names = [...known, ...readCatalogue()].flatMap(({ family, name }) => [family, name])
  throw unknownSelection('family or scenario', wanted, [...new Set(names)])
}

/** A row of the catalogue that has no request before the run. */
const UNPLANNED =
  '\n    not known before the run: it is made of a credential that a login gives, or fits no operation that is tested'

type Tried = Plan['routes'][number] & { readonly scenario: Plan['routes'][number]['scenarios'][number] }

/** The lines about a scenario, with the requests of some routes. */
function planned(
  [first, ...others]: readonly [Tried, ...Tried[]],
  { plan, setup }: Pick<Prepared, 'plan' | 'setup'>,
  { subject }: Pick<TestWorld, 'subject'>,
): readonly string[] {
  const origin = subject.kind === 'remote' ? subject.origin : 'http://localhost:3000'
  const redactor = redactorFor(setup.fixtures, plan.routes)
  const tried = [first, ...others]
  const { name, title, cause, cwe } = first.scenario
  return [
    `${name}  ${title}`,
    `    finds: ${cause} (CWE-${cwe})`,
    ...tried.slice(0, SHOWN).flatMap(({ scenario: one, route }) => {
      const owned = { redact: (text: string) => redactor.redact(text, ownersOf(one, route)) }
      const commands = one.steps.map(({ request, expect }) => `        ${expect}: ${curlOf(request, origin, owned)}`)
      return ['', `    ${route.key} ${formatAuth(route.auth)}  id ${one.id}`, ...new Set(commands)]
    }),
    ...(tried.length > SHOWN ? ['', `    and on ${tried.length - SHOWN} more`] : []),
  ]
}

/** The controls stay with any selection: they are left out, unless they are asked for. */
function scenariosOf({ routes }: Plan, wanted: string): readonly Tried[] {
  return routes.flatMap((one) =>
    one.scenarios.filter((scenario) => isNamed(scenario, wanted)).map((scenario) => ({ ...one, scenario })),
  )
}

/** The rows of that name which the plan does not have: those that are sent after it, and of the others the one that is asked for, or all where the plan has none. */
function unplanned(wanted: string, tried: readonly Tried[]): readonly CatalogueRow[] {
  const known = new Set<string>(tried.map(({ scenario }) => scenario.row))
  return rowsNamed(wanted).filter(
    ({ name, isLater }) => !known.has(name) && (isLater || name === wanted || tried.length === 0),
  )
}
