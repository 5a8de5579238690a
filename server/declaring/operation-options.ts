import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { MiddlewareInput } from './middleware.ts'
import { checkErrors, type ErrorSchemas } from './declared-errors.ts'
import type { OperationOptions } from '../model/operation.ts'
import { namesOf } from '../base/option-names.ts'
import { checkOptionNames, requireOptions } from './option-checks.ts'
import { checkCsrf } from './settings.ts'

/** Options of an operation, typed by what they declare. */
export interface TypedOptions<A, P, Q, B, H, C, R, Own = unknown> {
  /** An authenticator, a list (the first that passes wins) or `null` (public). Left out: inherited. */
  auth?: A
  /** Runs around the handler, inside the middleware of outer levels. */
  middleware?: MiddlewareInput
  /** Whose it is: a resource, a list of them, or `null` where the parameters belong to no user. Added to those of outer levels. */
  resource?: Own
  /** Schema of the path parameters. */
  params?: P
  /** Schema of the query. */
  query?: Q
  /** Schema of the JSON body, or `Form(…)`. */
  body?: B
  /** Schema of header fields, names in lower case. */
  headers?: H
  /** Schema of cookies. */
  cookies?: C
  /** Schema of the answer with status 200, or `{ status: schema | null }`. */
  response?: R
  /** Schemas of errors by status, for the document; those of outer levels count where it has none. */
  errors?: ErrorSchemas
  summary?: string
  description?: string
  tags?: readonly string[]
  /** Name in the document; made of method and path if absent. */
  operationId?: string
  deprecated?: boolean
  /** `false` hides the operation from the document and the page. */
  includeInSchema?: boolean
  /** `true` demands the same-origin proof of every unsafe request, `false` of none (semantics 4.6). */
  csrf?: boolean
}

const OPTION_NAMES = namesOf<TypedOptions<0, 0, 0, 0, 0, 0, 0>>({
  auth: true,
  middleware: true,
  resource: true,
  params: true,
  query: true,
  body: true,
  headers: true,
  cookies: true,
  response: true,
  errors: true,
  summary: true,
  description: true,
  tags: true,
  operationId: true,
  deprecated: true,
  includeInSchema: true,
  csrf: true,
})

/** Options without which an operation is more open than it looks; policy looks after `auth`. */
const MEANINGFUL: ReadonlySet<string> = new Set(['response', 'errors', 'csrf', 'includeInSchema'])

/**
 * Checks the options of an operation. A misspelt `auth` would leave an operation to what encloses it, so no unknown option is passed over.
 *
 * @throws {@link LoadError} for an option that does not exist, is undefined or has a wrong value
 */
export function checkOptions(options: object, source: SourcePosition | undefined): void {
  requireOptions(options, 'an operation', source)
  const values = options as Readonly<Record<string, unknown>>
  const names = Object.keys(options)
  if (names.every((name) => name === 'auth')) return
  const blank = names.find((name) => MEANINGFUL.has(name) && values[name] === undefined)
  if (blank !== undefined) {
    throw new LoadError(
      'SVC_OPTION_UNDEFINED',
      `${blank} is written but undefined, which is what a misspelt import looks like. Give it a value, or leave it out.`,
      source,
    )
  }
  checkOptionNames(options, OPTION_NAMES, 'an operation', source)
  checkCsrf((options as OperationOptions).csrf, source)
  if (Object.hasOwn(options, 'errors')) checkErrors(values['errors'], source)
  checkOptionTypes(names, values, source)
}

interface ValueType {
  readonly what: string
  readonly holds: (value: unknown) => boolean
}

const FLAG: ValueType = { what: 'true or false', holds: (value) => typeof value === 'boolean' }
const TEXT: ValueType = { what: 'a text', holds: (value) => typeof value === 'string' }
const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['deprecated', FLAG],
  ['includeInSchema', FLAG],
  ['summary', TEXT],
  ['description', TEXT],
  [
    'operationId',
    { what: 'a text without blanks', holds: (value) => typeof value === 'string' && /^\S+$/.test(value) },
  ],
  [
    'tags',
    {
      what: 'a list of texts',
      holds: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
    },
  ],
])

/** The document would show anything, and `includeInSchema: 'false'` hides nothing. */
function checkOptionTypes(
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
  source: SourcePosition | undefined,
): void {
  for (const name of names) {
    const type = TYPES.get(name)
    const value = values[name]
    if (!type || value === undefined || type.holds(value)) continue
    const problem = `${name} must be ${type.what}; got ${JSON.stringify(value)}.`
    throw new LoadError('SVC_OPTION_INVALID', problem, source)
  }
}
