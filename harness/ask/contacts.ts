import { foldName, type Leaf } from './values.ts'

/** Ways to reach a person, by the names of members. */
export const CONTACTS: readonly RegExp[] = [
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
