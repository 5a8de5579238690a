import { applyDeclaration } from '../auth/policy.ts'
import type { SourcePosition } from '../base/errors.ts'
import { parsePath } from '../grammar/path.ts'
import type { EffectiveAuth, MiddlewareLevel, MiddlewareLink } from '../model/operation.ts'
import type { ResourceLink } from '../model/resource.ts'
import { extendResources, type ResourcePlace } from '../resources/levels.ts'
import type { DeclaredOperation } from './declaration.ts'
import { extendChain, type MiddlewareInput } from './middleware.ts'

/** The auth of a mounted router: what the mount says wins over the router's own, which must be sound even then. */
export function mountedAuth(
  enclosing: EffectiveAuth,
  options: { readonly auth?: unknown },
  source: SourcePosition | undefined,
  routerAuth: EffectiveAuth,
): EffectiveAuth {
  if (!Object.hasOwn(options, 'auth')) return routerAuth
  return applyDeclaration(enclosing, { level: 'mount', value: options.auth, source })
}

/** The middleware of a router or a mount, inside that of what is around. */
export function ownChain(
  outer: readonly MiddlewareLink[],
  options: { readonly middleware?: MiddlewareInput },
  level: MiddlewareLevel,
  source: SourcePosition | undefined,
): readonly MiddlewareLink[] {
  return Object.hasOwn(options, 'middleware') ? extendChain(outer, options.middleware, { level, source }) : outer
}

/** The resources of a router or a mount, after those of what is around. */
export function ownResources(
  outer: readonly ResourceLink[],
  options: { readonly resource?: unknown },
  place: Omit<ResourcePlace, 'own'>,
  prefix: string,
): readonly ResourceLink[] {
  if (!Object.hasOwn(options, 'resource')) return outer
  const own = prefix === '' ? [] : parsePath(prefix, 'bracket').params
  return extendResources(outer, options.resource, { ...place, own })
}

/** An operation with the tags of its routers. */
export function tagged(declared: DeclaredOperation, tags: readonly string[]): DeclaredOperation {
  if (tags.length === 0) return declared
  const all = [...tags, ...(declared.options.tags ?? [])]
  return { ...declared, options: { ...declared.options, tags: [...new Set(all)] } }
}
