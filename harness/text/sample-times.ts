import { createHash } from 'node:crypto'

/** A time of which a document says that it is a day or a moment (RFC 3339). */
export type TimeFormat = 'date' | 'date-time'

/** Members that say what has happened. */
const PAST =
  /(?:^|_)(?:birth(?:day|date)?|born|dob|since|created|updated|modified|issued|joined|hired|graduat\w*)(?:$|_)/
/** Members that say when something is over: behind the one that says when it begins. */
const END =
  /(?:^|_)(?:ends?|ending|until|till|to|thru|through|finish(?:es|ed)?|due|deadline|expir\w*|check_?out|return(?:s|ed)?|arriv\w*|clos\w*|last)(?:$|_)/

/** Hours from one end of a range of times to the other. */
const RANGE = 20_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * A time by the name of its member: what has happened is before, what is planned ahead, and its end behind its beginning. Two things of one run may not
 * be at the same time.
 *
 * @param text another one has another time; the same for all if absent
 */
export function sampleTime(name: string, format: TimeFormat, text?: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  const isDay = format === 'date'
  const at = text === undefined ? 0 : createHash('sha256').update(text).digest().readUInt32BE() % RANGE
  const begin = PAST.test(words) ? Date.UTC(2001, 0, 2, 3) : Date.UTC(2031, 0, 15, 9) + at * HOUR
  const whole = new Date(begin + (END.test(words) ? (isDay ? DAY : HOUR) : 0)).toISOString()
  return isDay ? whole.slice(0, 10) : whole.replace('.000Z', 'Z')
}

/** Times ahead, as {@link sampleTime} writes them. */
const AHEAD = /\b203[1-3]-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?/g

/** A text whose times are as many steps later: two hours, or two days where they are days. */
export function withLaterTimes(text: string, steps: number): string {
  return text.replaceAll(AHEAD, (time) => {
    const isDay = !time.includes('T')
    const later = new Date(Date.parse(time) + steps * 2 * (isDay ? DAY : HOUR)).toISOString()
    return isDay ? later.slice(0, 10) : later.replace('.000Z', 'Z')
  })
}
