import { createFault, type FaultType, type Reading } from './faults.ts'

/** Where a value comes from: JSON has types of its own, everything else is text. */
export type Source = 'text' | 'json'

/** Reads one value as a plain field says. */
export type FieldReader = (value: unknown) => Reading

const JSON_FIELDS: ReadonlyMap<unknown, FieldReader> = new Map<unknown, FieldReader>([
  [String, expect('string', (value) => (typeof value === 'string' ? value : undefined))],
  // `1e999` is JSON and parses to infinity, which JSON cannot express.
  [Number, expect('number', (value) => (Number.isFinite(value) ? value : undefined))],
  [Boolean, expect('boolean', (value) => (typeof value === 'boolean' ? value : undefined))],
])

const TEXT_FIELDS: ReadonlyMap<unknown, FieldReader> = new Map<unknown, FieldReader>([
  [String, expectText('string', (text) => text)],
  [Number, expectText('number', parseNumber)],
  [Boolean, expectText('boolean', parseBoolean)],
])

/** The reader of `String`, `Number` or `Boolean`; `undefined` for any other field. */
export function findFieldReader(field: unknown, source: Source): FieldReader | undefined {
  return (source === 'json' ? JSON_FIELDS : TEXT_FIELDS).get(field)
}

/** An optional minus, digits without leading zeros, optionally a point and digits. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * A number in plain decimal notation: no blank, sign, exponent, hexadecimal, or empty text, and nothing that a
 * double cannot hold. `9007199254740993` is refused, for it would arrive as another id.
 */
export function parseNumber(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || Object.is(value, -0)) return undefined
  if (!text.includes('.') && !Number.isSafeInteger(value)) return undefined
  return value
}

/** Exactly `true` or `false`. */
export function parseBoolean(text: string): boolean | undefined {
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}

function expect(type: FaultType, read: (value: unknown) => unknown): FieldReader {
  const fault = { faults: [createFault(type)] }
  return (value) => {
    if (value === undefined) return MISSING
    const output = read(value)
    return output === undefined ? fault : { value: output }
  }
}

function expectText(type: FaultType, parse: (text: string) => unknown): FieldReader {
  const readText = expect(type, (value) => (typeof value === 'string' ? parse(value) : undefined))
  return (value) => (Array.isArray(value) ? REPEATED : readText(value))
}

const MISSING: Reading = { faults: [createFault('missing')] }
const REPEATED: Reading = { faults: [createFault('repeated')] }
