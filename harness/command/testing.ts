/** The entry point `svc/testing`: fixtures for `svc test-auth`, and its scenarios for test files of one's own. */
export { defineFixtures, defineScenario, loginWith, session } from '../credentials/define.ts'
export { secret } from '../credentials/secret.ts'
export { authScenarios } from './auth-scenarios.ts'
export { TestClient } from './test-client.ts'

export type { AuthScenarios, ScenarioTest } from './auth-scenarios.ts'
export type { FixtureFile, RouteName } from '../credentials/define.ts'
export type { OwnScenario, ScenarioRequest, ScenarioSubject } from '../model/own-scenario.ts'
export type { Secret } from '../credentials/secret.ts'
export type { TestResponse } from './test-client.ts'
