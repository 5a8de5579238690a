import { reasonOf } from '../base/errors.ts'
import { jsonSchemaOf } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/schema-tree.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { Content, Reference, ResponseObject } from './specification.ts'

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

/** The header of a 401. */
export const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'One challenge for each scheme of the operation (RFC 9110 section 11.6.1).',
    schema: { type: 'string' },
  },
}

/** The errors that svc sends itself, where no `errors` describe others. */
const OWN: Readonly<Record<string, { readonly name: string; readonly description: string; readonly schema: string }>> =
  {
    401: { name: 'Unauthorized', description: 'The credential is missing or wrong.', schema: 'Error' },
    403: { name: 'Forbidden', description: 'Not allowed, or not same-origin.', schema: 'Error' },
    422: { name: 'ValidationFailed', description: 'An input does not fit its schema.', schema: 'ValidationError' },
  }

/** The error answers of a document, each written once under `components`. */
export class ErrorResponses {
  readonly #schemas: ComponentSchemas
  readonly #named = new Map<string, ResponseObject>()
  /** Names by content, so that operations share what is the same. */
  readonly #names = new Map<string, string>()
  readonly #embedded = new Map<unknown, JsonSchema>()

  constructor(schemas: ComponentSchemas) {
    this.#schemas = schemas
  }

  /**
   * The answer of a status.
   *
   * @param status `default` for every status that is not named
   * @param schema from `errors`; `null` for no body, `undefined` for what svc sends
   */
  of(status: string, schema: unknown, challenged: boolean): Reference {
    const own = OWN[status]
    const content = this.#contentOf(schema, own?.schema)
    return this.#share(own?.name ?? nameOf(status), {
      description: own?.description ?? (status === 'default' ? 'Any other error.' : reasonOf(Number(status))),
      ...(challenged ? { headers: CHALLENGE } : {}),
      ...(content === undefined ? {} : { content }),
    })
  }

  /** The schema of errors as svc sends them. */
  errorSchema(): Reference {
    return this.#schemas.use('Error')
  }

  /** By name, in the order of their first use. */
  all(): Readonly<Record<string, ResponseObject>> {
    return Object.fromEntries(this.#named)
  }

  #contentOf(schema: unknown, own: string | undefined): Content | undefined {
    if (schema === null) return undefined
    if (schema === undefined) return jsonContent(this.#schemas.use(own ?? 'Error'))
    const known = this.#embedded.get(schema) ?? this.#schemas.embed(jsonSchemaOf(schema, 'output'))
    this.#embedded.set(schema, known)
    return jsonContent(known)
  }

  #share(wanted: string, response: ResponseObject): Reference {
    const identity = JSON.stringify(response)
    let name = this.#names.get(identity)
    if (name === undefined) {
      name = wanted
      for (let n = 2; this.#named.has(name); n++) name = `${wanted}${n}`
      this.#names.set(identity, name)
      this.#named.set(name, response)
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

/** `NotFound` */
function nameOf(status: string): string {
  return status === 'default' ? 'Error' : reasonOf(Number(status)).replace(/[^A-Za-z]+/g, '') || `Error${status}`
}

/** A body in JSON. */
export function jsonContent(schema: JsonSchema | Reference): Content {
  return { 'application/json': { schema: schema as JsonSchema } }
}
