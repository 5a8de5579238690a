/** The door `svc/testing`: what the harness offers to test files, and a whole project for them. */
export * from '../harness/command/testing.ts'
export { openProject } from './open-project.ts'
export type { OpenedProject } from './open-project.ts'
export type { TokenRequest } from './test-tokens.ts'
