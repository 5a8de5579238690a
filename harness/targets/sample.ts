import type { AuthDescription } from 'svc'
import { formatCarrier, isNamed, leavesOf } from '../../server/internal.ts'
import { isObject, type Json, objectAt, resolveReference } from '../text/json.ts'
import { type RequestSample, SAMPLE_PASSWORD } from '../model/route.ts'
import { sampleTime } from '../text/sample-times.ts'
import { textOfPattern } from './sample-pattern.ts'

/**
 * A request that passes the validation of an operation, as far as its document describes it: its examples, else its defaults,
 * else the first of what is allowed, else the smallest text or number of its kind. What is not required is left out, but where a
 * body would be empty: a document that says of no member that it is required was not asked.
 */
export function sampleRequest(
  document: Json,
  item: Json,
  operation: Json,
  auth: AuthDescription | null | undefined,
  method?: string,
): RequestSample {
  const credentials = leavesOf(auth).flatMap(({ carrier }) => (isNamed(carrier) ? [formatCarrier(carrier)] : []))
  const isLeftOut = (place: string, name: string): boolean =>
    place === 'header' && RESERVED.test(name) ? true : credentials.includes(`${place} ${name}`)
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((declared) =>
    resolveReference(document, declared),
  )
  const texts = (place: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      parameters
        .filter(
          (parameter) =>
            parameter['in'] === place &&
            (place === 'path' || parameter['required'] === true) &&
            !isLeftOut(place, String(parameter['name'])),
        )
        .flatMap((parameter): readonly (readonly [string, string])[] => {
          const name = String(parameter['name'])
          const value = exampleOf(document, parameter) ?? sampleMember(document, name, parameter['schema'])
          return isScalar(value) ? [[name, String(value)]] : []
        }),
    )
  const body = sampleBody(document, resolveReference(document, operation['requestBody']), method !== 'PATCH')
  return {
    params: texts('path'),
    query: texts('query'),
    headers: texts('header'),
    ...(body === undefined ? {} : { body }),
  }
}

/** Fields that are not parameters (OpenAPI 3.1, section 4.8.12.1). */
const RESERVED = /^(?:accept|content-type|authorization)$/i

/** @param isWhole a record, and not a change, which may be empty */
function sampleBody(document: Json, body: Json, isWhole: boolean): RequestSample['body'] {
  const content = objectAt(body, 'content')
  const [contentType, media] =
    Object.entries(content).find(([type]) =>
      /^application\/(?:[\w.+-]+\+)?json$|^application\/x-www-form-urlencoded$/.test(type),
    ) ?? []
  const multipart = content['multipart/form-data']
  if (contentType === undefined && isObject(multipart)) return sampleMultipart(document, multipart)
  if (contentType === undefined || !isObject(media)) return undefined
  const schema = resolveReference(document, media['schema'])
  const known = readExample(schema, exampleOf(document, media)) ?? sampleValue(document, schema)
  if (known === undefined) return undefined
  const isEmpty = isWhole && isObject(known) && Object.keys(known).length === 0
  const value = isEmpty ? wholeSample(document, media['schema']) : known
  if (!contentType.includes('urlencoded')) return { contentType, text: JSON.stringify(value) }
  const fields = isObject(value) ? Object.entries(value) : []
  return { contentType, text: new URLSearchParams(fields.map(([name, field]) => [name, String(field)])).toString() }
}

/** All members of an object, but for its id: with one that is there a record is written over. */
function wholeSample(document: Json, declared: unknown): Json {
  const properties = objectAt(resolveReference(document, declared), 'properties')
  const writable = Object.entries(properties).filter(
    ([name, one]) => resolveReference(document, one)['readOnly'] !== true && !/^_?(?:id|uuid|guid|pk)$/i.test(name),
  )
  return Object.fromEntries(writable.map(([name, property]) => [name, sampleMember(document, name, property, 1)]))
}

/** The same in every run. */
const BOUNDARY = 'svc-test-auth-sample'

/**
 * A form with files (RFC 7578 section 4): a binary field is a small file, every other one a text. A form that is for one file has
 * it, whether or not its schema requires it.
 */
