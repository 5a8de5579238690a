import { findNearest } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { requireNoVariable } from './resolve-text.ts'
import { findSecret } from './secret.ts'

/** A JSON Schema, 2020-12. */
export type Schema = Readonly<Record<string, unknown>>

/** The description of a value of fixtures: the checks run by it, and the published schema is made of it. */
export interface Check<Needed extends boolean = false> {
  /** Says where a value is not of the type it must be: the place and the type, never the value. */
  readonly judge: (this: void, value: unknown, place: string) => void
  /** May be narrower, such as the names of a choice: a later step refuses the others in words of its own. */
  readonly schema: Schema
  readonly needed?: Needed
}

/** A check for each member, `needed` where the type says that it is there. One missing or too many does not compile. */
type Members<Type> = {
  readonly [Name in keyof Required<Type> & string]: Check<object extends Pick<Type, Name> ? false : true>
}

interface ObjectCheck<Type extends object> extends Check {
  readonly members: Members<Type>
}

interface NamedCheck extends Check {
  readonly definition: readonly [name: string, schema: Schema]
}

const isText = (value: unknown): boolean => typeof value === 'string' || findSecret(value) !== undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && findSecret(value) === undefined

/** A text that may be secret. */
export const TEXT: NamedCheck = named(
  'text',
  leaf("a text or secret('NAME')", isText, {
    type: 'string',
    description: 'A text; ${NAME}, ${NAME:-default}, file:… and exec:… are replaced.',
  }),
)

/** Of any type: the application knows what it means. */
export const ANY: Check = leaf('', () => true, {})

export const ANY_OBJECT: Check = leaf('an object', isObject, { type: 'object' })

const isPlainText = (value: unknown): boolean => typeof value === 'string'

/** A name of something: no variable is replaced in it, and one is refused. */
export const PLAIN_TEXT: Check = {
  judge(value, place) {
    if (typeof value !== 'string') return fail(place, 'a text', value)
    requireNoVariable(value, place)
  },
  schema: { type: 'string' },
}

/** A text that is not secret, in which variables of the environment are replaced. */
export const REPLACED_TEXT: Check = leaf('a text', isPlainText, { type: 'string' })

const isTextOrNumber = (value: unknown): boolean => typeof value === 'number' || isText(value)
export const TEXT_OR_NUMBER: Check = leaf("a text or secret('NAME')", isTextOrNumber, { type: ['string', 'number'] })

/** A value without others in it. */
export function leaf(expected: string, admits: (value: unknown) => boolean, schema: Schema): Check {
  return { judge: (value, place) => admits(value) || fail(place, expected, value), schema }
}

/** A value without others in it, or one with them. */
export function either(single: Check, several: Check): Check {
  const judge: Check['judge'] = (value, place) => (isObject(value) ? several : single).judge(value, place)
  return { judge, schema: anyOf(single, several) }
}

/** A list of texts, or of objects. */
export function listOf(check: Check): Check {
  return {
    judge(value, place) {
      if (!Array.isArray(value)) return fail(place, 'a list', value)
      for (const [index, one] of value.entries()) check.judge(one, `${place}[${index}]`)
    },
    schema: { type: 'array', items: check.schema },
  }
}

/** One, or a list of them. */
export function oneOrList(check: Check): Check {
  const list = listOf(check)
  return {
    judge: (value, place) => (Array.isArray(value) ? list : check).judge(value, place),
    schema: anyOf(check, list),
  }
}

export const PLAIN_TEXTS: Check = listOf(PLAIN_TEXT)

/** A text that may be secret, or what the judge admits, which is one of these. */
export function textOr(judge: Check['judge'], ...checks: readonly Check[]): Check {
  return {
    judge: (value, place) => isText(value) || judge(value, place),
    schema: anyOf(TEXT, ...checks),
  }
}

/** An object of a type: its members, where they are there, are of these types, and there are no others. */
export function object<Type extends object>(members: Members<Type>, isComplete = false): ObjectCheck<Type> {
  const checks = Object.entries<Check<boolean>>(members)
  const known = Object.keys(members)
  const required = checks.filter(([, { needed }]) => needed).map(([key]) => key)
  return {
    judge(value, place) {
      requireObject(value, place)
      const unknown = Object.keys(value).find((key) => !known.includes(key))
      if (unknown !== undefined) {
        const meant = findNearest(unknown, known)
        const remedy = meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${meant}"?`
        throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${place}: there is no key "${unknown}". ${remedy}`)
      }
      for (const [key, { judge }] of checks) if (value[key] !== undefined) judge(value[key], `${place}.${key}`)
      const needs = isComplete ? checks.filter(([key, { needed }]) => needed && value[key] === undefined) : []
      for (const [key, { judge }] of needs) judge(undefined, `${place}.${key}`)
    },
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(checks.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
    },
    members,
  }
}

/** The same, and required members must exist; elsewhere the code that uses the object refuses it without them. */
export const complete = <Type extends object>(members: Members<Type>): ObjectCheck<Type> => object(members, true)

export function recordOf(check: Check, separator = '.'): Check {
  return {
    judge(value, place) {
      requireObject(value, place)
      for (const [key, one] of Object.entries(value)) {
        requireNoVariable(key, place)
        if (one !== undefined) check.judge(one, `${place}${separator}${key}`)
      }
    },
    schema: { type: 'object', additionalProperties: check.schema },
  }
}

export function needed(check: Check): Check<true> {
  return { ...check, needed: true }
}

/** A check of which the published schema says more. */
export function published<Of extends Check>(check: Of, more: Schema): Of {
  return { ...check, schema: { ...check.schema, ...more } }
}

export function described<Of extends Check>(check: Of, description: string): Of {
  return published(check, { description })
}

/** A check of which the published schema says the only names: all of a type. */
export function choice<Name extends string>(check: Check, names: Readonly<Record<Name, true>>): Check {
  return published(check, { enum: Object.keys(names) })
}

/** A check whose schema is a definition, which others refer to. */
export function named<Of extends Check>(name: string, check: Of): Of & NamedCheck {
  return { ...check, schema: { $ref: `#/$defs/${name}` }, definition: [name, check.schema] }
}

export function anyOf(...checks: readonly Check[]): Schema {
  return { anyOf: checks.map(({ schema }) => schema) }
}

export function requireObject(
  value: unknown,
  place: string,
  expected = 'an object',
): asserts value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) fail(place, expected, value)
}

export function fail(place: string, expected: string, value: unknown): never {
  const got = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : NAMES[typeof value]
  throw new HarnessError(
    'SVC_FIXTURE_TYPE',
    `${place} must be ${expected.replace(/,$/, '')}; got ${got ?? `a ${typeof value}`}`,
  )
}

const NAMES: Readonly<Record<string, string>> = { object: 'an object', string: 'a text', undefined: 'nothing' }
