/** The door `svc/testing`: fixtures for `svc test-auth`, and its scenarios for test files of one's own. */
export { defineFixtures, loginWith, session } from './fixtures/define.ts'
export { secret } from './fixtures/secret.ts'
export { authScenarios } from './auth-scenarios.ts'
export { TestClient } from './test-client.ts'

export type { AuthScenarios, ScenarioTest } from './auth-scenarios.ts'
export type { FixtureFile, RouteName } from './fixtures/define.ts'
export type { Secret } from './fixtures/secret.ts'
export type { TestResponse } from './test-client.ts'
