import { jsonSchemaOf } from '../schema/json-schema.ts'
import type { JsonSchema } from '../schema/schema-tree.ts'
import type { OperationOptions } from '../model/operation.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import type { PathTemplateParam } from './path-template.ts'
import type { ParameterObject } from './specification.ts'

/** OpenAPI 3.1 section 4.8.12.1 has these three ignored as parameters; security and content types describe them. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** The inputs of an operation outside its body: path, query, header fields, cookies. */
export function parametersOf(
  options: OperationOptions,
  path: readonly PathTemplateParam[],
  schemas: ComponentSchemas,
): readonly ParameterObject[] {
  const declared = (schema: unknown): JsonSchema =>
    schema === undefined ? {} : schemas.embed(jsonSchemaOf(schema, 'input'))
  return [
    ...pathParameters(path, propertiesOf(declared(options.params))),
    ...queryParameters(declared(options.query)),
    ...namedParameters('header', declared(options.headers)).filter(
      ({ name }) => !IGNORED_HEADERS.has(name.toLowerCase()),
    ),
    ...namedParameters('cookie', declared(options.cookies)),
  ]
}

function pathParameters(path: readonly PathTemplateParam[], properties: Properties): readonly ParameterObject[] {
  return path.map(({ name, isRest }) => ({
    name,
    in: 'path',
    required: true,
    ...(isRest ? { description: 'The rest of the path; it may hold slashes.' } : {}),
    ...describe(properties[name] ?? { type: 'string' }),
  }))
}

/** A schema without named properties, a record for example, is one parameter that stands for all. */
function queryParameters(schema: JsonSchema): readonly ParameterObject[] {
  const named = namedParameters('query', schema)
  if (named.length > 0 || Object.keys(schema).length === 0) return named
  return [{ name: 'query', in: 'query', required: false, style: 'form', explode: true, schema }]
}

function namedParameters(place: 'query' | 'header' | 'cookie', schema: JsonSchema): readonly ParameterObject[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...describe(property),
  }))
}

type Properties = Readonly<Record<string, JsonSchema>>

function propertiesOf(schema: JsonSchema): Properties {
  return (schema.properties ?? {}) as Properties
}

/** A description belongs to the parameter, where tools look for it. */
function describe(property: JsonSchema): Pick<ParameterObject, 'description' | 'deprecated' | 'schema'> {
  const { description, deprecated, ...schema } = property
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    schema,
  }
}
