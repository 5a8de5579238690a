import { applyDeclaration } from '../auth/policy.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { parsePath } from '../grammar/path.ts'
import type { EffectiveAuth, ErrorsByStatus, Method, MiddlewareLink, Operation } from '../model/operation.ts'
import type { ResourceLink } from '../model/resource.ts'
import { checkCover, extendResources, mergeParams, NO_RESOURCES } from '../resources/levels.ts'
import type { DeclaredOperation } from './declaration.ts'
import { extendErrors } from './declared-errors.ts'

/** Where a declared operation is put. */
export interface Placement {
  readonly method: Method
  /** In bracket form, without the base. */
  readonly path: string
  readonly declared: DeclaredOperation
  /** The declarations of the enclosing levels. */
  readonly enclosing: EffectiveAuth
  /** The middleware of the enclosing levels. */
  readonly outer: readonly MiddlewareLink[]
  /** The errors of the enclosing levels. */
  readonly errors?: ErrorsByStatus | undefined
  /** The resources of the enclosing levels; none if absent. */
  readonly resources?: readonly ResourceLink[]
  /** Position of its own `auth`, where that is known better than the position of the operation. */
  readonly authSource?: SourcePosition | undefined
  /** Position of the operation, where that is known better than the place of the call. */
  readonly source?: SourcePosition | undefined
}

/** Resolves the auth and the resources of an operation once and for all (semantics 3.3). */
export function createOperation(placement: Placement): Operation {
  const { method, path, declared, enclosing, outer, source = declared.source, authSource = source } = placement
  const auth = declared.hasAuth
    ? applyDeclaration(enclosing, { level: 'operation', value: declared.auth, source: authSource })
    : enclosing
  const { handler, mounted } = declared
  if (mounted !== undefined && auth.value === undefined) throw undeclaredMount(mounted, source)
  const id = declared.options.operationId ?? operationIdOf(method, path)
  const middleware = declared.middleware.length === 0 ? outer : Object.freeze([...outer, ...declared.middleware])
  const resources = resourcesOf(placement, source)
  const params = mergeParams(resources, declared.options.params, {
    ofPath: () => parsePath(path, 'bracket', source).params,
    source,
  })
  const options = params === declared.options.params ? declared.options : Object.freeze({ ...declared.options, params })
  const errors = extendErrors(placement.errors, options.errors)
  return Object.freeze({
    id,
    method,
    path,
    auth,
    options,
    ...(errors === undefined ? {} : { errors }),
    middleware,
    ...(resources.length === 0 ? {} : { resources }),
    handler,
    source,
    ...(mounted === undefined ? {} : { mounted }),
  })
}

/** The end of a path below a mount; the mount itself answers without it. */
const REST = /\[\.\.\.[^\]]+\]$/

/** Most operations have none, and their paths are not read. */
function resourcesOf(placement: Placement, source: SourcePosition | undefined): readonly ResourceLink[] {
  const { path, declared, resources: outer = NO_RESOURCES } = placement
  if (!declared.hasResource && outer.length === 0) return NO_RESOURCES
  const { params } = parsePath(path, 'bracket', source)
  const isBare = declared.mounted !== undefined && !REST.test(path)
  const place = { level: 'operation', source, own: params, isBare } as const
  const links = declared.hasResource ? extendResources(outer, declared.resource, place) : outer
  if (!isBare) checkCover(links, { path, params, source })
  return links
}

function undeclaredMount(paths: string, source: SourcePosition | undefined): LoadError {
  const problem = `nothing says who may call ${paths}. Write mount(path, app, { auth: … }), null if it is public.`
  return new LoadError('SVC_MOUNT_UNDECLARED', problem, source)
}

function operationIdOf(method: Method, path: string): string {
  const id = `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`
  return id.endsWith('_') ? id.slice(0, -1) : id
}
