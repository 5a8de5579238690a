import type { ExitCode } from '../../server/internal.ts'
import { ownersOf } from '../model/scenario.ts'
import { isReplayed } from '../plan/select.ts'
import { curlOf } from '../text/curl.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import type { Prepared } from './prepare.ts'
import { describeDevServer, DEV_ORIGIN, type ReplayOptions } from './replay-command.ts'
import type { TestWorld } from './world.ts'

/** `--replay id --curl`: the commands, without running anything. */
export function printCurl(
  { plan, setup }: Prepared,
  { replay, dir }: Pick<ReplayOptions, 'dir'> & { readonly replay: string },
  world: Pick<TestWorld, 'subject' | 'stdout' | 'stderr'>,
): ExitCode {
  const redactor = redactorFor(setup.fixtures, plan.routes)
  const origin = world.subject.kind === 'remote' ? world.subject.origin : DEV_ORIGIN
  for (const { route, scenarios } of plan.routes) {
    for (const scenario of scenarios) {
      if (!isReplayed(scenario, route, replay)) continue
      const shown = redactor.preferring(ownersOf(scenario, route))
      for (const { request } of scenario.steps) world.stdout(`${curlOf(request, origin, shown)}\n`)
    }
  }
  if (world.subject.kind === 'local') world.stderr(describeDevServer(dir === undefined ? {} : { dir }))
  return 0
}
