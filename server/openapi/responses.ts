import { isCookie } from '../model/carrier.ts'
import { isSafeMethod } from '../http/csrf.ts'
import { reasonOf } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { jsonSchemaOf } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/schema-tree.ts'
import { isStatusMap } from '../schema/status-map.ts'
import { type ComponentSchemas, referenceTo } from './component-schemas.ts'
import { alternativesOf, hasCheck } from './requirements.ts'
import type { Content, OperationObject, Reference, ResponseObject } from './specification.ts'

/** Schemas of the error bodies (semantics 5). */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'string', description: 'What went wrong.' } },
  },
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        description: 'One entry for each fault.',
        items: {
          type: 'object',
          required: ['type', 'loc', 'msg'],
          properties: {
            type: { type: 'string', description: 'A stable word for the kind of fault.' },
            loc: {
              type: 'array',
              description: 'body, form, query, path, header or cookie, then the path inside it.',
              items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            },
            msg: { type: 'string', description: 'A sentence for people.' },
          },
        },
      },
    },
  },
}

const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'One challenge for each scheme of the operation (RFC 9110 section 11.6.1).',
    schema: { type: 'string' },
  },
}

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

/** The answers that operations share. */
export const ERROR_RESPONSES: Readonly<Record<string, ResponseObject>> = {
  Unauthorized: {
    description: 'The credential is missing or wrong.',
    headers: CHALLENGE,
    content: jsonContent(referenceTo('Error')),
  },
  Forbidden: {
    description: 'Not allowed, or not same-origin.',
    content: jsonContent(referenceTo('Error')),
  },
  ValidationFailed: {
    description: 'An input does not fit its schema.',
    content: jsonContent(referenceTo('ValidationError')),
  },
}

/** The answers of an operation by status: those that it declares, and the shared errors that can occur. */
export function responsesOf(
  operation: Operation,
  csrf: boolean,
  schemas: ComponentSchemas,
): OperationObject['responses'] {
  const responses: Record<string, ResponseObject | Reference> = declaredResponses(operation.options.response, schemas)
  const { description } = operation.auth
  if (description) responses[401] = withChallenge(responses[401] as ResponseObject | undefined)
  if ((description && hasCheck(description)) || canFailCsrf(operation, csrf)) responses[403] ??= shared('Forbidden')
  if (hasInputs(operation)) responses[422] ??= shared('ValidationFailed')
  return responses
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

/** An operation may answer 401 in its own words besides ours. */
function withChallenge(declared: ResponseObject | undefined): ResponseObject | Reference {
  const own = declared?.content?.['application/json']?.schema
  if (declared === undefined || own === undefined) return shared('Unauthorized')
  return { ...declared, headers: CHALLENGE, content: jsonContent({ anyOf: [referenceTo('Error'), own] }) }
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

function shared(name: 'Unauthorized' | 'Forbidden' | 'ValidationFailed'): Reference {
  return { $ref: `#/components/responses/${name}` }
}

function jsonContent(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}
