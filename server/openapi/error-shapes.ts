import { AuthenticationError, AuthorizationError, HttpError, ValidationError } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { isFitting } from '../schema/fit.ts'
import { followReference, type JsonSchema, recordOf } from '../schema/schema-tree.ts'
import type { DocumentGap } from './gaps.ts'
import type { OpenApiDocument, Reference } from './specification.ts'

/** As much of an API as errors can be provoked in. */
export interface ErrorSource {
  operations(): readonly Operation[]
  withOperations(
    operations: readonly Operation[],
    rebuild: { readonly base: ''; readonly closed: readonly []; readonly docs: false; readonly throttle: false },
  ): { fetch(request: Request): Promise<Response> }
}

/** The errors that {@link findMisshapes} finds, as lines for people. */
export async function findMisshapenErrors(
  api: ErrorSource,
  document: OpenApiDocument,
): Promise<readonly DocumentGap[]> {
  const found = await findMisshapes(api, document)
  return found.map(({ where, event, status, came, described }) => {
    const problem = `${event} is answered ${status} with ${came}, but the document describes ${described}.`
    return { where, problem: `${problem} ${REMEDY}` }
  })
}

/**
 * The errors that a registered exception handler sends in another shape than the document describes. Each status that svc sends itself
 * is provoked once for each description, in operations of our own: no authenticator and no handler of the API is called,
 * its exception handlers are.
 */
export async function findMisshapes(api: ErrorSource, document: OpenApiDocument): Promise<readonly ProvokedMisshape[]> {
  const probes = probesOf(document)
  const [pattern] = api.operations()
  if (pattern === undefined) return []
  const reached = new Set<number>()
  const stubs = probes.map((probe, index) => stubOf(pattern, probe, index, reached))
  const stubbed = api.withOperations(stubs, { base: '', closed: [], docs: false, throttle: false })
  const found = await Promise.all(
    probes.map(async (probe, index) => {
      const response = await stubbed.fetch(new Request(`http://localhost${stubs[index]?.path}`))
      if (!reached.has(index)) throw new Error(`${probe.event} could not be provoked: ${response.status}`)
      const { status } = response
      const misshape = findMisshape(document, probe.responses, status, await readJson(response))
      return misshape === undefined ? [] : [{ where: probe.where, event: probe.event, status, ...misshape }]
    }),
  )
  return found.flat()
}

const REMEDY = 'Declare what exception handlers send, errors: { default: … }, or register one that sends it.'

/** The body of an error as it came and as the document describes it: names and types, never a value. */
export interface Misshape {
  readonly came: string
  readonly described: string
}

/** A {@link Misshape} that was provoked. */
export interface ProvokedMisshape extends Misshape {
  /** The operation that is described by it first: `POST /api/pets/{id}` */
  readonly where: string
  readonly event: string
  readonly status: number
}

/**
 * How the body of an error differs from what the document describes for its status; `undefined` if it does not, and
 * where the document says nothing about the status.
 *
 * @param responses of the operation in the document
 * @param body as it came; `undefined` for one that is not JSON
 */
export function findMisshape(document: object, responses: object, status: number, body: unknown): Misshape | undefined {
  const described = recordOf(responses)[status] ?? recordOf(responses)['default']
  if (described === undefined) return undefined
  const root = document as JsonSchema
  const { content } = followReference(root, described as JsonSchema)
  const schema = recordOf(recordOf(content)['application/json'])['schema'] as JsonSchema | undefined
  if (schema === undefined || isFitting(schema, body, root)) return undefined
  return { came: shapeOf(body), described: describeSchema(schema, root) }
}

/** One status of one description, and who is described by it first. */
interface Probe {
  readonly where: string
  readonly event: string
  readonly thrown: () => Error
  readonly responses: object
}

const EVENTS: Readonly<Record<string, readonly (readonly [event: string, thrown: () => Error])[]>> = {
  401: [['A request without a credential', () => new AuthenticationError()]],
  403: [['A user who may not', () => new AuthorizationError()]],
  422: [
    ['An input that does not fit', () => new ValidationError([{ type: 'missing', loc: ['body'], msg: 'Required.' }])],
  ],
  default: [
    ['A body that cannot be read', () => new HttpError(400)],
    ['A handler that throws', () => new Error('provoked by svc openapi --strict')],
  ],
}

function probesOf(document: OpenApiDocument): readonly Probe[] {
  const probes = new Map<string, Probe>()
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(item))
      for (const [status, response] of Object.entries(responses)) {
        const reference = (response as Partial<Reference>).$ref
        // A response that an operation declares stands in the operation itself: its handler sends it.
        if (reference === undefined) continue
        for (const [event, thrown] of EVENTS[status] ?? []) {
          const key = `${event} ${reference}`
          if (!probes.has(key)) probes.set(key, { where: `${method.toUpperCase()} ${path}`, event, thrown, responses })
        }
      }
  return [...probes.values()]
}

function stubOf(pattern: Operation, { thrown }: Probe, index: number, reached: Set<number>): Operation {
  const { source } = pattern
  const id = `svc_error_${index}`
  const auth = { value: null, description: null, level: 'operation', source } as const
  const handler = (): never => {
    reached.add(index)
    throw thrown()
  }
  return { id, method: 'GET', path: `/${id}`, auth, options: {}, middleware: [], handler, source }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch {
    return undefined
  }
}

/** `{ errors: { body: list } }` */
function shapeOf(value: unknown, depth: number = 0): string {
  if (value === undefined) return 'no JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object') return typeof value
  if (depth > 1) return 'object'
  return members(Object.entries(value).map(([name, member]) => `${name}: ${shapeOf(member, depth + 1)}`))
}

function describeSchema(schema: JsonSchema, root: JsonSchema, depth: number = 0): string {
  const { type, properties, const: constant, enum: choices } = followReference(root, schema)
  if (constant !== undefined || Array.isArray(choices)) return 'a fixed value'
  if (type === 'array') return 'list'
  if (type !== 'object' || properties === undefined) return typeof type === 'string' ? type : 'something else'
  if (depth > 1) return 'object'
  const all = Object.entries(recordOf(properties)) as readonly (readonly [string, JsonSchema])[]
  return members(all.map(([name, member]) => `${name}: ${describeSchema(member, root, depth + 1)}`))
}

function members(texts: readonly string[]): string {
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`
}
