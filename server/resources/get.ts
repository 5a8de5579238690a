import { createRecord } from '../base/record.ts'
import type { RequestContext, SvcRequest } from '../http/request.ts'
import type { ObservationListener } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import type { ResourceDefinition } from '../model/resource.ts'
import { isAllowed, judge, type Judging, type Part, Subject } from './access.ts'

/**
 * Loads and judges a resource for a request that is under way, its parents first.
 *
 * @param params what `load` and `may` see as the path parameters, and nothing of the path's own
 * @throws the frozen 404 (or 403) of the resource
 */
export async function getResource(definition: ResourceDefinition, request: object, params: object): Promise<unknown> {
  const facts = requireContext(definition, 'get', request)
  const own = Object.freeze(Object.assign(createRecord<unknown>(), params))
  const resources = Object.assign(createRecord<unknown>(), facts.request.resources)
  for (const { parent } of lineOf(definition)) if (parent) delete resources[parent.name]
  let loaded: unknown
  for (const each of lineOf(definition)) {
    const seen = new SeenRequest(facts.request as unknown as SvcRequest, own, resources)
    const part = { definition: each, guards: each.guards, judging: facts.judging }
    const passed = await judge(new Subject(part, seen, facts.request, facts.operation), loaded)
    loaded = passed.resource
    resources[each.name] = loaded
  }
  return loaded
}

/** Those of a list that may be had. */
export async function findAllowed(
  definition: ResourceDefinition,
  list: Iterable<unknown>,
  request: object,
): Promise<readonly unknown[]> {
  const facts = requireContext(definition, 'filter', request)
  if (definition.guards.length === 0) {
    throw new TypeError(`the resource ${definition.name} has no may of its own: filter() cannot know whose they are`)
  }
  const { params, resources } = facts.request
  const seen = new SeenRequest(facts.request as unknown as SvcRequest, params, resources)
  // That a list leaves some out is what it is for; a function that throws is an accident here too.
  const listener = (): ObservationListener | undefined => {
    const listen = facts.judging.listener()
    return listen && ((observation) => (isAccident(observation) ? listen(observation) : undefined))
  }
  const part = { definition, guards: definition.guards, judging: { ...facts.judging, listener } }
  const subject = new Subject(part, seen, facts.request, facts.operation)
  const allowed: unknown[] = []
  for (const resource of list) if (await isAllowed(subject, resource)) allowed.push(resource)
  return allowed
}

function isAccident(observation: Parameters<ObservationListener>[0]): boolean {
  return observation.type === 'resource.failed' || (observation.type === 'resource.refused' && 'error' in observation)
}

/** A resource after those that it is reached through. */
function lineOf(definition: ResourceDefinition): readonly ResourceDefinition[] {
  return definition.parent ? [...lineOf(definition.parent), definition] : [definition]
}

/** A handler has it as a request of its own; nothing else knows which operation and which time limit hold. */
function requireContext(
  { name }: ResourceDefinition,
  method: string,
  request: object,
): Pick<Part, 'judging'> & Pick<Subject, 'request' | 'operation'> {
  const context = request as RequestContext
  const operation = context?.operation as Operation | undefined
  const judging = context?.judging as Judging | undefined
  if (operation && judging) return { judging, request: context, operation }
  throw new TypeError(`${name}.${method}() takes the request that a handler or a middleware got`)
}

/** A request with other parameters, and without its body. */
class SeenRequest implements Omit<SvcRequest, 'body' | 'text' | 'json' | 'formData'> {
  readonly #request: SvcRequest
  readonly params: Record<string, string>
  readonly resources: Readonly<Record<string, unknown>>

  constructor(request: SvcRequest, params: object, resources: Readonly<Record<string, unknown>>) {
    this.#request = request
    this.params = params as Record<string, string>
    this.resources = resources
  }
  get method(): string {
    return this.#request.method
  }
  get path(): string {
    return this.#request.path
  }
  get url(): URL {
    return this.#request.url
  }
  get headers(): Headers {
    return this.#request.headers
  }
  get cookies(): SvcRequest['cookies'] {
    return this.#request.cookies
  }
  get query(): SvcRequest['query'] {
    return this.#request.query
  }
  get clientAddress(): string {
    return this.#request.clientAddress
  }
  get session(): SvcRequest['session'] {
    return this.#request.session
  }
  get signal(): AbortSignal {
    return this.#request.signal
  }
  get responseHeaders(): Headers {
    return this.#request.responseHeaders
  }
  get auth(): unknown {
    return this.#request.auth
  }
  get locals(): SvcRequest['locals'] {
    return this.#request.locals
  }
  get event(): SvcRequest['event'] {
    return this.#request.event
  }
  get valid(): SvcRequest['valid'] {
    return this.#request.valid
  }
}
