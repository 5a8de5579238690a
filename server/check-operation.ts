import type { Operation } from './operation.ts'
import { compileInputs } from './schema/inputs.ts'
import { compileResponse } from './schema/responses.ts'

/**
 * Checks what an operation declares beside its auth, which an application would refuse as a whole.
 *
 * @throws `LoadError` for a schema that is not valid, and for a status that no answer has.
 */
export function checkOperation({ options, source }: Operation): void {
  compileInputs(options, source)
  compileResponse(options.response, source)
}
