import type { Json } from '../text/json.ts'
import { isObject } from '../text/json.ts'

/** A text or a number of an answer, with where it stands. */
export interface Leaf {
  /** Name of the member that it is the value of; that of the list for an item of one. */
  readonly name: string
  /** From the root: `/data/0/id`. */
  readonly pointer: string
  readonly value: string | number | boolean
}

/** Most values that are read of one answer. */
const MOST = 5_000

/** Every text, number and truth value of a JSON value. */
export function leavesOfJson(value: unknown): readonly Leaf[] {
  const found: Leaf[] = []
  const walk = (one: unknown, name: string, pointer: string): void => {
    if (found.length >= MOST) return
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
      found.push({ name, pointer, value: one })
      return
    }
    if (Array.isArray(one)) for (const [at, item] of one.entries()) walk(item, name, `${pointer}/${at}`)
    else if (isObject(one)) for (const [key, item] of Object.entries(one)) walk(item, key, `${pointer}/${key}`)
  }
  walk(value, '', '')
  return found
}

/** Whether a value stands in a JSON value under the same name, for several of them. */
export function standsIn(json: unknown): (leaf: Pick<Leaf, 'name' | 'value'>) => boolean {
  const found = new Set(leavesOfJson(json).map(({ name, value }) => `${name} ${value}`))
  return ({ name, value }) => found.has(`${name} ${value}`)
}

/** The values of a JSON value as texts, wherever they stand. */
export function textsIn(json: unknown): ReadonlySet<string> {
  return new Set(leavesOfJson(json).map(({ value }) => String(value)))
}

/** Where an object stands in a JSON value, ` at /data/0`; empty where it is the whole, or not there. */
export function placeIn(json: unknown, wanted: object): string {
  const find = (one: unknown, pointer: string): string | undefined => {
    if (one === wanted) return pointer
    if (typeof one !== 'object' || one === null) return undefined
    for (const [name, item] of Object.entries(one)) {
      const found = find(item, `${pointer}/${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  const pointer = find(json, '') ?? ''
  return pointer === '' ? '' : ` at ${pointer}`
}

/** The values of a JSON value by where they stand. */
export function valuesByPointer(json: unknown): ReadonlyMap<string, Leaf['value']> {
  return new Map(leavesOfJson(json).map(({ pointer, value }) => [pointer, value]))
}

/** A copy of a JSON value with another one behind some names: of the type that passes validation in its place. */
export function withValueAt(value: unknown, [name, ...rest]: readonly string[], to: string): unknown {
  if (name === undefined) return typeof value === 'number' && /^\d+$/.test(to) ? Number(to) : to
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === name ? withValueAt(one, rest, to) : one))
  const members = isObject(value) ? value : {}
  return { ...members, [name]: withValueAt(members[name], rest, to) }
}

/** In words, the names of a few values: `street, city, zip and 2 more members`. */
export function namesOf(leaves: readonly Pick<Leaf, 'name'>[]): string {
  const names = [...new Set(leaves.map(({ name }) => name))]
  return names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more members` : '')
}

/** Every object of a JSON value that has a text or a number of its own, from the outside in. */
export function objectsOfJson(value: unknown): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsOfJson)
  if (!isObject(value)) return []
  const own = Object.values(value).some((one) => typeof one === 'string' || typeof one === 'number')
  return [...(own ? [value] : []), ...Object.values(value).flatMap(objectsOfJson)]
}

/** The entries of all lists whose member has a name that ends as given, in one list. @param end folded */
export function listsNamed(value: unknown, end: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => listsNamed(one, end))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, one]) => [
    ...(Array.isArray(one) && foldName(name).endsWith(end) ? (one as readonly unknown[]) : []),
    ...listsNamed(one, end),
  ])
}

/** Whether a member names a record by the id that it was sent: alone, in a list, or in an object that holds it. */
export function isNamed(value: unknown, id: unknown): boolean {
  if (Array.isArray(id)) return id.some((one) => isNamed(value, one))
  if (Array.isArray(value)) return value.some((one) => isNamed(one, id))
  return String(isObject(value) ? (value['id'] ?? value['_id']) : value) === String(id)
}

/** An object without the lists and objects in it, each of which may be of another record. */
export function ownMembers(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one !== 'object'))
}

