import { findNearest, namesOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { findSecret } from './secret.ts'

/** Says where a value is not of the type it must be: the place and the type, never the value. */
export type Check = (value: unknown, place: string) => void

export const TEXT: Check = (value, place) => {
  if (typeof value !== 'string' && findSecret(value) === undefined) fail(place, "a text or secret('NAME')", value)
}

/** Of any type: the application knows what it means. */
export const ANY: Check = () => undefined

export const ANY_OBJECT: Check = (value, place) => requireObject(value, place)

export const PLAIN_TEXT: Check = (value, place) => {
  if (typeof value !== 'string') fail(place, 'a text', value)
}

export const TEXT_OR_NUMBER: Check = (value, place) => {
  if (typeof value !== 'number') TEXT(value, place)
}

const LIST: Check = (value, place) => {
  if (!Array.isArray(value)) fail(place, 'a list', value)
}

/** A list of texts, or of objects. */
export function listOf(check: Check): Check {
  return (value, place) => {
    LIST(value, place)
    for (const [index, one] of (value as readonly unknown[]).entries()) check(one, `${place}[${index}]`)
  }
}

/** An object of a type: its members, where they are there, are of these types, and there are no others. */
export function object<Type extends object>(members: {
  readonly [Name in keyof Required<Type> & string]: Check
}): Check {
  const known = namesOf<Type>(members)
  return (value, place) => {
    requireObject(value, place)
    const unknown = Object.keys(value).find((key) => !(known as readonly string[]).includes(key))
    if (unknown !== undefined) {
      const meant = findNearest(unknown, known)
      const remedy = meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${meant}"?`
      throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${place}: there is no key "${unknown}". ${remedy}`)
    }
    for (const [key, check] of Object.entries<Check>(members)) {
      if (value[key] !== undefined) check(value[key], `${place}.${key}`)
    }
  }
}

export function recordOf(check: Check, separator = '.'): Check {
  return (value, place) => {
    requireObject(value, place)
    for (const [key, one] of Object.entries(value)) {
      if (one !== undefined) check(one, `${place}${separator}${key}`)
    }
  }
}

export function requireObject(
  value: unknown,
  place: string,
  expected = 'an object',
): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || findSecret(value) !== undefined) {
    fail(place, expected, value)
  }
}

export function fail(place: string, expected: string, value: unknown): never {
  const got = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : NAMES[typeof value]
  throw new HarnessError(
    'SVC_FIXTURE_TYPE',
    `${place} must be ${expected.replace(/,$/, '')}; got ${got ?? `a ${typeof value}`}`,
  )
}

const NAMES: Readonly<Record<string, string>> = { object: 'an object', string: 'a text', undefined: 'nothing' }
