import type { BodyMember } from '../model/route.ts'
import { sampleTime } from '../text/sample-times.ts'

/** A day, and a moment (RFC 3339), of which a refusal says no more. */
const DAY = '2026-01-02'
const MOMENT = '2026-01-02T03:04:05Z'

/** Names of members that are moments, and those that are days. */
const IS_MOMENT =
  /(?:^|_)(?:date_?time|timestamp|at|time|expires|expiry|expiration|deadline|due|created|updated|modified)$/
const IS_DAY = /date$|(?:^|_)(?:day|on|birthday|dob|since|until)$/

const slugOf = (text: string): string => text.replace(/[^a-z0-9]+/gi, '-').toLowerCase()

/** Texts by the name of their member, in words with `_` between them: a document may say of each that it is any text. */
const BY_NAME: readonly (readonly [name: RegExp, value: (text: string) => string])[] = [
  [/(?:^|_)tz$/, () => 'UTC'],
  [/(?:^|_)(?:duration|interval)$/, () => 'PT1H'],
  [
    /(?:cost|price|amount|quantity|total|fee|rate|weight|height|width|length|count|percent|percentage|score|size|balance)$/,
    () => '1',
  ],
  [/^(?:lat|latitude|lng|lon|longitude)$/, () => '1'],
  [/(?:^|_)year$/, () => '2026'],
  [/(?:^|_)(?:url|uri|link|website|homepage|webhook|image|avatar|logo|picture)$/, () => 'https://svc.invalid/'],
  [/colou?r$/, () => '#112233'],
  [/(?:^|_)(?:locale|lang|language)$/, () => 'en'],
  [/currency(?:_code)?$/, () => 'USD'],
  [/country(?:_code)?$/, () => 'US'],
  [/phone|mobile|(?:^|_)tel$/, () => '+15555550100'],
  [/(?:^|_)ip(?:_address)?$/, () => '192.0.2.1'],
  [/(?:^|_)(?:zip|postal)/, () => '12345'],
  // Once a year.
  [/(?:^|_)(?:cron(?:tab|_expression)?|scheduler?)$/, () => '@yearly'],
  [/(?:^|_)(?:domain|host_?name)$/, (text) => `${slugOf(text)}.svc.invalid`],
  [/slug|(?:^|_)(?:code|handle)$/, slugOf],
  [/(?:mime|content|media)_?type$/, () => 'text/plain'],
  [/file_?name$/, (text) => `${text}.txt`],
  [/^(?:is|has)_|(?:^|_)(?:enabled|active|primary)$/, () => 'true'],
  [/(?:^|_)(?:type|kind)$/, () => 'text'],
  [/visibility$/, () => 'private'],
  [/(?:^|_)version$/, () => '1.0.0'],
]

/**
 * The value of a text by its name; `undefined` where the name says nothing, or the document says more.
 *
 * @param isMoment a date is written with its time
 */
export function valueByName(
  { path, type, format, isChoice }: BodyMember,
  text: string,
  isMoment = false,
): string | undefined {
  if (type !== 'string' || isChoice || format !== undefined) return undefined
  const name = (path.at(-1) ?? '').replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  if (/time_?zone$/.test(name)) return 'UTC'
  if (IS_MOMENT.test(name) || (isMoment && IS_DAY.test(name))) return sampleTime(name, 'date-time', text)
  if (IS_DAY.test(name)) return sampleTime(name, 'date', text)
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1](text)
}

/** Values by what a refusal says of a member. */
const BY_WORDS: readonly (readonly [words: RegExp, value: (text: string, isText: boolean) => unknown])[] = [
  [/base-?64/i, (text) => Buffer.from(text).toString('base64')],
  [/date-?_?time|rfc ?-?3339|iso ?-?8601|timestamp/i, () => MOMENT],
  [/\bdate\b/i, () => DAY],
  [/\btime\b/i, () => '03:04:05'],
  [/\b(?:uuid|guid)\b/i, () => '00000000-0000-4000-8000-000000000001'],
  [/\b(?:url|uri)\b/i, () => 'https://svc.invalid/'],
  [/\bbool(?:ean)?\b/i, (_, isText) => (isText ? 'true' : true)],
  [/\b(?:integer|int(?:32|64)?|number|numeric|decimal|float(?:32|64)?)\b/i, (_, isText) => (isText ? '1' : 1)],
  [/colou?r|\bhex/i, () => '#112233'],
  // Well-known text (OGC 06-103r4, section 7).
  [/\bgeometry\b|\bwkt\b/i, () => 'POLYGON ((1 1, 1 2, 2 2, 1 1))'],
  [/\bphone/i, () => '+15555550100'],
  [/alphanumeric|slug|letters|spaces/i, (text) => text.replace(/\W+/g, '')],
]

/** Words before the values that a server takes. */
const CHOICES =
  /(?:one of(?: the following(?: values)?)?|should be|must be|expected|allowed|valid (?:choices|values|options)(?: are)?|possible values(?: are)?)[^'"`\w[]*[[(]?\s*(?:'([^']+)'|"([^"]+)"|`([^`]+)`|(?!(?:string|number|integer|boolean|object|array|date)\b)([\w-]+)(?=\s*[,|]))/i

/** A value that a refusal asks for in a member; `undefined` where its words say none. @param sent what was refused */
export function valueByWords(
  member: Pick<BodyMember, 'type'>,
  words: string,
  sent: unknown,
): ((text: string) => unknown) | undefined {
  const choice = CHOICES.exec(words)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (choice !== undefined) return () => choice
  const [, most] =
    /(?:at most|max(?:imum)?(?: length)?(?: of| is)?|no more than|longer than)\s*:?\s*(\d+)/i.exec(words) ?? []
  if (most !== undefined && typeof sent === 'string') return (text) => text.slice(0, Number(most))
  const [, least] =
    /(?:at least|min(?:imum)?(?: length)?(?: of| is)?|greater than(?: or equal to)?)\s*:?\s*(\d+)/i.exec(words) ?? []
  if (least !== undefined && typeof sent === 'number') return () => Number(least) + 1
  const found = BY_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  // A number in a text is tried before a number.
  const isText = member.type === 'string' && !(typeof sent === 'string' && /^(?:1|true)$/.test(sent))
  return found && ((text) => found(text, isText))
}
