import { isCookie } from '../model/carrier.ts'
import { isSafeMethod } from '../http/csrf.ts'
import { reasonOf } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { jsonSchemaOf } from '../schema/json-schema.ts'
import { isStatusMap } from '../schema/status-map.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import { CHALLENGE, type ErrorResponses, jsonContent } from './error-responses.ts'
import { alternativesOf, hasCheck } from './alternatives.ts'
import type { OperationObject, Reference, ResponseObject } from './specification.ts'

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
}

/** The answers of an operation by status: those that it declares, and the errors that can occur. */
export function responsesOf(
  operation: Operation,
  csrf: boolean,
  schemas: ComponentSchemas,
  shared: ErrorResponses,
): OperationObject['responses'] {
  const { errors = {}, options, auth } = operation
  const responses: Record<string, ResponseObject | Reference> = declaredResponses(options.response, schemas)
  const sent = errorsOf(operation, csrf)
  const own = options.errors ?? {}
  // A shape that an outer level gives these three says nothing about an operation that never sends them.
  const said = Object.keys(errors).filter((status) => Object.hasOwn(own, status) || !BY_SVC.includes(status))
  for (const status of new Set([...sent, ...said])) {
    const challenged = status === '401' && Boolean(auth.description)
    const schema = Object.hasOwn(errors, status) ? errors[status] : errors['default']
    const declared = responses[status] as ResponseObject | undefined
    if (declared === undefined) responses[status] = shared.of(status, schema, challenged)
    else if (challenged) responses[status] = withChallenge(declared, schema, shared)
  }
  return responses
}

/** Statuses that svc sends itself for what an operation declares, apart from its `errors`. */
const BY_SVC: readonly string[] = ['401', '403', '422']

function errorsOf(operation: Operation, csrf: boolean): readonly string[] {
  const { auth, resources = [] } = operation
  const { description } = auth
  const isForbidden = resources.some(({ definition }) => definition?.refused.status === 403)
  return [
    ...(description ? ['401'] : []),
    ...((description && hasCheck(description)) || canFailCsrf(operation, csrf) || isForbidden ? ['403'] : []),
    ...(resources.some(({ definition }) => definition) ? ['404'] : []),
    ...(hasInputs(operation) ? ['422'] : []),
  ]
}

function declaredResponses(response: unknown, schemas: ComponentSchemas): Record<string, ResponseObject> {
  // Clients that are generated from a 200 without content would type its body as one that cannot be.
  if (response === undefined) return { 200: { description: 'OK', content: jsonContent({}) } }
  const byStatus: readonly (readonly [string, unknown])[] = isStatusMap(response)
    ? Object.entries(response)
    : [['200', response]]
  return Object.fromEntries(
    byStatus.map(([status, schema]) => [status, declaredResponse(Number(status), schema, schemas)]),
  )
}

function declaredResponse(status: number, declared: unknown, schemas: ComponentSchemas): ResponseObject {
  const description = SUCCESSES[status] ?? reasonOf(status)
  if (declared === null) return { description }
  const schema = schemas.embed(jsonSchemaOf(declared, 'output'))
  // A string is sent as it is (semantics 5), so a schema of strings is not JSON.
  const content = schema.type === 'string' ? { 'text/plain': { schema } } : jsonContent(schema)
  return { description, content }
}

/** An operation may answer 401 in its own words besides ours; where `errors` shapes ours, `response` speaks for both. */
function withChallenge(declared: ResponseObject, errors: unknown, shared: ErrorResponses): ResponseObject | Reference {
  const own = declared.content?.['application/json']?.schema
  if (errors !== undefined) return { ...declared, headers: CHALLENGE }
  if (own === undefined) return shared.of('401', undefined, true)
  return { ...declared, headers: CHALLENGE, content: jsonContent({ anyOf: [shared.errorSchema(), own] }) }
}

/** semantics 4.6: safe methods are never checked, `csrf: false` opts out, `csrf: true` checks whatever the kind. */
function canFailCsrf({ method, options, auth }: Operation, csrf: boolean): boolean {
  if (isSafeMethod(method) || options.csrf === false) return false
  if (options.csrf === true) return true
  const leaves = auth.description ? alternativesOf(auth.description).flat() : []
  return csrf && leaves.some(({ carrier }) => isCookie(carrier))
}

function hasInputs({ options }: Operation): boolean {
  const { params, query, body, headers, cookies } = options
  return [params, query, body, headers, cookies].some((schema) => schema !== undefined)
}
