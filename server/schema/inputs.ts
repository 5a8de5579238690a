import { LoadError, type SourcePosition, ValidationError, type ValidationIssue } from '../base/errors.ts'
import type { Body } from '../http/body.ts'
import type { RequestContext } from '../http/request.ts'
import { type MessageSource, type Place, type Reading, toIssue } from './faults.ts'
import type { MaybePromise } from './infer.ts'
import { BODY, isBodyMarker } from './markers.ts'
import { compileSchema, type SchemaOwner } from './reader.ts'
import { isShape } from './recognition.ts'
import { isToken } from '../grammar/token.ts'
import { createRecord } from '../base/record.ts'

/**
 * Reads and validates the declared inputs of a request, and puts their outputs in its `params`, `query`, `valid` and
 * `body`. Synchronous where no body is read and no schema is asynchronous.
 *
 * @throws {@link ValidationError} with the faults of all inputs; `HttpError` 400, 413 or 415 for a body that cannot be
 * read, which comes before it (semantics 4.5).
 */
export type ReadInputs = (request: RequestContext) => void | Promise<void>

/** The inputs that an operation declares: schemas, and for `body` a marked one. */
export interface InputOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly headers?: unknown
  readonly cookies?: unknown
  readonly body?: unknown
}

/** How faults are worded. */
export interface InputSettings {
  readonly messages: MessageSource
}

/**
 * Compiles what an operation declares of its inputs.
 *
 * @returns `undefined` where it declares none.
 * @throws {@link LoadError} `SVC_SCHEMA_INVALID`, `SVC_SCHEMA_UNDEFINED`, `SVC_HEADER_NAME`
 */
export function compileInputs(
  options: InputOptions,
  position?: SourcePosition,
  settings: InputSettings = { messages: 'own' },
): ReadInputs | undefined {
  // Most operations declare none.
  if (!OPTIONS.some((option) => option in options)) return undefined
  const inputs = OPTIONS.filter((option) => isDeclared(options, option, position)).map((option) =>
    compileInput(option, options[option], position),
  )
  if (inputs.length === 0) return undefined
  const [only] = inputs
  if (only && inputs.length === 1) return compileOnly(only, settings)
  return (request) => {
    const readings: MaybePromise<Reading>[] = []
    for (const input of inputs) readings.push(input.read(request))
    if (areSettled(readings)) return store(request, inputs, readings, settings.messages)
    const settled = Promise.all(readings.map((reading) => Promise.resolve(reading)))
    return settled.then((later) => store(request, inputs, later, settings.messages))
  }
}

/** Where there is one input alone, nothing waits for another: a body is parsed, validated and stored in one step. */
function compileOnly(input: Input, { messages }: InputSettings): ReadInputs {
  const keep = (request: RequestContext, reading: MaybePromise<Reading>): void | Promise<void> =>
    reading instanceof Promise
      ? reading.then((later) => keep(request, later))
      : store(request, [input], [reading], messages)
  const { readBody } = input
  if (!readBody) return (request) => keep(request, input.read(request))
  return (request) => request.readBody().then((sent) => keep(request, readBody(sent)))
}

/** The body comes last: by then nothing that still throws would leave its promise behind. */
const OPTIONS = ['params', 'query', 'headers', 'cookies', 'body'] as const
type InputOption = (typeof OPTIONS)[number] & keyof InputOptions

/** One declared input. */
interface Input {
  readonly place: Place
  readonly read: (request: RequestContext) => MaybePromise<Reading>
  /** The second half of `read`, for a body that was received. */
  readonly readBody?: (sent: Body) => MaybePromise<Reading>
  readonly store: (request: RequestContext, value: unknown) => void
}

/** `undefined` under a key that was written is a misspelt import; passed over, it would leave the input unchecked. */
function isDeclared(options: InputOptions, option: InputOption, position: SourcePosition | undefined): boolean {
  if (!Object.hasOwn(options, option)) return false
  if (options[option] !== undefined) return true
  throw new LoadError(
    'SVC_SCHEMA_UNDEFINED',
    `${option} is undefined. Is an import misspelt? Leave it out otherwise.`,
    position,
  )
}

