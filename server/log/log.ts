import { formatPosition, isHttpError, reasonOf } from '../base/errors.ts'
import { type Decision, decide, decisionOf, type Decisions, isAsset } from './auth-decision.ts'
import { credentialsIn, redact } from './log-redaction.ts'
import type { Observation, ObservationListener } from '../model/observation.ts'
import { formatOperation, type Operation } from '../model/operation.ts'
import type { AuthRequest, CredentialSource } from '../http/request.ts'

/** How a log is written. */
export interface LogOptions {
  /** `text` for people, `json` for machines; if absent, `json` where `NODE_ENV` is `production`. */
  readonly format?: 'text' | 'json'
  /** Takes each line, without its line break. */
  readonly write: (line: string) => void
  /** Takes what was thrown where the format is `text`; {@link write} if absent. */
  readonly writeError?: (text: string) => void
  /** `errors` leaves out what was answered below 500; `requests`, if absent, the scripts of the reference page alone. */
  readonly level?: 'requests' | 'errors'
  /** Colours of a terminal; none if absent. */
  readonly paint?: LogPaint
  /** Rewrites a stack before it is written: positions in a bundle to positions in the sources. */
  readonly mapStack?: (stack: string) => string
  /**
   * Gives the reasons of a request that was refused, for its developers: they follow its line, which waits for them. Never
   * in production, where who is refused would decide how much is logged.
   */
  readonly explain?: (observations: readonly Observation[]) => Promise<readonly string[]>
}

/** Colours of a terminal. */
export type LogPaint = Readonly<Record<'dim' | 'green' | 'red' | 'yellow', (text: string) => string>>

/** The record of a request that has ended. No query, no body and no header field but `traceparent`: they hold credentials. */
export interface LogRecord {
  /** ISO 8601. */
  readonly time: string
  /** Of the request, unique among processes. It is never part of an answer: all 401s of a route are alike. */
  readonly id: string
  readonly method: string
  /** The canonical path; empty for a request that was refused before it had one. */
  readonly path: string
  /** `GET /users/[id]`, where one was found. */
  readonly operation?: string
  readonly status: number
  /** Milliseconds. */
  readonly duration: number
  /** The client's address. */
  readonly address: string
  /** Of the caller, where it sent a valid one (W3C Trace Context, section 3.2). */
  readonly traceparent?: string
  /** The result of authentication; `none` if no operation was found or no auth is declared. */
  readonly outcome: Decision['outcome'] | 'none' | 'public'
  /** The authenticator that decided; where a guard did, the last that had passed. */
  readonly authenticator?: string
  /** The guard of the `check` that refused. */
  readonly guard?: string
  /** The resource that was absent or refused, and which: `order refused`. Never its content. */
  readonly resource?: string
  /** Stack of what was thrown, where the answer is 500 or more; that of a `may` that threw, whatever the answer. */
  readonly error?: string
  /** Why it was refused, without values, where {@link LogOptions.explain} says so. */
  readonly reasons?: readonly string[]
}

/**
 * A log for `api.observe`: a record per request, and the stack of what handlers throw, which goes nowhere else.
 *
 * @example
 * api.observe(createLog({ write: (line) => process.stdout.write(`${line}\n`) }))
 */
export function createLog(options: LogOptions): ObservationListener {
  const { write, writeError = write, level = 'requests', paint = PLAIN, mapStack = asIs, explain } = options
  const format = options.format ?? (process.env['NODE_ENV'] === 'production' ? 'json' : 'text')
  const notes = new Notes()
  const writeRecord = (record: Line): void => {
    if (format === 'json') return write(escapeControls(JSON.stringify(record)))
    write(
      [formatRecord(record, paint), ...(record.reasons ?? []).map((line) => `  ${escapeControls(line)}`)].join('\n'),
    )
    if (record.error !== undefined) writeError(escapeControls(record.error, true))
  }
  const writeExplained = async (record: Line, explanation: Promise<readonly string[]>): Promise<void> => {
    const reasons = await explanation.catch(() => [])
    writeRecord(reasons.length === 0 ? record : { ...record, reasons })
  }
  return (observation) => {
    const { request, type } = observation
    const note = notes.of(request)
    if (explain) (note.observations ??= []).push(observation)
    decide(note.decisions, observation)
    if (type === 'resource.refused') {
      note.resource = `${observation.resource} ${observation.reason === 'absent' ? 'absent' : 'refused'}`
      note.accident ??= observation.error
    }
    if (type === 'handler.started') note.isHandling = true
    if (type === 'handler.ended') {
      // A WebSocket outlives its request, and so does a handler for which no middleware waits.
      if (note.isOver) writeRecord(recordOf({ ...observation, ...FAILED_LATE }, note, mapStack))
      note.isHandling = false
    }
    if (type !== 'request.ended') return
    const isError = observation.status >= 500 || note.accident !== undefined
    if (isError || (level === 'requests' && !isAsset(observation))) {
      const record = recordOf(observation, note, mapStack)
      if (explain && observation.status >= 400) void writeExplained(record, explain(note.observations ?? []))
      else writeRecord(record)
    }
    note.isOver = true
    note.isUpgraded = observation.status === 101
  }
}

const FAILED_LATE = { type: 'request.ended', status: 500, duration: 0 } as const

/** One line for people: method, path, status, milliseconds, who decided and from where. */
function formatRecord(record: Line, paint: LogPaint = PLAIN): string {
  const { method, path, status, duration, outcome, authenticator, guard, resource = '', address } = record
  const name = guard === undefined ? authenticator : `guard ${guard}`
  const decider = name === undefined || outcome === 'passed' ? (name ?? outcome) : `${name} ${outcome}`
  const cells = [
    escapeControls(method).padEnd(7),
    escapeControls(path) || '-',
    paintStatus(status, paint),
    paint.dim(`${duration.toFixed(1)} ms`),
    paint.dim(decider === 'none' ? '' : escapeControls(decider)),
    paint.dim(resource),
    paint.dim(address),
  ]
  return cells
    .filter((cell) => cell !== '')
    .join(' ')
    .trimEnd()
}

