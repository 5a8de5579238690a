import { isHttpError } from '../base/errors.ts'
import { createRecord } from '../base/record.ts'
import { isThenable } from '../base/thenable.ts'
import { AuthTimeout, within } from '../base/time-limit.ts'
import { toHttpError } from '../http/h3-errors.ts'
import type { RequestContext } from '../http/request.ts'
import type { Observation, ObservationListener } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import type { ResourceDefinition, ResourceGuard, ResourceLink } from '../model/resource.ts'

/** The facts with which resources are judged. */
export interface Judging {
  /** Milliseconds that `load` and `may` may each take before the answer is 503. */
  readonly timeout: number
  /** Asked on every request, so that listeners may come and go. */
  readonly listener: () => ObservationListener | undefined
}

/** A resource of an operation, with all that is to be asked of it. */
export interface Part {
  readonly definition: ResourceDefinition
  readonly guards: readonly ResourceGuard[]
  readonly judging: Judging
}

/** A resource that is judged, and for which request. */
export class Subject {
  readonly part: Part
  /** The request as `load` and `may` get it. */
  readonly seen: object
  readonly request: RequestContext
  readonly operation: Operation

  constructor(part: Part, seen: object, request: RequestContext, operation: Operation) {
    this.part = part
    this.seen = seen
    this.request = request
    this.operation = operation
  }
}

/**
 * Loads the resources of an operation, outermost first, and asks whether the request may have each. Where all were loaded
 * and allowed, they are in `request.resources`. Synchronous as long as nothing on the way returned a promise.
 */
export type JudgeResources = (request: RequestContext, operation: Operation) => void | Promise<void>

/** Compiles what judges each request; `undefined` where no resource is declared. */
export function compileResources(
  links: readonly ResourceLink[] | undefined,
  judging: Judging,
): JudgeResources | undefined {
  const parts: readonly Part[] = (links ?? []).flatMap(({ definition, only }) =>
    definition ? [{ definition, guards: [...definition.guards, ...only], judging }] : [],
  )
  if (parts.length === 0) return undefined
  const judgeFrom = (
    start: number,
    request: RequestContext,
    operation: Operation,
    resources: Record<string, unknown>,
  ): void | Promise<void> => {
    for (let index = start; index < parts.length; index++) {
      const part = parts[index] as Part
      const { name, parent } = part.definition
      const passed = judge(new Subject(part, request, request, operation), parent && resources[parent.name])
      if (isPending(passed)) {
        return passed.then((later) => {
          resources[name] = later.resource
          return judgeFrom(index + 1, request, operation, resources)
        })
      }
      // Not before it is allowed: a middleware that catches the refusal must not find what was refused.
      resources[name] = passed.resource
    }
  }
  return (request, operation) => {
    const resources = createRecord<unknown>()
    request.resources = resources
    return judgeFrom(0, request, operation, resources)
  }
}

/** In an object: a resource may itself have a member `then`. */
interface Passed {
  readonly resource: unknown
}

/**
 * Loads one resource and asks all that is to be asked of it.
 *
 * @throws the `absent` and `refused` of its definition, what `load` throws, and `HttpError` 503 after the time limit
 */
export function judge(subject: Subject, parent: unknown): Passed | Promise<Passed> {
  const { seen, part } = subject
  const { definition, judging } = part
  const { load } = definition
  let loaded: unknown
  try {
    loaded = definition.parent ? load(parent as never, seen as never) : load(seen as never)
  } catch (error) {
    return failLoading(subject, error)
  }
  if (!isThenable(loaded)) return askFrom(0, subject, loaded)
  return within(loaded, judging.timeout).then(
    (later) => askFrom(0, subject, later),
    (error: unknown) => failLoading(subject, error),
  )
}

