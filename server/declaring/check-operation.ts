import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { parsePath } from '../grammar/path.ts'
import { compileInputs } from '../schema/inputs.ts'
import { compileResponse } from '../schema/responses.ts'

/**
 * Checks what an operation declares beside its auth, which an application would refuse as a whole.
 *
 * @throws `LoadError` for a schema that is not valid, and for a status that no answer has.
 */
export function checkOperation({ options, path, source }: Operation): void {
  if (Object.keys(options).length === 0) return
  checkParams(options.params, path, source)
  compileInputs(options, source)
  compileResponse(options.response, source)
}

/** A parameter that the path does not have is never given: every request would be 422. */
function checkParams(params: unknown, path: string, source: SourcePosition | undefined): void {
  if (typeof params !== 'object' || params === null || '~standard' in params) return
  const { params: given } = parsePath(path, 'bracket', source)
  const missing = Object.keys(params).find((name) => !given.includes(name))
  if (missing === undefined) return
  const has = given.length === 0 ? 'no parameters' : given.join(', ')
  const problem = `params names "${missing}", which the path ${path} does not have. It has ${has}: use the same name.`
  throw new LoadError('SVC_PARAMS_UNKNOWN', problem, source)
}
