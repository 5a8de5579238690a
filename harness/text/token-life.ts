import { isObject, valueAt } from './json.ts'
import { MILLISECONDS, readClaims } from './token.ts'

/** Seconds for which a token may be good without a question. */
const DAY = 86_400
const ENDED = 'is it ended before, at a logout and a change of the password?'

/** A question about a token that is good for more than a day, or without an end; `undefined` for any other text. */
export function askAboutLife(user: string, token: string): string | undefined {
  // A server may want its token after a word: `Token eyJ…`.
  const [, signed] = /^(?:\w+ )?(eyJ[\w-]+\.[\w-]+\.[\w-]+)$/.exec(token) ?? []
  const claims = signed === undefined ? undefined : readClaims(signed)
  if (claims === undefined) return undefined
  const { exp, iat } = claims
  if (typeof exp !== 'number')
    return `the token of ${user} has no end (exp): is it ended in another way, at a logout and a change of the password?`
  const seconds = exp - (typeof iat === 'number' ? iat : Date.now() / 1_000)
  return seconds <= DAY ? undefined : `the token of ${user} is good for ${describeLife(seconds)}: ${ENDED}`
}

/**
 * The same about a token whose life stands beside it in the answer of the login: in the object that holds it, or in one around that.
 *
 * @param pointer of the token in the answer
 */
export function askAboutAnswer(user: string, answer: unknown, pointer: string): string | undefined {
  for (let at = pointer; at !== '';) {
    at = at.slice(0, at.lastIndexOf('/'))
    const holder = valueAt(answer, at)
    const said = Object.entries(isObject(holder) ? holder : {}).flatMap(([name, value]) => {
      const seconds = secondsOf(name, value)
      return seconds === undefined ? [] : [{ name, seconds }]
    })[0]
    if (said === undefined) continue
    const { name, seconds } = said
    if (seconds <= DAY) return undefined
    return `the token of ${user} is good for ${describeLife(seconds)}, as ${name} beside it says: ${ENDED}`
  }
  return undefined
}

/** The same about a cookie, by the line that sets it: `Max-Age` counts before `Expires` (RFC 6265 section 5.3). */
export function askAboutCookie(user: string, line: string): string | undefined {
  const [pair = '', ...attributes] = line.split(';')
  const read = (name: string): string | undefined =>
    attributes.map((one) => one.trim()).findLast((one) => one.toLowerCase().startsWith(`${name}=`))
  const [age, end] = ['max-age', 'expires'].map((name) => read(name)?.slice(name.length + 1))
  const seconds = age === undefined ? (Date.parse(end ?? '') - Date.now()) / 1_000 : Number(age)
  if (!(seconds > DAY)) return undefined
  return `the cookie ${pair.split('=')[0]?.trim()} of ${user} is good for ${describeLife(seconds)}: ${ENDED}`
}

/** Names of members for a time in seconds, and for a moment; not those of a refresh token, which is to be good for long. */
const OF_TOKEN = '(?:access|bearer|auth|api|session|jwt)?[-_]?(?:token|session|jwt)?[-_]?'
const LASTS = new RegExp(`^${OF_TOKEN}(?:expir(?:es?|y)[-_]?in|max[-_]?age|ttl|lifetime)$`, 'i')
const ENDS = new RegExp(`^${OF_TOKEN}(?:expir(?:es?|ed|y|ation)?[-_]?(?:at|on|date|time)?|valid[-_]?until)$`, 'i')
/** A number in a member for a moment that is smaller counts seconds from now. */
const MOMENT = 1e9

/** Seconds for which a member says that something is good; `undefined` where it says nothing of it. */
function secondsOf(name: string, value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value))
  if (isNumber && LASTS.test(name)) return lasting(name, Number(value))
  if (!ENDS.test(name)) return undefined
  if (!isNumber) {
    const end = typeof value === 'string' && /\d{4}/.test(value) ? Date.parse(value) : NaN
    return Number.isNaN(end) ? undefined : (end - Date.now()) / 1_000
  }
  const given = Number(value)
  if (given < MOMENT) return lasting(name, given)
  return (given > MILLISECONDS ? given / 1_000 : given) - Date.now() / 1_000
}

/** `expires_in` is in seconds (RFC 6749 section 5.1); a name of another form may be in milliseconds, and is read so where both may be. */
function lasting(name: string, given: number): number {
  const mayBeMilliseconds = name !== 'expires_in' && given % 1_000 === 0 && given >= 3_600_000
  return mayBeMilliseconds ? given / 1_000 : given
}

function describeLife(seconds: number): string {
  const days = Math.round(seconds / DAY)
  if (days >= 730) return `${Math.round(days / 365.25)} years`
  return days === 1 ? 'more than a day' : `${days} days`
}
