import { countRequests, countScenarios } from '../model/plan.ts'
import { factsOf, ownersOf } from '../model/scenario.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { EXIT, type ExitCode, plural } from '../../server/internal.ts'
import type { Prepared } from './prepare.ts'
import type { Output } from './world.ts'

/** `--list`: the plan without sending anything; `--json` gives all of it, requests redacted. */
export function listPlan(
  { plan, setup }: Prepared,
  options: { readonly json: boolean },
  world: Pick<Output, 'stdout' | 'stderr'>,
): ExitCode {
  const redactor = redactorFor(setup.fixtures, plan.routes)
  const routes = plan.routes.map(({ route, scenarios, noControl }) => ({
    route: route.key,
    auth: route.auth ?? null,
    level: route.level,
    ...(noControl === undefined ? {} : { noControl }),
    scenarios: scenarios.map((scenario) => ({
      ...factsOf(scenario),
      transport: scenario.transport,
      requests: scenario.steps.map(({ request, expect }) => ({
        expect,
        method: request.method,
        target: redactor.redact(request.target, ownersOf(scenario, route)),
      })),
    })),
  }))
  if (options.json)
    world.stdout(
      `${JSON.stringify({ scenarios: countScenarios(plan), requests: countRequests(plan), routes }, null, 2)}\n`,
    )
  else
    for (const { route, scenarios } of routes)
      for (const { id, name, expect, title } of scenarios)
        world.stdout(`${id}  ${route}  ${name}  ${expect}  ${title}\n`)
  if (!options.json)
    world.stderr(
      `${plural(countScenarios(plan), 'scenario')} on ${plural(plan.routes.length, 'route')}, at least ${plural(countRequests(plan), 'request')}; nothing was sent\n`,
    )
  return countScenarios(plan) === 0 ? EXIT.untested : EXIT.ok
}
