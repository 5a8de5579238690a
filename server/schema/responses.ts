import { formatPosition, LoadError, type SourcePosition } from '../base/errors.ts'
import type { Fault, Reading, SchemaReader } from './faults.ts'
import type { MaybePromise } from './infer.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { compilePrune, type Prune } from './prune.ts'
import { compileSchema } from './reader.ts'
import { isShape } from './recognition.ts'
import { bareStatusOf, isStatusMap } from './status-map.ts'

/** The responses that may be sent. */
export interface PreparedBody {
  readonly status: number
  /** The output of the schema, with declared members only. */
  readonly body: unknown
  /** `false` where the status is declared with `null`: the answer ends after its header fields. */
  readonly hasBody: boolean
}

/**
 * Validates and prunes what a handler returned.
 *
 * @param status the reply's; `undefined` for a bare value, which has the status 200, or the only declared success
 * @throws Error naming the status and the path inside the value: it does not fit, or the status is not declared. This
 * is a fault of the handler, so the client sees a 500. The message never quotes the value.
 */
export type PrepareBody = (status: number | undefined, body: unknown) => MaybePromise<PreparedBody>

/**
 * Compiles the option `response`: a schema for 200, or schemas by status, `null` for a status without a body.
 *
 * @returns `undefined` where nothing is declared: whatever the handler returns is sent.
 * @throws {@link LoadError} `SVC_RESPONSE_INVALID`, `SVC_SCHEMA_INVALID`
 */
export function compileResponse(response: unknown, position?: SourcePosition): PrepareBody | undefined {
  if (response === undefined) return undefined
  if (isShape(response) && Object.keys(response).length === 0) {
    throw invalid('response declares nothing. Leave it out, or declare a schema.', position)
  }
  const declared = Object.entries(isStatusMap(response) ? response : { 200: response })
  const statuses = new Map(
    declared.map(([key, schema]) => {
      const status = Number(key)
      checkStatus(status, schema, position)
      return [
        status,
        schema === null ? prepareNothing(status, position) : compileStatus(status, schema, position),
      ] as const
    }),
  )
  const bareStatus = bareStatusOf([...statuses.keys()])
  return (status, body) => {
    const chosen = status ?? bareStatus
    if (chosen === undefined) throw ambiguous([...statuses.keys()], position)
    const prepare = statuses.get(chosen)
    if (!prepare) throw undeclared(chosen, [...statuses.keys()], position)
    return prepare(body)
  }
}

type PrepareStatus = (body: unknown) => MaybePromise<PreparedBody>

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function checkStatus(status: number, schema: unknown, position: SourcePosition | undefined): void {
  if (status < 200 || status > 599) {
    throw invalid(`response declares the status ${status}. An answer has one from 200 to 599.`, position)
  }
  if (schema !== null && WITHOUT_BODY.has(status)) {
    throw invalid(`response declares a body for ${status}, which cannot have one. Write ${status}: null.`, position)
  }
}

function compileStatus(status: number, schema: unknown, position: SourcePosition | undefined): PrepareStatus {
  const read: SchemaReader = compileSchema(schema, 'json', { option: `response ${status}`, position })
  let prune: Prune | undefined
  const prepare = (reading: Reading): PreparedBody => {
    if (reading.faults) throw unfit(status, reading.faults, position)
    // At the first answer, not at load: a thousand routes would wait for a thousand descriptions.
    prune ??= compilePrune(jsonSchemaOf(schema, 'output'))
    return { status, body: prune(reading.value), hasBody: true }
  }
  return (body) => {
    const reading = read(body)
    return reading instanceof Promise ? reading.then(prepare) : prepare(reading)
  }
}

function prepareNothing(status: number, position: SourcePosition | undefined): PrepareStatus {
  return (body) => {
    if (body === undefined || body === null) return { status, body: undefined, hasBody: false }
    throw fault(`the handler gave ${status} a body, but response declares ${status}: null.`, position)
  }
}

function unfit(status: number, faults: readonly Fault[], position: SourcePosition | undefined): Error {
  const places = faults.slice(0, 5).map(({ path, msg }) => `${['body', ...path].join('.')}: ${msg}`)
  const rest = faults.length > places.length ? `, and ${faults.length - places.length} more` : ''
  return fault(`the handler's value for ${status} does not fit its schema: ${places.join('; ')}${rest}.`, position)
}

function undeclared(status: number, declared: readonly number[], position: SourcePosition | undefined): Error {
  return fault(
    `the handler answered ${status}, but response declares only ${declared.join(', ')}. Add ${status} to response.`,
    position,
  )
}

function ambiguous(declared: readonly number[], position: SourcePosition | undefined): Error {
  return fault(
    `the handler returned a bare value, but response declares ${declared.join(', ')}. Say which with reply(status, body).`,
    position,
  )
}

function fault(problem: string, position: SourcePosition | undefined): Error {
  return new Error(position ? `${formatPosition(position)}  ${problem}` : problem)
}

function invalid(problem: string, position: SourcePosition | undefined): LoadError {
  return new LoadError('SVC_RESPONSE_INVALID', problem, position)
}
