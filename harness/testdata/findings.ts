import type { SvcAPI } from 'svc'
import type { AnyApi } from '../model/application.ts'
import { authScenarios } from '../command/auth-scenarios.ts'
import type { FixtureFile } from '../credentials/define.ts'

/** Names of the scenarios that find something in an application. */
export async function findingsOf(api: SvcAPI<never> | AnyApi, fixtures: FixtureFile): Promise<readonly string[]> {
  const scenarios = await authScenarios(api, { fixtures })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    return verdicts.filter(({ outcome }) => outcome === 'failed').map(({ scenario }) => scenario.name)
  } finally {
    await scenarios.close()
  }
}
