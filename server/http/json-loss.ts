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
  const seen = new Set<object>()
  // A list and no recursion: a value may be as deep as JSON.stringify can go.
  const waiting: Member[] = canLose(value) ? [['', value]] : []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [member, found] = next
    if (hasToJson(found)) continue
    if (typeof found === 'bigint') return { member, ...BIGINT }
    if (seen.has(found as object)) continue
    seen.add(found as object)
    const members = membersOf(found as object, member)
    const loss = members === undefined ? lossOf(found as object, member) : undefined
    if (loss) return loss
    for (const inner of members?.toReversed() ?? []) if (canLose(inner[1])) waiting.push(inner)
  }
  return undefined
}

type Member = readonly [member: string, value: unknown]

/** Whether a value can hold, or be, what JSON cannot hold. */
function canLose(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'bigint'
}

/** `undefined` for an object without members of its own. */
function membersOf(value: object, member: string): readonly Member[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [`${member}[${index}]`, item] as const)
  const names = Object.keys(value)
  const record = value as Readonly<Record<string, unknown>>
  return names.length === 0 ? undefined : names.map((name) => [join(member, name), record[name]] as const)
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
  // Iterators and generators have the class Object, Iterator (from Node 22 on) or none, and a tag.
  return name === '' || name === 'Object' || name === 'Iterator'
    ? Object.prototype.toString.call(value).slice(8, -1)
    : name
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
