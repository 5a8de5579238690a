import { LoadError, type SourcePosition } from '../base/errors.ts'
import { declaresAuth, formatOperation, type Operation } from '../model/operation.ts'
import { findUncovered } from '../resources/levels.ts'
import type { Settings } from './settings.ts'
import { parsePath } from '../grammar/path.ts'
import { compileInputs } from '../schema/inputs.ts'
import { compileResponse } from '../schema/responses.ts'

/**
 * Checks what an operation declares beside its auth, which an application would refuse as a whole.
 *
 * @throws `LoadError` for a schema that is not valid, and for a status that no answer has.
 */
export function checkOperation(operation: Operation, settings: Pick<Settings, 'resources'> = {}): void {
  const { options, path, source } = operation
  if (settings.resources === 'declared') requireResources(operation)
  if (Object.keys(options).length === 0) return
  checkParams(options.params, path, source)
  compileInputs(options, source)
  compileResponse(options.response, source)
}

/**
 * Whose each path parameter is must be said, of what is protected (`resources: 'declared'`).
 *
 * @throws `LoadError` `SVC_RESOURCE_UNDECLARED`
 */
export function requireResources(operation: Operation): void {
  const { path, source, resources = [] } = operation
  if (!declaresAuth(operation)) return
  const { params } = parsePath(path, 'bracket', source)
  const open = findUncovered(resources, params)
  if (open === undefined) return
  const problem = `nothing says whose "${open}" of ${formatOperation(operation)} is, and resources: 'declared' asks for it.`
  const fix = 'Declare a resource for it, or resource: null if it belongs to no user.'
  throw new LoadError('SVC_RESOURCE_UNDECLARED', `${problem} ${fix}`, source)
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
