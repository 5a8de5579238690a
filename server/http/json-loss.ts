/** A value that JSON cannot hold, and where it is. */
export interface JsonLoss {
  /** `pets[0].owner`; empty for the value itself. */
  readonly member: string
  /** `a Promise`. */
  readonly kind: string
  /** A sentence. */
  readonly fix: string
}

/**
 * The first value that JSON cannot hold: a bigint, for which `JSON.stringify` throws without naming the place, and an
 * object that it writes as `{}` though it is not a plain one, a promise, a map, an instance whose members are private.
 */
export function findJsonLoss(value: unknown): JsonLoss | undefined {
  return search(value, '', [])
}

function search(value: unknown, member: string, outer: readonly object[]): JsonLoss | undefined {
  if (typeof value === 'bigint') return hasToJson(value) ? undefined : { member, ...BIGINT }
  if (typeof value !== 'object' || value === null || outer.includes(value) || hasToJson(value)) return undefined
  const around = [...outer, value]
  if (Array.isArray(value))
    return firstOf(
      value.map((item, index) => [`${member}[${index}]`, item]),
      around,
    )
  const names = Object.keys(value)
  if (names.length === 0) return lossOf(value, member)
  const record = value as Readonly<Record<string, unknown>>
  return firstOf(
    names.map((name) => [join(member, name), record[name]]),
    around,
  )
}

function firstOf(members: readonly (readonly [name: string, value: unknown])[], outer: readonly object[]) {
  for (const [name, value] of members) {
    const loss = search(value, name, outer)
    if (loss) return loss
  }
  return undefined
}

function lossOf(value: object, member: string): JsonLoss | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Also that of another realm, such as a worker of a test runner.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  // A `new String('')` is written as what it holds.
  if (isPlain || JSON.stringify(value) !== '{}') return undefined
  const name = nameOf(value)
  return { member, kind: `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`, fix: fixFor(value) }
}

function nameOf(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown }
  const name = typeof constructor === 'function' ? constructor.name : ''
  // Iterators and generators have the class Object or none, and a tag.
  return name === '' || name === 'Object' ? Object.prototype.toString.call(value).slice(8, -1) : name
}

function fixFor(value: object): string {
  if (typeof (value as { readonly then?: unknown }).then === 'function') return 'Await it.'
  if (value instanceof Map) return 'Return Object.fromEntries(map), or [...map].'
  if (Symbol.iterator in value) return 'Return a list of it: [...values].'
  if (value instanceof Error) return 'Throw it, or return its message.'
  return 'Return a plain object with the members to send, or give its class a method toJSON.'
}

function hasToJson(value: unknown): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
}

function join(member: string, name: string): string {
  if (!/^[\w$]+$/.test(name)) return `${member}[${JSON.stringify(name)}]`
  return member === '' ? name : `${member}.${name}`
}

const BIGINT = { kind: 'a bigint', fix: 'Return String(value), or Number(value) where it is small.' } as const
