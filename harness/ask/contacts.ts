import { isObject } from '../text/json.ts'
import { foldName, type Leaf } from './values.ts'

/** Ways to reach a person, by the names of members. */
const CONTACTS: readonly RegExp[] = [
  /^(?:e?mail|(?:e?mail|contact)address|useremail)$/,
  /^(?:(?:tele)?phone|mobile|cell|tel)(?:number|no)?$/,
  /^(?:(?:home|street|postal|billing|shipping|delivery)?address|street)$/,
  /^(?:dob|birth(?:day|date)|dateofbirth)$/,
]
const MAIL = CONTACTS[0]

/** Whether a member is a way to a person that profiles leave out: a telephone, a postal address, a day of birth. An e-mail address is shown by many. */
export function isWayTo({ name, value }: Pick<Leaf, 'name' | 'value'>): boolean {
  const isText = typeof value === 'string' && value !== '' && !value.includes('@')
  return isText && CONTACTS.some((kind) => kind !== MAIL && kind.test(foldName(name)))
}

/** Members that a person has, and a shop or a company has not. */
const PERSONAL = /^(?:user(?:name)?|first_?name|last_?name|full_?name|surname|nick_?name|role|gender)$/i
/** Members that hold a person. */
const PERSON = /(?:user|owner|author|seller|buyer|customer|patient|member|reporter|person|employee|student|client)s?$/i
/** Kinds of contacts of one person that are more than a way to write to them. */
const FEWEST = 2

/**
 * The names of members by which one person of a value can be reached in several ways; empty where there are fewer than two.
 *
 * @param holder the name of the member that holds a value, or the path of an answer
 */
export function contactsOf(json: unknown, holder: string): readonly string[] {
  if (Array.isArray(json))
    return json.map((one) => contactsOf(one, holder)).find((names) => names.length >= FEWEST) ?? []
  if (!isObject(json)) return []
  const members = Object.entries(json)
  const isPerson = holder.split('/').some((step) => PERSON.test(step)) || members.some(([name]) => PERSONAL.test(name))
  const names = CONTACTS.flatMap(
    (kind) =>
      members.find(([name, value]) => typeof value === 'string' && value !== '' && kind.test(foldName(name)))?.[0] ??
      [],
  )
  if (isPerson && names.length >= FEWEST) return names
  return members.map(([name, value]) => contactsOf(value, name)).find((found) => found.length >= FEWEST) ?? []
}