/** The objects of a JSON value that have a text of their own with another text in it. */
export function objectsHolding(value: unknown, text: string): readonly Json[] {
  return objectsOfJson(value).filter((entry) =>
    Object.values(entry).some((one) => typeof one === 'string' && one.includes(text)),
  )
}

/** `orderId`, `order_id` and `Order-ID` are one name. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** `orders` is about an order, `categories` about a category. */
export function singular(word: string): string {
  const folded = foldName(word)
  if (folded.endsWith('ies')) return `${folded.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(folded)) return folded
  return folded.replace(/(?<=ss|x|ch|sh)es$|s$/, '')
}

/** Names of members that tell one record from another. */
// oxfmt-ignore
export const ID_NAMES: ReadonlySet<string> = new Set([
  'rowid', 'id', 'uuid', 'guid', 'slug', 'key', 'code', 'ref', 'number', 'uid', 'pk',
])

/** Whether a folded name is that of the number that a table has for a record, beside an id with a meaning outside. */
export function isRowId(name: string): boolean {
  return name === 'rowid'
}

/** Names of members that anonymous shows to another on purpose. */
export function isSecretName(name: string): boolean {
  return /secret|passw|token|hash|salt|private|pin$|^cvv|cvc|card_?num|iban|ssn|api_?key/i.test(name)
}

/** Names of members of a person that are shown to others only on purpose. */
export function isPersonalName(name: string): boolean {
  return (
    isSecretName(name) ||
    isPersonsOwn(name) ||
    /phone|mobile|e?mail|address|street|birth|salary|balance|tax|passport|gender|medical|diagnos/i.test(name)
  )
}

/** Names of members about the money, the age or the health of a person. */
export function isPersonsOwn(name: string): boolean {
  return /^(?:\w*_)?(?:balance|available_?credit|credit_?(?:limit|score|balance)|salary|income|birth_?(?:day|date)|date_?of_?birth|dob|tax_?(?:id|number|payer\w*)|passport\w*|medical\w*|diagnos\w*)$|(?:Balance|availableCredit|creditLimit|creditScore|Salary|Income|BirthDate|Birthday|DateOfBirth)$/i.test(
    name,
  )
}

/** Names of members of a person that no directory of users shows. */
export function isPrivateName(name: string): boolean {
  return isSecretName(name) || isPersonsOwn(name)
}

/** Times say nothing of whose something is. */
export function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/.test(value)
}

/** Whether a value is a time to the millisecond: two records hardly have the same. */
export function isExactTime(value: unknown): boolean {
  return isTime(value) && /:\d\d\.(?!0+(?!\d))\d{3,}/.test(String(value))
}

/** Whether values are more than those of an empty page, which say that there is nothing. */
export function holdEntries(leaves: readonly Leaf[]): boolean {
  return leaves.some(({ pointer, value }) => /\/\d+(?:\/|$)/.test(pointer) || isTelling(value))
}

/** Whether a value distinguishes one record from another: not a truth value, a time, or what any record may hold. */
export function isTelling(value: Leaf['value']): boolean {
  if (typeof value === 'boolean' || isTime(value)) return false
  return typeof value === 'number' ? Math.abs(value) > 99 : value.length > 3
}

/** Members in which a record says its own path. */
const OWN_LINK = /^(?:@id|name|resource_?name|self|href|link|url|uri)$/i

/**
 * The id in a member that holds the path or the address of a record: `memos/a7` or `https://host/v1/memos/a7/` for the parameter of `/v1/memos/[memo]`
 * (resource names of Google's AIP-122; links of JSON:API, HAL and JSON-LD); `undefined` for any other member.
 */
export function idInLink(
  { name, value }: { readonly name: string; readonly value: unknown },
  path: string,
  param: string,
): string | undefined {
  if (typeof value !== 'string' || !value.includes('/') || !OWN_LINK.test(name)) return undefined
  const before = path.slice(0, path.indexOf(`/[${param}]`))
  const linked = value.replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, '')
  const at = linked.lastIndexOf('/')
  const [collection, id] = [linked.slice(0, at), linked.slice(at + 1)]
  const isPlace = collection.startsWith('/') ? collection.endsWith(before) : before.endsWith(`/${collection}`)
  return before !== '' && isPlace && /^[\w.~-]+$/.test(id) ? id : undefined
}