/** Whether a resource that is there already may be had. */
export function isAllowed(subject: Subject, resource: unknown): boolean | Promise<boolean> {
  const { absent, refused } = subject.part.definition
  const settle = (error: unknown): boolean => {
    if (error === refused || error === absent) return false
    throw error
  }
  try {
    const passed = askFrom(0, subject, resource)
    return isPending(passed) ? passed.then(() => true, settle) : true
  } catch (error) {
    return settle(error)
  }
}

function isPending(passed: Passed | Promise<Passed>): passed is Promise<Passed> {
  return passed instanceof Promise
}

function askFrom(start: number, subject: Subject, resource: unknown): Passed | Promise<Passed> {
  const { seen, part } = subject
  const { definition, guards, judging } = part
  if (resource === undefined || resource === null) {
    report(subject, { type: 'resource.refused', by: 'load', reason: 'absent', source: definition.source })
    throw definition.absent
  }
  for (let index = start; index < guards.length; index++) {
    const guard = guards[index] as ResourceGuard
    let answer: unknown
    try {
      answer = guard.ask(resource as never, seen as never)
    } catch (error) {
      return refuse(subject, guard, error)
    }
    if (isThenable(answer)) {
      return within(answer, judging.timeout)
        .then(
          (later) => settle(subject, guard, later),
          (error: unknown) => refuse(subject, guard, error),
        )
        .then(() => askFrom(index + 1, subject, resource))
    }
    settle(subject, guard, answer)
  }
  const { request, operation } = subject
  judging.listener()?.({ type: 'resource.passed', request, operation, resource: definition.name, value: resource })
  return { resource }
}

/** The only way on: a truthy value that is an answer. */
function settle(subject: Subject, guard: ResourceGuard, answer: unknown): void {
  const mistake = answer ? findMistake(answer) : undefined
  if (mistake !== undefined) {
    return refuse(
      subject,
      guard,
      new TypeError(`${guard.by} of the resource ${subject.part.definition.name} ${mistake}`),
    )
  }
  if (answer) return
  report(subject, { type: 'resource.refused', by: guard.by, reason: 'refused', source: guard.source })
  throw subject.part.definition.refused
}

/** An answer that is truthy and says nothing: a question that was never asked, a refusal that was not thrown. */
function findMistake(answer: unknown): string | undefined {
  if (typeof answer === 'function') return 'returned a function. Call it.'
  if (answer instanceof Error) return 'returned an error. Throw it, or return false.'
  const tag = Object.prototype.toString.call(answer)
  if (/^\[object (?:Async)?Generator\]$/.test(tag)) return 'returned a generator. Write a function without *.'
  return tag === '[object Response]' ? 'returned a Response. Return true or false.' : undefined
}

/** Whatever a guard throws is a refusal, but for the end of its time. */
function refuse(subject: Subject, guard: ResourceGuard, error: unknown): never {
  if (error instanceof AuthTimeout) {
    report(subject, { type: 'resource.failed', by: guard.by, reason: 'timeout', source: guard.source, error })
    throw error
  }
  report(subject, { type: 'resource.refused', by: guard.by, reason: 'threw', source: guard.source, error })
  throw subject.part.definition.refused
}

function failLoading(subject: Subject, thrown: unknown): never {
  const { absent, source } = subject.part.definition
  const error = toHttpError(thrown)
  if (isHttpError(error) && error.status === 404) {
    report(subject, { type: 'resource.refused', by: 'load', reason: 'absent', source })
    throw absent
  }
  const reason = error instanceof AuthTimeout ? 'timeout' : 'threw'
  report(subject, { type: 'resource.failed', by: 'load', reason, source, error })
  throw error
}

type Unhappy = Extract<Observation, { readonly type: 'resource.refused' | 'resource.failed' }>
type Facts<O> = O extends unknown ? Omit<O, 'request' | 'operation' | 'resource'> : never

function report({ part, request, operation }: Subject, facts: Facts<Unhappy>): void {
  part.judging.listener()?.({ ...facts, request, operation, resource: part.definition.name })
}
