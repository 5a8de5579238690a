/** Stands in a request for what names the user who sends it, with the document's value behind it. */
const CALLER = 'zq0xc7r1d20q'

/** In JSON a number has no quotes. */
const PLACE = new RegExp(`"${CALLER}-n-(\\d+)(?:-(\\w+))?"|${CALLER}-([ns])-(\\w*)(?:-(\\w+))?`, 'g')

/** Characters of ids that mean nothing in JSON or in a form. */
const PLAIN = /^[\w.~-]+$/

/** Members that say whose a record is, folded. */
const NAMES =
  /^(?:user|owner|author|creator|customer|person|sender|poster|writer|reviewer)(?:id|uuid)$|^(?:created|posted|written|sent)by(?:id)?$/

/** The values by which requests name the user who sends them. */
export interface Caller {
  /** The id of the user. */
  readonly id?: string | undefined
  /** By the name of a parameter: the id of a record of the user's own, in which all of a request happens. */
  readonly records?: Readonly<Record<string, string>>
}

/** Whether a member is for the id of a user: that of who asks, since the one of the document may be of any user. @param name folded @param format of the document: a UUID is the id of a user, and not a name */
export function namesCaller(name: string, format?: string): boolean {
  return NAMES.test(name) || (format === 'uuid' && /^(?:user|owner|author|creator)$/.test(name))
}

/**
 * The place for the id of who sends a request.
 *
 * @param sample the document's value, which stands there where the id is not known
 * @param record the name of a parameter for the id of a record of theirs
 */
export function callerPlace(sample: string | number, record?: string): string {
  const isNumber = Number.isSafeInteger(sample) && Number(sample) >= 0
  const value = isNumber ? `n-${sample}` : `s-${Buffer.from(String(sample)).toString('hex')}`
  return `${CALLER}-${value}${record === undefined ? '' : `-${Buffer.from(record).toString('hex')}`}`
}

/** Whether a text has a place for the id of who sends it. */
export function hasCallerPlace(text: string | undefined): boolean {
  return text?.includes(CALLER) === true
}

/** The places of a text: the names of parameters, and an empty one for the id of the user. */
export function callerPlaces(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(PLACE)].map(([, , first, , , second]) => nameOf(first ?? second)))
}

function nameOf(hex: string | undefined): string {
  return hex === undefined ? '' : Buffer.from(hex, 'hex').toString('utf8')
}

/**
 * The text with the ids of who sends it. A number is put where the document has one.
 *
 * @param write how a value of the document stands in the text; in JSON, if absent
 */
export function withCaller(
  text: string,
  { id, records = {} }: Caller = {},
  write: (value: string) => string = (value) => JSON.stringify(value).slice(1, -1),
): string {
  return text.replaceAll(PLACE, (...[, quoted, first, kind, sample = '', second]: (string | undefined)[]) => {
    const name = nameOf(first ?? second)
    const own = name === '' ? id : records[name]
    const known = own !== undefined && PLAIN.test(own) ? own : undefined
    const numberOr = (value: string): string => (known !== undefined && /^\d+$/.test(known) ? known : value)
    if (quoted !== undefined) return numberOr(quoted)
    return kind === 'n' ? numberOr(sample) : (known ?? write(Buffer.from(sample, 'hex').toString('utf8')))
  })
}
