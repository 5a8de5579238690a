import type { ExitCode } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { ownersOf } from '../model/scenario.ts'
import { isReplayed } from '../plan/select.ts'
import { curlOf, variableOf } from '../text/curl.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { rowsNamed } from './catalogue.ts'
import { rowsOfId } from './id-rows.ts'
import type { Prepared } from './prepare.ts'
import { describeDevServer, DEV_ORIGIN, type ReplayOptions } from './replay-command.ts'
import type { TestWorld } from './world.ts'

/** The id or the name of a scenario. */
interface Wanted extends Pick<ReplayOptions, 'dir'> {
  readonly replay: string
}

/**
 * `--replay id --curl`: the commands, without running anything.
 *
 * @throws HarnessError where the plan has no such request.
 */
export async function printCurl(
  { plan, setup }: Pick<Prepared, 'plan' | 'setup'>,
  { replay, dir }: Wanted,
  world: Pick<TestWorld, 'subject' | 'stdout' | 'stderr'>,
): Promise<ExitCode> {
  const redactor = redactorFor(setup.fixtures, plan.routes)
  const origin = world.subject.kind === 'remote' ? world.subject.origin : DEV_ORIGIN
  const commands = plan.routes.flatMap(({ route, scenarios }) =>
    scenarios.flatMap((scenario) => {
      if (!isReplayed(scenario, route, replay)) return []
      const shown = redactor.preferring(ownersOf(scenario, route))
      return scenario.steps.map(({ request }) => curlOf(request, origin, shown))
    }),
  )
  if (commands.length === 0) {
    await setup.cleanUp()
    throw withoutRequest(replay, setup)
  }
  for (const command of commands) world.stdout(`${command}\n`)
  for (const line of variablesOf(commands, setup.fixtures)) world.stderr(line)
  if (world.subject.kind === 'local') world.stderr(describeDevServer(dir === undefined ? {} : { dir }))
  return 0
}

/** The variables of the commands that stand for what logins give, which no environment has: each with its meaning. */
function variablesOf(commands: readonly string[], { valid }: Prepared['setup']['fixtures']): readonly string[] {
  return Object.values(valid)
    .flat()
    .flatMap(({ authenticator, user, origin }) => {
      const name = variableOf(`credentials.${authenticator}.${user}`)
      const isUsed = origin === 'login' && commands.some((command) => command.includes(`\${${name}:`))
      return isUsed ? [`${name} is the credential that the login of ${user} gives: set it in the shell first\n`] : []
    })
}

/** Why there is no command, and where the requests are shown. */
function withoutRequest(replay: string, { routes, fixtures }: Prepared['setup']): HarnessError {
  const { rows, at } = rowsOfId(replay, routes, Object.keys(fixtures.users))
  const known = at === undefined ? rowsNamed(replay) : rows
  const of = known[0] === undefined || known[0].name === replay ? '' : ` (${known[0].name})`
  return new HarnessError(
    'SVC_SELECTION_UNKNOWN',
    `no curl command for ${replay}${of}: its requests are known only while the run goes on, since they name what it makes after its plan. Run it without --curl: --replay ${replay} shows what it sends`,
  )
}
