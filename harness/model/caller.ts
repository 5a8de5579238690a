/** Stands in a body for the id of the user who sends it, with the document's value behind it. */
const CALLER = 'zq0xc7r1d20q'

/** In JSON a number has no quotes. */
const PLACE = new RegExp(`"${CALLER}-n-(\\d+)"|${CALLER}-([ns])-(\\w*)`, 'g')

/** Characters of ids that mean nothing in JSON or in a form. */
const PLAIN = /^[\w.~-]+$/

/** Members that say whose a record is, folded. */
const NAMES = /^(?:user|owner|author|creator|customer|person)(?:id|uuid)$|^createdby(?:id)?$/

/** Whether a member is for the id of a user: that of who asks, since the one of the document may be of any user. @param name folded */
export function namesCaller(name: string): boolean {
  return NAMES.test(name)
}

/** The place for the id of who sends a body. @param sample the document's value, which stands there where the id is not known */
export function callerPlace(sample: string | number): string {
  const isNumber = Number.isSafeInteger(sample) && Number(sample) >= 0
  return `${CALLER}-${isNumber ? `n-${sample}` : `s-${Buffer.from(String(sample)).toString('hex')}`}`
}

/** Whether a text has a place for the id of who sends it. */
export function hasCallerPlace(text: string | undefined): boolean {
  return text?.includes(CALLER) === true
}

/** The text with the id of who sends it. A number is put where the document has one. */
export function withCaller(text: string, id: string | undefined): string {
  const known = id !== undefined && PLAIN.test(id) ? id : undefined
  const numberOr = (sample: string): string => (known !== undefined && /^\d+$/.test(known) ? known : sample)
  return text.replaceAll(PLACE, (_, quoted: string | undefined, kind: string | undefined, sample = '') => {
    if (quoted !== undefined) return numberOr(quoted)
    return kind === 'n' ? numberOr(sample) : (known ?? Buffer.from(sample, 'hex').toString('utf8'))
  })
}
