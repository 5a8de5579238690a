import type { SeededFault } from './fault.ts'
import { APPLICATION_FAULTS } from './seeds/application.ts'
import { AUTHENTICATOR_FAULTS } from './seeds/authenticators.ts'
import { DECLARATION_FAULTS } from './seeds/declarations.ts'
import { EVALUATION_FAULTS } from './seeds/evaluation.ts'
import { FILE_FAULTS } from './seeds/files.ts'
import { GATE_FAULTS } from './seeds/gate.ts'
import { READING_FAULTS } from './seeds/reading.ts'
import { SCHEMA_FAULTS } from './seeds/schema.ts'
import { SESSION_FAULTS } from './seeds/sessions.ts'

/** The faults made by hand, from the credential inwards. Ids stay, since arguments and notes name them. */
export const SEEDED: readonly SeededFault[] = [
  ...READING_FAULTS,
  ...AUTHENTICATOR_FAULTS,
  ...EVALUATION_FAULTS,
  ...SESSION_FAULTS,
  ...APPLICATION_FAULTS,
  ...GATE_FAULTS,
  ...DECLARATION_FAULTS,
  ...FILE_FAULTS,
  ...SCHEMA_FAULTS,
]