function sampleMultipart(document: Json, media: Json): RequestSample['body'] {
  const known = exampleOf(document, media)
  const sampled = known ?? sampleValue(document, media['schema'])
  const properties = objectAt(resolveReference(document, media['schema']), 'properties')
  const [file, more] = Object.keys(properties).filter((name) => isBinary(document, properties[name]))
  const value = {
    ...(isObject(sampled) ? sampled : {}),
    ...(file !== undefined && more === undefined && !(isObject(sampled) && file in sampled) ? { [file]: '' } : {}),
  }
  const parts = Object.entries(value).map(([name, field]) => {
    const isFile = isBinary(document, properties[name])
    const one: unknown = isFile && Array.isArray(field) ? field[0] : field
    const text = typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one)
    const own = known === undefined ? fileOf(document, properties[name], objectAt(media, 'encoding')[name]) : TEXT
    const about = isFile ? `; filename="${own.name}"\r\nContent-Type: ${own.type}` : ''
    const content = isFile ? (own.content ?? text) : text
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n${content}\r\n`
  })
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, text: `${parts.join('')}--${BOUNDARY}--\r\n` }
}

interface SampleFile {
  readonly name: string
  readonly type: string
  readonly content?: string
}

const TEXT: SampleFile = { name: 'svc.txt', type: 'text/plain' }
/** One pixel without a colour, and no byte above 127. */
const PICTURE: SampleFile = {
  name: 'svc.gif',
  type: 'image/gif',
  content: 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;',
}

/** A picture, which more forms take than a text, where the document says no other media type. */
function fileOf(document: Json, declared: unknown, encoding: unknown): SampleFile {
  const said = isObject(encoding) ? encoding['contentType'] : resolveReference(document, declared)['contentMediaType']
  return typeof said === 'string' && said.startsWith('text/') ? { ...TEXT, content: 'svc' } : PICTURE
}

/** OpenAPI 3.0 writes `format: binary`, 3.1 a media type; lists of files are one file here. */
export function isBinary(document: Json, declared: unknown): boolean {
  const schema = resolveReference(document, declared)
  const all = [schema, resolveReference(document, schema['items']), ...alternativesOf(document, schema)]
  return all.some((one) => one['format'] === 'binary' || one['contentMediaType'] !== undefined)
}

/** `example`, or the first of `examples`, of a parameter or a body. */
export function exampleOf(document: Json, declared: Json): unknown {
  if (declared['example'] !== undefined) return declared['example']
  const [first] = Object.values(objectAt(declared, 'examples'))
  return resolveReference(document, first)['value']
}

/** The example of an object or a list that is written as a text of JSON, as it is meant. */
export function readExample({ type }: Json, example: unknown): unknown {
  if (typeof example !== 'string' || !/^\s*[{[]/.test(example) || [type].flat().includes('string')) return example
  try {
    return JSON.parse(example) as unknown
  } catch {
    return example
  }
}

/** A value that passes validation: the examples, defaults and limits of a schema say which. */
function sampleValue(document: Json, declared: unknown, depth = 0): unknown {
  const schema = resolveReference(document, declared)
  const known = [
    schema['example'],
    ...listAt(schema, 'examples'),
    schema['default'],
    schema['const'],
    ...listAt(schema, 'enum'),
  ].find((value) => value !== undefined && value !== null)
  if (known !== undefined) return readExample(schema, known)
  if (depth > MOST_DEEP) return undefined
  const [member] = alternativesOf(document, schema)
  if (Array.isArray(schema['allOf'])) return mergedSample(document, schema, depth)
  if (member !== undefined) return sampleValue(document, member, depth + 1)
  switch ([schema['type']].flat().find((type) => type !== 'null')) {
    case 'object':
      return sampleObject(document, schema, depth)
    case 'array':
      return typeof schema['minItems'] === 'number' && schema['minItems'] > 0
        ? [sampleValue(document, schema['items'], depth + 1)]
        : []
    case 'integer':
    case 'number':
      return sampleNumber(schema)
    case 'boolean':
      return true
    default:
      return isObject(schema['properties']) ? sampleObject(document, schema, depth) : sampleText(schema)
  }
}

/** The alternatives of a schema, but for null. */
export function alternativesOf(document: Json, schema: Json): readonly Json[] {
  const all = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')]
  return all.map((one) => resolveReference(document, one)).filter((one) => one['type'] !== 'null')
}

/** The least number that a schema allows, and 1 where less is allowed: JavaScript has other numbers than the bounds of 64 bits. */
function sampleNumber(schema: Json): number {
  const least = numberAt(schema, 'minimum') ?? (numberAt(schema, 'exclusiveMinimum') ?? 0) + 1
  return least >= 0 ? least : Math.min(1, numberAt(schema, 'maximum') ?? 1)
}

const MOST_DEEP = 6

function mergedSample(document: Json, schema: Json, depth: number): unknown {
  const parts = listAt(schema, 'allOf').map((part) => sampleValue(document, part, depth + 1))
  // A title beside a reference to a text.
  const text = parts.find((part) => part !== undefined && !isObject(part))
  if (text !== undefined && !parts.some(isObject)) return text
  return Object.assign(sampleObject(document, schema, depth), ...parts.filter(isObject))
}

function sampleObject(document: Json, schema: Json, depth: number): Json {
  const required = listAt(schema, 'required')
  return Object.fromEntries(
    Object.entries(objectAt(schema, 'properties'))
      // Required in answers alone (OpenAPI 3.0, section 4.7.24.2).
      .filter(([name, one]) => required.includes(name) && resolveReference(document, one)['readOnly'] !== true)
      .map(([name, property]) => [name, sampleMember(document, name, property, depth + 1)]),
  )
}

/** The value of a member: a password that common rules accept, of which documents say little. */
export function sampleMember(document: Json, name: string, declared: unknown, depth = 0): unknown {
  const value = sampleValue(document, declared, depth)
  const schema = resolveReference(document, declared)
  const { format } = schema
  if ((format === 'date' || format === 'date-time') && value === FORMATS[format]) return sampleTime(name, format)
  const isMadeUp = typeof value === 'string' && /^1+$/.test(value) && !isSaid(schema)
  if (isMadeUp && /card_?num|^pan$/i.test(name)) return TEST_CARD.slice(0, numberAt(schema, 'maxLength'))
  if (!isMadeUp || !(/passw|pwd/i.test(name) || schema['format'] === 'password')) return value
  return SAMPLE_PASSWORD.padEnd(value.length, '1').slice(0, numberAt(schema, 'maxLength'))
}

/** A number for tests, whose last digit is right. */
const TEST_CARD = '4111111111111111'

function isSaid(schema: Json): boolean {
  return ['example', 'examples', 'default', 'const', 'enum', 'pattern'].some((key) => schema[key] !== undefined)
}

function sampleText(schema: Json): string {
  const format = schema['format']
  const text = typeof format === 'string' ? FORMATS[format] : undefined
  const pattern = schema['pattern']
  const matching = typeof pattern === 'string' ? textOfPattern(pattern) : undefined
  return matching ?? text ?? '1'.repeat(Math.max(1, numberAt(schema, 'minLength') ?? 1))
}

const UUID = '00000000-0000-4000-8000-000000000001'

/** Formats of OpenAPI and JSON Schema that a text of one digit does not have. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: UUID,
  // Of one version, as pydantic writes it.
  uuid1: '00000000-0000-1000-8000-000000000001',
  uuid3: '00000000-0000-3000-8000-000000000001',
  uuid4: UUID,
  uuid5: '00000000-0000-5000-8000-000000000001',
  uuid7: '00000000-0000-7000-8000-000000000001',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  duration: 'PT1H',
  email: 'ann@example.com',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  // Base64.
  byte: 'c3Zj',
  bytes: 'c3Zj',
}

function numberAt(schema: Json, key: string): number | undefined {
  const value = schema[key]
  return typeof value === 'number' ? value : undefined
}

/** The list under a key, or an empty one. */
export function listAt(value: Json, key: string): readonly unknown[] {
  const found = value[key]
  return Array.isArray(found) ? found : []
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
