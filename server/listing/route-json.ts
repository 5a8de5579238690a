import { relative } from 'node:path/posix'
import type { AuthDescription } from '../model/description.ts'
import type { SourcePosition } from '../base/errors.ts'
import type { AuthLevel, Method, MiddlewareLevel, MiddlewareLink, Operation } from '../model/operation.ts'
import { countNarrowings, type ResourceLevel, type ResourceLink } from '../model/resource.ts'
import { joinPaths } from '../grammar/path.ts'
import { isOpen, labelAuth } from './auth-label.ts'

/** An operation as `svc routes --json` prints it. */
export interface OperationJson {
  readonly id: string
  readonly method: Method
  /** With the base: `/api/admin/users/[id]`. */
  readonly path: string
  /** Whether it is public or undeclared. */
  readonly public: boolean
  readonly auth: {
    readonly label: string
    readonly level: AuthLevel
    /** `null` for public; absent where nothing at any level says anything. */
    readonly description?: AuthDescription | null
    /** Where the declaration is that decided. */
    readonly source?: SourcePosition
  }
  /** The resources that it asks for, outermost first; absent if there is no resource. */
  readonly resources?: readonly ResourceJson[]
  /** The middleware around the handler, outermost first; absent if there is no middleware. */
  readonly middleware?: readonly { readonly level: MiddlewareLevel; readonly source?: SourcePosition }[]
  readonly source?: SourcePosition
}

/** A resource of an operation as data; without a name, parameters that are declared nobody's(…). */
export interface ResourceJson {
  readonly name: string | null
  /** The path parameters that it covers. */
  readonly params: readonly string[]
  readonly level: ResourceLevel
  readonly source?: SourcePosition
  /** How often levels narrow it with `only`; absent if they do not. */
  readonly only?: number
}

/** An operation as data, its files relative to the working directory. */
export function describeOperation(operation: Operation, base: string): OperationJson {
  const { id, method, path, auth, resources = [], middleware, source } = operation
  return {
    id,
    method,
    path: joinPaths(base, path),
    public: isOpen(auth),
    auth: {
      label: labelAuth(auth),
      level: auth.level,
      ...(auth.description === undefined ? {} : { description: auth.description }),
      ...(auth.source ? { source: relativePosition(auth.source) } : {}),
    },
    ...(resources.length > 0 ? { resources: resources.map(describeResource) } : {}),
    ...(middleware.length > 0 ? { middleware: middleware.map(describeLink) } : {}),
    ...(source ? { source: relativePosition(source) } : {}),
  }
}

function describeResource(link: ResourceLink): ResourceJson {
  const { name, params, level, source } = link
  const only = countNarrowings(link)
  return { name, params, level, ...(source ? { source: relativePosition(source) } : {}), ...(only > 0 ? { only } : {}) }
}

function describeLink({ level, source }: MiddlewareLink): NonNullable<OperationJson['middleware']>[number] {
  return { level, ...(source ? { source: relativePosition(source) } : {}) }
}

function relativePosition({ file, line }: SourcePosition): SourcePosition {
  return { file: relative(process.cwd(), file), line }
}