function compileInput(option: InputOption, schema: unknown, position: SourcePosition | undefined): Input {
  const owner: SchemaOwner = { option, position }
  if (option === 'body') return compileBody(schema, owner)
  if (option === 'headers') return compileHeaders(schema, owner)
  const read = compileSchema(schema, 'text', owner)
  switch (option) {
    case 'params':
      return { place: 'path', read: (request) => read(request.params), store: storeParams }
    case 'query':
      return { place: 'query', read: (request) => read(request.query), store: storeQuery }
    case 'cookies':
      return { place: 'cookie', read: (request) => read(request.cookies), store: storeCookies }
  }
}

function storeParams(request: RequestContext, value: unknown): void {
  request.params = value as RequestContext['params']
}

function storeQuery(request: RequestContext, value: unknown): void {
  request.query = value as RequestContext['query']
}

function storeCookies(request: RequestContext, value: unknown): void {
  request.valid = { ...request.valid, cookies: value }
}

/**
 * Fields are found in any case, and repeated ones are one list (RFC 9110 section 5.3). A plain shape keeps the names
 * that it declares; a validator sees all fields under lower-case names.
 */
function compileHeaders(schema: unknown, owner: SchemaOwner): Input {
  const read = compileSchema(schema, 'text', owner)
  const names = isShape(schema) ? Object.keys(schema) : undefined
  const wrong = names?.find((name) => !isToken(name))
  if (wrong !== undefined) {
    throw new LoadError(
      'SVC_HEADER_NAME',
      `headers names ${JSON.stringify(wrong)}, which no header can be called.`,
      owner.position,
    )
  }
  return {
    place: 'header',
    read: ({ headers }) => read(names ? pickFields(headers, names) : recordOf(headers)),
    store: (request, value) => {
      request.valid = { ...request.valid, headers: value }
    },
  }
}

function pickFields(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  return recordOf(names.map((name) => [name, headers.get(name)] as const).filter(hasValue))
}

function hasValue(field: readonly [name: string, value: string | null]): field is readonly [string, string] {
  return field[1] !== null
}

function recordOf(fields: Iterable<readonly [name: string, value: string]>): Readonly<Record<string, string>> {
  const record = createRecord<string>()
  for (const [name, value] of fields) record[name] = value
  return record
}

function compileBody(body: unknown, owner: SchemaOwner): Input {
  const isForm = isBodyMarker(body) && body[BODY] === 'form'
  const read = compileSchema(isBodyMarker(body) ? body.schema : body, isForm ? 'text' : 'json', owner)
  const readBody = (sent: Body): MaybePromise<Reading> => (isForm ? readForm(sent).then(read) : read(readJson(sent)))
  return {
    place: isForm ? 'form' : 'body',
    read: (request) => request.readBody().then(readBody),
    readBody,
    store: (request, value) => {
      request.body = value
    },
  }
}

/** Without a body, each required field of the form is missing. */
async function readForm(body: Body): Promise<unknown> {
  return body.isAbsent ? createRecord() : body.fields()
}

/** If there is a type, the body must be of it, even where it is empty. */
function readJson(body: Body): unknown {
  return body.isAbsent ? undefined : body.json()
}

function areSettled(readings: readonly MaybePromise<Reading>[]): readings is readonly Reading[] {
  for (const reading of readings) if (reading instanceof Promise) return false
  return true
}

/** All or nothing: a handler never sees a request half of whose inputs were checked. */
function store(
  request: RequestContext,
  inputs: readonly Input[],
  readings: readonly Reading[],
  messages: MessageSource,
): void {
  for (const { faults } of readings) if (faults) throw new ValidationError(issuesOf(inputs, readings, messages))
  for (let index = 0; index < inputs.length; index++) inputs[index]?.store(request, readings[index]?.value)
}

function issuesOf(
  inputs: readonly Input[],
  readings: readonly Reading[],
  messages: MessageSource,
): readonly ValidationIssue[] {
  return inputs.flatMap(({ place }, index) =>
    (readings[index]?.faults ?? []).map((fault) => toIssue(fault, place, messages)),
  )
}
