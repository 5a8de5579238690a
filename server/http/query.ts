import { createRecord } from '../base/record.ts'

/** The value of a query parameter; a repeated name gives a list. */
export type QueryValue = string | readonly string[]

/**
 * Query parameters by name, form-decoded once (WHATWG URL section 5.1): `+` is a space, percent sequences are strict
 * UTF-8. Only `&` separates. A name or a value that does not decode stays as received. The object has no prototype.
 *
 * @param search the query as received, with or without its `?`
 */
export function parseQuery(search: string): Record<string, QueryValue> {
  const query = createRecord<string | string[]>()
  for (const [name, value] of formPairs(search, startOf(search))) {
    addValue(query, decodeForm(name) ?? name, decodeForm(value) ?? value)
  }
  return query
}

/**
 * The values of every query parameter of a name, in order, form-decoded once; `undefined` for one that does not
 * decode strictly. A parameter without `=` has an empty value. Other parameters cost no allocation.
 */
export function queryValues(search: string, name: string): readonly (string | undefined)[] {
  const values: (string | undefined)[] = []
  for (let start = startOf(search); start < search.length;) {
    const equals = endOfName(search, start)
    const end = search.charCodeAt(equals) === EQUALS ? indexOrEnd(search, '&', equals) : equals
    if (end > start && isNamed(search, start, equals, name)) values.push(decodeForm(search.slice(equals + 1, end)))
    start = end + 1
  }
  return values
}

/** The pairs of a form-encoded text, in order, not decoded; empty ones are passed over. */
export function* formPairs(text: string, start = 0): Generator<readonly [name: string, value: string], void> {
  while (start < text.length) {
    const end = indexOrEnd(text, '&', start)
    const pair = text.slice(start, end)
    start = end + 1
    if (pair === '') continue
    const equals = pair.indexOf('=')
    yield equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  }
}

/** Decodes a name or a value of a form; `undefined` for broken escapes and for bytes that are not UTF-8. */
export function decodeForm(text: string): string | undefined {
  if (!text.includes('%')) return text.includes('+') ? text.replaceAll('+', ' ') : text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Puts a value beside the earlier ones of its name. */
export function addValue<V>(record: Record<string, V | V[]>, name: string, value: V & (string | object)): void {
  const earlier = record[name]
  if (earlier === undefined) record[name] = value
  else if (Array.isArray(earlier)) earlier.push(value)
  else record[name] = [earlier, value]
}

const EQUALS = 61
const AMPERSAND = 38
const PERCENT = 37
const PLUS = 43

function startOf(search: string): number {
  return search.startsWith('?') ? 1 : 0
}

function indexOrEnd(text: string, character: string, start: number): number {
  const index = text.indexOf(character, start)
  return index < 0 ? text.length : index
}

function endOfName(search: string, start: number): number {
  let index = start
  for (; index < search.length; index++) {
    const code = search.charCodeAt(index)
    if (code === EQUALS || code === AMPERSAND) break
  }
  return index
}

function isNamed(search: string, start: number, end: number, name: string): boolean {
  for (let index = start; index < end; index++) {
    const code = search.charCodeAt(index)
    if (code === PERCENT || code === PLUS) {
      const raw = search.slice(start, end)
      return (decodeForm(raw) ?? raw) === name
    }
  }
  return end - start === name.length && search.startsWith(name, start)
}
