import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { isObject, type Json } from '../text/json.ts'

const FORM = 'application/x-www-form-urlencoded'

/**
 * A document of Swagger 2.0 as one of OpenAPI 3.0; any other value as it is. Parameters that stand at one place for several operations are
 * written into each of them, and a form without a file is a form of names and values where nothing says otherwise (Swagger 2.0, Parameter
 * Object).
 */
export function upgradeSwagger(document: unknown): unknown {
  if (!isObject(document) || document['swagger'] !== '2.0') return document
  const copy = structuredClone(document)
  const shared = isObject(copy['parameters']) ? copy['parameters'] : {}
  for (const item of Object.values(isObject(copy['paths']) ? copy['paths'] : {})) {
    if (!isObject(item)) continue
    for (const holder of [item, ...Object.values(item).filter(isObject)]) writeParameters(holder, shared, copy)
  }
  return upgradeFromTwoToThree(copy)
}

function writeParameters(holder: Json, shared: Json, { consumes }: Json): void {
  const declared = holder['parameters']
  if (!Array.isArray(declared)) return
  const parameters = declared.map((one: unknown) => {
    const [, name] = isObject(one) ? (/^#\/parameters\/([^/]+)$/.exec(String(one['$ref'])) ?? []) : []
    return name !== undefined && isObject(shared[name]) ? structuredClone(shared[name]) : one
  })
  Object.assign(holder, { parameters })
  const fields = parameters.filter((one): one is Json => isObject(one) && one['in'] === 'formData')
  const isPlain = fields.length > 0 && fields.every(({ type }) => type !== 'file')
  if (isPlain && holder['consumes'] === undefined && consumes === undefined) Object.assign(holder, { consumes: [FORM] })
}
