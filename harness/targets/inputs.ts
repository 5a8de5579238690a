import { FORM, MULTIPART } from '../model/request.ts'
import { isNamed, leavesOf } from '../../server/internal.ts'
import type { BodyMember, RecordMember, Route, RouteInputs } from '../model/route.ts'
import { isObject, type Json, objectAt, resolveReference, textOf } from '../text/json.ts'
import { alternativesOf, exampleOf, isBinary, listAt, readExample, sampleMember } from './sample.ts'

/** How deep the schemas of a document are read: they may hold themselves. */
const MOST_DEEP = 5
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$|^\*\/\*$/

const STAFF = /\b(?:admin(?:istrator)?s?|staff|super-?users?)\b/i

/** The body of an operation and its answers, as a document describes them (OpenAPI 3.1, sections 4.8.13 and 4.8.16). */
export function readInputs(
  document: Json,
  operation: Json,
  item: Json = {},
  { method, auth }: Partial<Pick<Route, 'method' | 'auth'>> = {},
): RouteInputs {
  const content = objectAt(resolveReference(document, operation['requestBody']), 'content')
  const types = Object.keys(content)
  const contentType =
    types.find((type) => JSON_TYPE.test(type)) ?? [FORM, MULTIPART].find((type) => types.includes(type))
  // Some operations take in the query what others take in a body.
  const isInQuery = operation['requestBody'] === undefined && /^(?:POST|PUT|PATCH)$/.test(method ?? '')
  const media = contentType === undefined ? {} : objectAt(content, contentType)
  const { schema } = media
  const written = membersOf(document, schema).map(withAddress(readExample({}, exampleOf(document, media))))
  const records = recordsIn(document, schema)
  const body = isInQuery ? queryMembersOf(document, operation, item, auth) : written
  const answers = Object.entries(objectAt(operation, 'responses')).flatMap(([status, response]) =>
    status.startsWith('2') ? Object.values(objectAt(resolveReference(document, response), 'content')) : [],
  )
  const names = answers.flatMap((one) => namesIn(document, isObject(one) ? one['schema'] : undefined))
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((declared) =>
    resolveReference(document, declared),
  )
  const [query, headers] = (['query', 'header'] as const).map((place) =>
    parameters.flatMap((parameter) => (parameter['in'] === place ? [String(parameter['name'])] : [])),
  ) as [string[], string[]]
  return {
    ...(contentType === undefined ? {} : { contentType }),
    body,
    ...(records.length === 0 ? {} : { records }),
    ...(isInQuery && body.length > 0 ? { isInQuery: true as const } : {}),
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(STAFF.test(`${textOf(operation['summary'], '')} ${textOf(operation['description'], '')}`)
      ? { isForStaff: true as const }
      : {}),
    answers: [...new Set(names)],
  }
}

/** Members with the addresses that the example of a whole body has for them: their schema may say no more than that they are texts. */
function withAddress(example: unknown): (member: BodyMember) => BodyMember {
  return (member) => {
    const own = member.path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), example)
    const isAddress = typeof own === 'string' && /^https?:\/\//.test(own)
    return isAddress && !member.isChoice ? { ...member, sample: own } : member
  }
}

/** Members of a body that are records: objects with an id, and lists of them. */
function recordsIn(document: Json, declared: unknown): readonly RecordMember[] {
  const isRecord = (schema: unknown): boolean => 'id' in shapeOf(document, schema).properties
  return Object.entries(shapeOf(document, declared).properties).flatMap(([name, property]): readonly RecordMember[] => {
    const schema = plainOf(document, property)
    if (schema['readOnly'] === true) return []
    if (isRecord(property)) return [{ name }]
    return schema['items'] !== undefined && isRecord(schema['items']) ? [{ name, isList: true }] : []
  })
}

