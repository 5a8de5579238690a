import { factsOf } from '../check/finding.ts'
import { curlOf } from '../curl.ts'
import type { ExitCode, Plan } from '../model.ts'
import { countScenarios } from './plan.ts'
import { Redactor } from '../redact.ts'
import { ownersOf } from '../route.ts'
import type { Setup } from '../setup.ts'
import type { TestOptions, TestWorld } from '../test-auth.ts'
import { plural } from '../text.ts'

/** `--list`: the plan without sending anything; `--json` gives all of it, requests redacted. */
export function listPlan(plan: Plan, setup: Setup, options: TestOptions, world: TestWorld): ExitCode {
  const redactor = new Redactor(setup.fixtures.secrets)
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
  if (options.json) world.stdout(`${JSON.stringify({ scenarios: countScenarios(plan), routes }, null, 2)}\n`)
  else
    for (const { route, scenarios } of routes)
      for (const { id, name, expect, title } of scenarios)
        world.stdout(`${id}  ${route}  ${name}  ${expect}  ${title}\n`)
  if (!options.json)
    world.stderr(
      `${plural(countScenarios(plan), 'scenario')} on ${plural(plan.routes.length, 'route')}; nothing was sent\n`,
    )
  return countScenarios(plan) === 0 ? 4 : 0
}

/** `--replay id --curl`: the commands, without running anything. */
export function printCurl(plan: Plan, replay: string, setup: Setup, world: TestWorld): ExitCode {
  const redactor = new Redactor(setup.fixtures.secrets)
  const origin = world.subject.kind === 'remote' ? world.subject.origin : 'http://localhost:3000'
  for (const { route, scenarios } of plan.routes) {
    for (const scenario of scenarios) {
      if (scenario.id !== replay && scenario.name !== replay) continue
      const shown = redactor.preferring(ownersOf(scenario, route))
      for (const { request } of scenario.steps) world.stdout(`${curlOf(request, origin, shown)}\n`)
    }
  }
  return 0
}
