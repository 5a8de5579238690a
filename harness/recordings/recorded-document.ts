import { isSafeMethod } from '../../server/internal.ts'
import { FORM, type RequestData } from '../model/request.ts'
import { isObject, type Json } from '../text/json.ts'
import type { Entry } from './read-har.ts'
import { MOST_DEEP, valuesIn } from './recorded-values.ts'
import { type Shown, shownIn } from './shown-credentials.ts'
import type { Placed } from './templates.ts'

/** An operation of recordings. */
export interface RecordedOperation {
  readonly method: string
  readonly template: string
  readonly entries: readonly (readonly [entry: Entry, placed: Placed])[]
  /** Credentials that were sent with it, one of each scheme. */
  readonly shown: readonly Shown[]
}

/** Members of which no recorded value is used again. */
const SECRET = /passw|pwd|secret|token|otp|pin$|code|card|cvv|cvc|iban|ssn|key$/i
/** Characters of a text that is an example. */
const LONGEST = 200

/** The operations of recordings: requests that an API answered, not the pages and pictures of a site. */
export function operationsOf(entries: readonly Entry[], place: (path: string) => Placed): readonly RecordedOperation[] {
  const found = new Map<string, (readonly [Entry, Placed])[]>()
  for (const entry of entries) {
    if (!isOfApi(entry)) continue
    const placed = place(entry.path)
    const key = `${entry.method} ${placed.template}`
    found.set(key, [...(found.get(key) ?? []), [entry, placed]])
  }
  return [...found].map(([key, own]) => {
    const shown = own.flatMap(([entry]) => shownIn(entry) ?? [])
    const [method = '', template = ''] = key.split(' ')
    return { method, template, entries: own, shown: [...new Map(shown.map((one) => [one.scheme, one])).values()] }
  })
}

/** Answers that do not say that there is an operation. */
const ABSENT: ReadonlySet<number> = new Set([0, 404, 405])

function isOfApi({ method, status, answer, headers }: Entry): boolean {
  if (method === 'OPTIONS' || method === 'HEAD' || (status >= 300 && status < 400) || ABSENT.has(status)) return false
  if (method !== 'GET' || status >= 400 || status === 204) return true
  return answer !== undefined || headers.some(([name, value]) => name === 'accept' && value.includes('json'))
}

/** Steps of paths whose operations are open to clients who are not logged in, whatever clients send with them. */
const OPEN = /log-?in|sign-?in|sign-?up|regist|token|session|reset|forg[eo]t|recover|verif|confirm|activate|refresh/i

/** Whether an operation begins what credentials are for: a login refuses what it is asked without with the status of a guard. */
export function isOpenByName(method: string, path: string): boolean {
  return !isSafeMethod(method) && path.split('/').some((step) => OPEN.test(step))
}

/** Whether an operation is guarded, by the answer to a request without a credential. */
export function isGuardedBy({ method, template, entries }: RecordedOperation, status: number | undefined): boolean {
  const isSafe = isSafeMethod(method)
  if (isOpenByName(method, template)) return false
  if (status === undefined || status === 401 || status === 403) return true
  // Another refusal may come before the guard: a body is read, or a record looked for. Who sends a password may register.
  const names = entries.flatMap(([{ body }]) => valuesIn(body?.value).map(({ name }) => name))
  return status >= 400 && !isSafe && !(method === 'POST' && names.some((name) => /passw/i.test(name)))
}

