import { jsonSchemaOf } from '../schema/json-schema.ts'
import { BODY, isBodyMarker } from '../schema/markers.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { OperationObject } from './specification.ts'

const JSON_TYPES = ['application/json']
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** The body that an operation declares: JSON unless it is marked as a form. */
export function requestBodyOf(body: unknown, schemas: ComponentSchemas): OperationObject['requestBody'] {
  if (body === undefined) return undefined
  const marked = isBodyMarker(body) ? body : undefined
  const schema = schemas.embed(jsonSchemaOf(marked ? marked.schema : body, 'input'))
  const types = marked?.[BODY] === 'form' ? FORM_TYPES : JSON_TYPES
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}
