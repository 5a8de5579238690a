import { formatPosition } from '../base/errors.ts'
import { Answer, type Outcome } from '../http/answer.ts'
import { eventResponse, isEventAnswer } from '../http/h3-event.ts'
import type { RequestContext } from '../http/request.ts'
import { findJsonLoss, type JsonLoss } from '../http/json-loss.ts'
import { writeLongTexts } from '../http/long-text.ts'
import { type HeaderPairs, headerPairs, isResponse, serializeJson, withHeaders } from '../http/response.ts'
import { acceptUpgrade, findWebSocketHooks, type WebSocketHooks } from '../http/websocket.ts'
import type { ObservationListener } from '../model/observation.ts'
import { declaresAuth, formatOperation, type Operation } from '../model/operation.ts'
import { isReply } from '../schema/reply.ts'
import { compileResponse, type PreparedBody } from '../schema/responses.ts'

/** Makes an answer of what the handler of an operation returned. */
export type Respond = (request: RequestContext, operation: Operation, returned: unknown) => Outcome | Promise<Outcome>

/** Compiles what answers the requests of operations with this auth and this `response` (semantics 5). */
export function compileRespond(operation: Operation, listener: () => ObservationListener | undefined): Respond {
  const isPublic = !declaresAuth(operation)
  const prepareBody = compileResponse(operation.options.response, operation.source)
  const json = ['content-type', JSON_TYPE, ...(isPublic ? [] : NO_STORE.flat())]
  const text = ['content-type', TEXT_TYPE, ...(isPublic ? [] : NO_STORE.flat())]

  const fieldsOf = (request: RequestContext): HeaderPairs => {
    const staged = headerPairs(request.stagedHeaders)
    const isSet = staged.some(([name]) => name === 'cache-control')
    return isPublic || isSet ? staged : [...staged, ...NO_STORE]
  }
  const failure = (request: RequestContext, operation: Operation) => (error: unknown) => {
    const hear = listener()
    hear?.({ type: 'handler.ended', request, operation, error })
    return hear !== undefined
  }
  const upgrade = (request: RequestContext, operation: Operation, hooks: WebSocketHooks): Outcome => {
    acceptUpgrade(request, { hooks, fields: headerPairs(request.stagedHeaders), fail: failure(request, operation) })
    return new Answer(101, [], null)
  }
  const respondToAny: Respond = (request, operation, returned) => {
    const hooks = findWebSocketHooks(returned)
    if (hooks) return upgrade(request, operation, hooks)
    if (isResponse(returned)) {
      requireSendable(returned, operation)
      request.noteStream(returned, failure(request, operation))
      return withHeaders(returned, fieldsOf(request))
    }
    if (isEventAnswer(returned)) {
      const response = eventResponse(returned, request.event, fieldsOf(request))
      requireSendable(response, operation)
      request.noteStream(response, failure(request, operation))
      return response
    }
    if (request.stagedStatus === 304 && !isReply(returned)) return new Answer(304, fieldsOf(request).flat(), null)
    const { status, body, headers } = isReply(returned)
      ? { status: returned.status, body: returned.body, headers: headerPairs(returned.headers) }
      : { status: request.stagedStatus, body: returned, headers: [] }
    const write = (prepared: PreparedBody): Answer => {
      const fields = mergeFields(headers, fieldsOf(request))
      return prepared.hasBody
        ? writeBody(prepared.status, prepared.body, fields, operation)
        : new Answer(prepared.status, fields.flat(), null)
    }
    if (!prepareBody) return write({ status: status ?? 200, body, hasBody: true })
    const prepared = prepareBody(status, body)
    return prepared instanceof Promise ? prepared.then(write) : write(prepared)
  }

  return (request, operation, returned) => {
    // Most handlers return data and set nothing. Their fields are those of the operation, made above.
    if (prepareBody || request.hasStaged || !isData(returned)) return respondToAny(request, operation, returned)
    return typeof returned === 'string'
      ? new Answer(200, text, returned)
      : new Answer(200, json, writeJson(returned, operation))
  }
}

const NO_STORE: HeaderPairs = [['cache-control', 'no-store']]
const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Whether a value can only be a body: every other answer has a class of its own, or a brand. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Object.getPrototypeOf(value) === Array.prototype) return true
  return isRecord(value) && !isReply(value) && findWebSocketHooks(value) === undefined
}

/** `Response.error()` has the status 0, which no client could read, and a body that was read cannot be sent. */
function requireSendable({ status, bodyUsed }: Response, operation: Operation): void {
  const isStatus = status >= 200 && status <= 599
  if (isStatus && !bodyUsed) return
  const what = isStatus ? 'whose body has been read' : `of status ${status}, such as Response.error()`
  const fix = isStatus ? 'Make a new one for each request.' : 'Return one with a status from 200 to 599.'
  throw new TypeError(`${placeOf(operation)}${formatOperation(operation)} returned a Response ${what}. ${fix}`)
}

function placeOf({ source }: Operation): string {
  return source ? `${formatPosition(source)}  ` : ''
}

/** The handler's own fields win over the staged ones, but for `Set-Cookie`, which adds up. */
function mergeFields(own: HeaderPairs, staged: HeaderPairs): HeaderPairs {
  const names = new Set(own.map(([name]) => name))
  return [...own, ...staged.filter(([name]) => name === 'set-cookie' || !names.has(name))]
}

/**
 * A value as JSON. What JSON cannot hold is said of the operation: the stack of that names no line of the handler. What
 * it would lose (semantics 5) is written as `{}`, and only a text with that is worth a look at every member.
 */
function writeJson(value: unknown, operation: Operation): string {
  let text: string
  try {
    text = (isRecord(value) ? writeLongTexts(value) : undefined) ?? serializeJson(value)
  } catch (cause) {
    // An error of a getter or a `toJSON` has a stack of its own.
    if (!(cause instanceof TypeError) || !isOfSerializing(cause)) throw cause
    throw lossError(findJsonLoss(value), operation, cause)
  }
  const loss = text.includes('{}') ? findJsonLoss(value) : undefined
  if (loss) throw lossError(loss, operation)
  return text
}

function lossError(loss: JsonLoss | undefined, operation: Operation, cause?: TypeError): TypeError {
  const problem = loss ? `${loss.member || 'it'} is ${loss.kind}` : cause?.message.replaceAll(/\s*\n\s*/g, ' ')
  const fix = loss?.fix ?? 'Return texts, numbers, booleans, lists and plain objects, or a Response.'
  const route = formatOperation(operation)
  return new TypeError(`${placeOf(operation)}what ${route} returned cannot be written as JSON: ${problem}. ${fix}`, {
    cause,
  })
}

/** Whether a value is an object whose own members are all of its JSON. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isOfSerializing({ stack = '', message }: Error): boolean {
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return /^\s*at (JSON\.stringify|serializeJson)\b/.test(frames)
}

function writeBody(status: number, body: unknown, headers: HeaderPairs, operation: Operation): Answer {
  if (status === 204 || status === 205 || status === 304) return new Answer(status, headers.flat(), null)
  const [text, type] = typeof body === 'string' ? [body, TEXT_TYPE] : [writeJson(body, operation), JSON_TYPE]
  const isTyped = headers.some(([name]) => name === 'content-type')
  return new Answer(status, isTyped ? headers.flat() : [...headers.flat(), 'content-type', type], text)
}