/** The last request of an operation without a credential and without a body; what may change something names nothing. */
export function plainRequestOf(operation: RecordedOperation, prefix: string): RequestData | undefined {
  const { method, entries, shown, template } = operation
  const [entry] = entries.at(-1) ?? []
  if (entry === undefined) return undefined
  if (!isSafeMethod(method)) {
    const target = prefix + template.replaceAll(/\{[^}]*\}/g, '987654321')
    return { method, target, headers: [['Accept', 'application/json']] }
  }
  const query = entry.query.filter(([name]) => !shown.some(({ scheme }) => scheme === `query ${name}`))
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query.map((pair) => [...pair])).toString()}`
  return { method, target: prefix + entry.path + search, headers: [['Accept', 'application/json']] }
}

/** The operations as an OpenAPI document has them, to be read as one. @param isGuarded whether an operation refuses without a credential */
export function documentOf(
  operations: readonly RecordedOperation[],
  isGuarded: (operation: RecordedOperation) => boolean,
): Json {
  const paths = new Map<string, Record<string, Json>>()
  for (const operation of operations) {
    const item = paths.get(operation.template) ?? {}
    item[operation.method.toLowerCase()] = operationObject(operation, isGuarded(operation))
    paths.set(operation.template, item)
  }
  const schemes = operations.flatMap(({ shown }) => shown.map(({ scheme, declared }) => [scheme, declared] as const))
  return {
    openapi: '3.1.0',
    info: { title: 'recordings', version: '' },
    components: { securitySchemes: Object.fromEntries(schemes) },
    paths: Object.fromEntries(paths),
  }
}

function operationObject({ entries, shown }: RecordedOperation, isGuarded: boolean): Json {
  const good = entries.filter(([{ status }]) => status < 400)
  const own = good.length > 0 ? good : entries
  // Of the first user, whose credential is the control.
  const [, placed] = own[0] as (typeof own)[number]
  const parameters = Object.entries(placed.params).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example,
  }))
  const bodies = own.flatMap(([{ body }]) => body ?? [])
  const [body] = bodies
  const answers = good.flatMap(([{ answer }]) => (answer === undefined ? [] : [answer]))
  const answer = answers.length === 0 ? {} : jsonOf(schemaOf(answers, false))
  return {
    security: isGuarded ? shown.map(({ scheme }) => ({ [scheme]: [] })) : [],
    parameters: [
      ...parameters,
      ...queryOf(
        own.map(([entry]) => entry),
        shown,
      ),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: jsonOf(
            schemaOf(
              bodies.map(({ value }) => value),
              true,
            ),
            body.type,
          ),
        }),
    responses: { 200: { description: 'recorded', ...answer } },
  }
}

function jsonOf(schema: Json, type = 'json'): Json {
  const name = type === 'form' ? FORM : 'application/json'
  return { content: { [name]: { schema } } }
}

/** Parameters that each request had. */
function queryOf(entries: readonly Entry[], shown: readonly Shown[]): readonly Json[] {
  const [first] = entries
  const isCredential = (name: string): boolean => shown.some(({ scheme }) => scheme === `query ${name}`)
  return (first?.query ?? [])
    .filter(([name]) => !isCredential(name) && entries.every(({ query }) => query.some(([one]) => one === name)))
    .map(([name, value]) => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'string' },
      ...(SECRET.test(name) || value.length > LONGEST ? {} : { example: value }),
    }))
}

/** The schema that values have in common. Names of the prototype are left out. @param hasExamples for requests */
export function schemaOf(values: readonly unknown[], hasExamples: boolean, name = '', depth = 0): Json {
  const objects = values.filter(isObject)
  if (depth > MOST_DEEP) return {}
  if (objects.length > 0) {
    const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter((one) => one !== '__proto__')
    return {
      type: 'object',
      properties: Object.fromEntries(
        names.map((one) => {
          const own = objects.flatMap((value) => (Object.hasOwn(value, one) ? [value[one]] : []))
          return [one, schemaOf(own, hasExamples, one, depth + 1)]
        }),
      ),
      required: names.filter((one) => objects.every((value) => Object.hasOwn(value, one))),
    }
  }
  const lists = values.filter((value): value is readonly unknown[] => Array.isArray(value))
  if (lists.length > 0) return { type: 'array', items: schemaOf(lists.flat(), hasExamples, name, depth + 1) }
  const value = values.find((one) => one !== null)
  const isLong = typeof value === 'string' && value.length > LONGEST
  const isExample = hasExamples && !SECRET.test(name) && !isLong
  return { type: typeOf(value), ...(isExample && value !== undefined ? { example: value } : {}) }
}

function typeOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}