/**
 * Makes control characters visible: a path that clears the screen or forges a line must not reach a terminal.
 *
 * @param keepLines whether line breaks are the text's own
 */
export function escapeControls(text: string, keepLines: boolean = false): string {
  // oxlint-disable-next-line no-control-regex -- the point of it
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, (character) => {
    if (keepLines && character === '\n') return character
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A record as it is made: what is `undefined` is not in its JSON. */
type Line = {
  readonly [Name in keyof LogRecord]-?: LogRecord[Name] | (undefined extends LogRecord[Name] ? undefined : never)
}

/** The facts of a request that a log remembers. */
interface Note {
  readonly decisions: Decisions
  /** `order refused` */
  resource: string | undefined
  /** Thrown by a `may`, which only refused. */
  accident: unknown
  /** Whether a handler is at work on it. */
  isHandling: boolean
  isOver: boolean
  isUpgraded: boolean
  /** All so far, where refusals are explained. */
  observations?: Observation[]
}

/**
 * The notes of the requests under way. Most are answered in one go, without another one between: then a single note is
 * all that is needed. What is held weakly costs the collector more than the rest of a request.
 */
class Notes {
  #latest: object | undefined
  #note: Note = createNote()
  readonly #others = new WeakMap<object, Note>()

  of(request: object): Note {
    if (request === this.#latest) return this.#note
    const { isOver, isHandling, isUpgraded } = this.#note
    if (this.#latest && (!isOver || isHandling || isUpgraded)) this.#others.set(this.#latest, this.#note)
    this.#latest = request
    this.#note = this.#others.get(request) ?? createNote()
    return this.#note
  }
}

function createNote(): Note {
  return {
    decisions: { passed: undefined, failed: undefined, isAdmitted: false },
    resource: undefined,
    accident: undefined,
    isHandling: false,
    isOver: false,
    isUpgraded: false,
  }
}

type Ended = Extract<Observation, { readonly type: 'request.ended' }>

function recordOf(
  { request, operation, status, duration, error }: Ended,
  { decisions, resource, accident }: Note,
  mapStack: (stack: string) => string,
): Line {
  // `request.headers` would make a `Request` and its `Headers` for each line of the log.
  const [traceparent, more] = (request as AuthRequest & CredentialSource).headerValues('traceparent')
  const decision = decisionOf(decisions)
  const unasked = operation && !operation.auth.description ? 'public' : 'none'
  const thrown = status >= 500 && error !== undefined && !isPlainAnswer(error) ? error : accident
  const isTraced = traceparent !== undefined && more === undefined && TRACEPARENT.test(traceparent)
  return {
    time: timeOf(Date.now()),
    id: nextId(),
    method: request.method,
    path: request.path,
    operation: operation && formatOperation(operation),
    status,
    duration: Math.round(duration * 10) / 10,
    address: request.clientAddress,
    traceparent: isTraced ? traceparent : undefined,
    outcome: decision?.outcome ?? unasked,
    authenticator: decision?.authenticator,
    guard: decision?.guard,
    resource,
    error:
      thrown === undefined
        ? undefined
        : redact(mapStack(describeThrown(thrown, operation)), credentialsIn(request, operation)),
    reasons: undefined,
  }
}

let [lastTime, lastTimeText] = [Number.NaN, '']

/** ISO 8601. Written once for the requests of a millisecond. */
function timeOf(time: number): string {
  if (time === lastTime) return lastTimeText
  lastTime = time
  lastTimeText = new Date(time).toISOString()
  return lastTimeText
}

/** Hexadecimal digits and nothing else, so that no credential can be in it. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

const PREFIX = crypto.randomUUID().slice(0, 8)
let count = 0

function nextId(): string {
  return `${PREFIX}-${(++count).toString(36)}`
}

/** An HttpError without a cause is an answer and not an accident: where it was thrown is of no interest. */
function isPlainAnswer(error: unknown): boolean {
  return isHttpError(error) && error.cause === undefined
}

function describeThrown(error: unknown, operation: Operation | undefined): string {
  if (error instanceof Error) return stackOf(error)
  const what = error instanceof Response ? 'a Response' : JSON.stringify(textOf(error))
  const source = operation?.source
  const where = operation ? ` in ${formatOperation(operation)}${source ? ` (${formatPosition(source)})` : ''}` : ''
  return `${what} was thrown${where}, which is not an Error and has no position. Throw an HttpError, or return a Response.`
}

/** The stack and those of the causes; an error can be its own cause. */
function stackOf(error: unknown, depth: number = MOST_CAUSES): string {
  if (!(error instanceof Error)) return textOf(error)
  const stack = textOf(error.stack ?? `${error.name}: ${error.message}`)
  return error.cause === undefined || depth === 0 ? stack : `${stack}\n  caused by ${stackOf(error.cause, depth - 1)}`
}

/** Anything can be thrown, also what cannot be made a text. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return `[${typeof thrown}]`
  }
}

const MOST_CAUSES = 8

const PLAIN: LogPaint = { dim: asIs, green: asIs, red: asIs, yellow: asIs }

function asIs(text: string): string {
  return text
}

function paintStatus(status: number, paint: LogPaint): string {
  const text = `${status} ${reasonOf(status)}`
  if (status >= 500) return paint.red(text)
  return status >= 400 ? paint.yellow(text) : paint.green(text)
}