/** The parameters of a query as members; a credential among them is left out. */
function queryMembersOf(document: Json, operation: Json, item: Json, auth: Route['auth']): readonly BodyMember[] {
  const carriers = leavesOf(auth).flatMap(({ carrier }) =>
    isNamed(carrier) && carrier.in === 'query' ? [carrier.name] : [],
  )
  const declared = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]
    .map((parameter) => resolveReference(document, parameter))
    .filter((parameter) => parameter['in'] === 'query' && !carriers.includes(String(parameter['name'])))
  const properties = declared.map(({ name, schema, example }) => {
    const own = plainOf(document, schema)
    return [String(name), example === undefined ? own : { ...own, example }] as const
  })
  const required = declared.flatMap(({ name, required: isRequired }) => (isRequired === true ? [String(name)] : []))
  const members = membersOf(document, { properties: Object.fromEntries(properties), required })
  // An object of a query is written in ways of its own.
  return members.filter(({ path, type }) => path.length === 1 && type !== 'array' && type !== 'object')
}

function membersOf(
  document: Json,
  declared: unknown,
  path: readonly string[] = [],
  isNeeded = true,
): readonly BodyMember[] {
  const { properties, required } = shapeOf(document, declared)
  if (path.length > MOST_DEEP) return []
  return Object.entries(properties).flatMap(([name, property]): readonly BodyMember[] => {
    const inner = [...path, name]
    const isRequired = isNeeded && required.includes(name)
    const nested = membersOf(document, property, inner, isRequired)
    if (nested.length > 0) return nested
    const schema = plainOf(document, property)
    if (schema['readOnly'] === true) return []
    const format = schema['format']
    const entry = schema['items'] === undefined ? [] : membersOf(document, schema['items'], inner).map(belowOf(inner))
    return [
      {
        path: inner,
        type: textOf(
          [schema['type']].flat().find((type) => type !== 'null'),
          isAnything(schema) ? ANYTHING : 'string',
        ),
        ...(typeof format === 'string' ? { format } : {}),
        isRequired,
        sample: sampleMember(document, name, property),
        isChoice: ['enum', 'const', 'pattern'].some((key) => schema[key] !== undefined),
        ...(Array.isArray(schema['enum']) ? { choices: schema['enum'].filter((one) => typeof one === 'string') } : {}),
        ...(typeof schema['maxLength'] === 'number' ? { most: schema['maxLength'] } : {}),
        ...(entry.length > 0 ? { entry } : {}),
        ...(isBinary(document, property) ? { isFile: true as const } : {}),
      },
    ]
  })
}

/** The type of a member of which the document says nothing: an object, a list or a text. */
const ANYTHING = 'anything'

function isAnything(schema: Json): boolean {
  return !['type', 'enum', 'const', 'pattern', 'format', 'allOf', 'example', 'default'].some((key) => key in schema)
}

/** A member as it is called in an entry of a list. */
function belowOf({ length }: readonly string[]): (member: BodyMember) => BodyMember {
  return (member) => ({ ...member, path: member.path.slice(length) })
}

function namesIn(document: Json, declared: unknown, depth = 0): readonly string[] {
  if (depth > MOST_DEEP) return []
  const schema = resolveReference(document, declared)
  const items = schema['items'] === undefined ? [] : namesIn(document, schema['items'], depth + 1)
  const own = Object.entries(shapeOf(document, declared).properties)
  return [...items, ...own.flatMap(([name, property]) => [name, ...namesIn(document, property, depth + 1)])]
}

/** The properties of an object schema, those of its `allOf` and of its first alternative too. */
function shapeOf(
  document: Json,
  declared: unknown,
): { readonly properties: Json; readonly required: readonly unknown[] } {
  const schema = plainOf(document, declared)
  const parts = listAt(schema, 'allOf').map((part) => shapeOf(document, part))
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), objectAt(schema, 'properties')) as Json,
    required: [...parts.flatMap(({ required }) => required), ...listAt(schema, 'required')],
  }
}

/** Generators write what may be null as `anyOf: [{ … }, { type: null }]`, and a title beside a reference as `allOf: [{ $ref }]`. */
function plainOf(document: Json, declared: unknown): Json {
  const schema = resolveReference(document, declared)
  const [first] = alternativesOf(document, schema)
  const base = listAt(schema, 'allOf').length === 1 ? plainOf(document, listAt(schema, 'allOf')[0]) : {}
  return first === undefined ? { ...base, ...schema } : { ...schema, ...plainOf(document, first) }
}
