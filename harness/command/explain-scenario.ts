import { EXPLORED_ROWS } from '../explore/rows.ts'
import type { Plan } from '../model/plan.ts'
import { ownersOf } from '../model/scenario.ts'
import { curlOf } from '../text/curl.ts'
import { formatAuth, EXIT, type ExitCode, groupBy } from '../../server/internal.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import type { Prepared } from './prepare.ts'
import type { TestWorld } from './world.ts'

/** The routes of one scenario that are shown. */
const SHOWN = 3

/** `--explain`: what a scenario sends, what must come of it, and which mistake it finds. Sends nothing. */
export function explainScenario(
  { plan, setup }: Pick<Prepared, 'plan' | 'setup'>,
  wanted: string,
  world: Pick<TestWorld, 'stdout' | 'subject'>,
): ExitCode {
  const { subject } = world
  const origin = subject.kind === 'remote' ? subject.origin : 'http://localhost:3000'
  const redactor = redactorFor(setup.fixtures, plan.routes)
  for (const [name, tried] of groupBy(scenariosOf(plan, wanted), ({ scenario }) => scenario.name)) {
    const [{ scenario }] = tried
    const lines = [
      `${name}  ${scenario.title}`,
      `    finds: ${scenario.cause} (CWE-${scenario.cwe})`,
      ...tried.slice(0, SHOWN).flatMap(({ scenario: one, route }) => {
        const owned = { redact: (text: string) => redactor.redact(text, ownersOf(one, route)) }
        const commands = one.steps.map(({ request, expect }) => `        ${expect}: ${curlOf(request, origin, owned)}`)
        return ['', `    ${route.key} ${formatAuth(route.auth)}  id ${one.id}`, ...new Set(commands)]
      }),
      ...(tried.length > SHOWN ? ['', `    and on ${tried.length - SHOWN} more`] : []),
    ]
    world.stdout(`${lines.join('\n')}\n\n`)
  }
  const later = EXPLORED_ROWS.filter(
    ({ name, family }) => name.startsWith(wanted.replace(/\*$/, '')) || family === wanted,
  )
  for (const { name, title, cause, cwe } of later)
    world.stdout(
      `${name}  ${title}\n    finds: ${cause} (CWE-${cwe})\n    sent after all others: by what answers hold\n\n`,
    )
  return EXIT.ok
}

type Tried = Plan['routes'][number] & { readonly scenario: Plan['routes'][number]['scenarios'][number] }

/** The controls stay with any selection: they are left out, unless they are asked for. */
function scenariosOf({ routes }: Plan, wanted: string): readonly Tried[] {
  const isWanted = ({ id, name, family }: Tried['scenario']): boolean =>
    [id, name, family].includes(wanted) || name.startsWith(`${wanted}.`) || name.startsWith(wanted.replace(/\*$/, ''))
  return routes.flatMap((one) => one.scenarios.filter(isWanted).map((scenario) => ({ ...one, scenario })))
}
