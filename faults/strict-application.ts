/** Runs the scenarios of `svc test-auth` on an application with every option of sessions and origins. Exit 1 for a finding. */
import { runScenarios } from '../fixtures/broken-apps/run-scenarios.ts'
import { STRICTEST_FIXTURES, strictestApp } from '../fixtures/broken-apps/strict.ts'

process.env['SVC_SESSION_SECRET'] =
  'the newest secret of the application under test,the older secret of the application under test'

for (const csrf of [true, false]) {
  const { exitCode, details } = await runScenarios(strictestApp({ csrf, secrets: null }), STRICTEST_FIXTURES)
  if (exitCode === 0) continue
  console.log(`FAIL ${details[0] ?? 'without a finding'}`)
  process.exitCode = exitCode
  break
}
