import { parseBody } from './parsed-body.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { fieldOf } from '../replay/response-reader.ts'
import { isObject } from '../text/json.ts'

/** Shorter texts stand in any answer. */
const SHORTEST = 8
/** Longer bodies are cut before they are compared. */
const LONGEST = 65_536

/**
 * Whether two successful answers are about the same thing: of one media type, and of one JSON shape or with words in
 * common. Ids, times and principals differ from one request to the next, so no text is compared as a whole.
 */
export function isLike(one: RawResponse, other: RawResponse): boolean {
  if (statusClass(one) !== statusClass(other) || mediaTypeOf(one) !== mediaTypeOf(other)) return false
  if (one.body === '' || other.body === '') return one.body === other.body
  const [json, otherJson] = [parseBody(one), parseBody(other)]
  if (json !== undefined && otherJson !== undefined) return hasSameShape(json.value, otherJson.value)
  return json === otherJson && shareOfWords(one, other) >= 0.5
}

/**
 * Whether a redirect leads where that of the control leads: a browser that is not logged in is sent to the login, which
 * the handler need not do. Ids in a path, and the values of a query, differ from one request to the next.
 */
export function leadsAsControl(answer: RawResponse, control: RawResponse | undefined): boolean {
  return control === undefined || statusClass(answer) !== 3 || targetOf(answer) === targetOf(control)
}

function targetOf({ headers }: RawResponse): string {
  const [path = '', query = ''] = (fieldOf(headers, 'location') ?? '').split('?')
  const ids = path.replaceAll(/[\da-f-]{8,}|\d+/gi, '*')
  return [ids, ...[...new URLSearchParams(query).keys()].toSorted()].join(' ')
}

/** The same of answers to HEAD, of which there is only the head. */
export function isLikeHead(one: RawResponse, other: RawResponse): boolean {
  return statusClass(one) === statusClass(other) && mediaTypeOf(one) === mediaTypeOf(other)
}

/**
 * Whether a request with a good credential led to the same handler as the control: the same shape, and a text that two
 * controls have in common. Where the guard does not run, the user is not known, and what names the user is not there.
 */
export function isSameResource(answer: RawResponse, control: RawResponse, again: RawResponse = control): boolean {
  if (!isLike(answer, control)) return false
  const stable = textsOf(control).filter((text) => again.body.includes(text))
  return stable.length === 0 || stable.some((text) => answer.body.includes(text))
}

/**
 * Whether a refusal holds what the control holds: the members of its JSON, or a text of eight characters or more that
 * stands neither in `besides` nor in the answer to nonsense.
 */
export function holdsDataOf(
  answer: RawResponse,
  pair: Pair,
  besides: () => readonly string[],
  nonsense: RawResponse | undefined,
): boolean {
  const { answer: control } = pair
  if (!mayHoldDataOf(answer, pair)) return false
  if (holdsObjectOf(answer, pair, besides()) && (nonsense === undefined || !holdsObjectOf(nonsense, pair, besides())))
    return true
  if (hasMembersOf(answer, control) && (nonsense === undefined || !hasMembersOf(nonsense, control))) return true
  return sharesText(answer, control, besides())
}

/** Two answers to the same good credential. */
interface Pair {
  readonly answer: RawResponse
  readonly again?: RawResponse | undefined
}

/**
 * Whether an object of the answer has the members of an object of the control, with their values: the data beside what
 * errors are made of. Members that differ between two controls are ids and times.
 */
function holdsObjectOf(answer: RawResponse, { answer: control, again }: Pair, besides: readonly string[]): boolean {
  const [json, other] = [parseBody(answer), parseBody(control)]
  if (json === undefined || other === undefined) return false
  const stable = again === undefined ? [] : objectsOf(parseBody(again)?.value)
  const objects = objectsOf(json.value)
  return objectsOf(other.value).some((object, at) => {
    const reported = Object.entries(object).filter(
      ([name, value]) =>
        isTelling(value) &&
        !ERROR_MEMBERS.has(fold(name)) &&
        (stable.length === 0 || isSame(stable[at]?.[name], value)),
    )
    if (reported.length === 0 || !objects.some((one) => reported.every(([name, value]) => isSame(one[name], value))))
      return false
    return reported.some(([, value]) => !besides.some((text) => text.includes(String(value))))
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))
}

/** Numbers, texts of any length and lists; flags stand in any answer. */
function isTelling(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** Every object of a JSON value, from the outside in. */
function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsOf)
  return Array.isArray(value) ? inner : [value as Readonly<Record<string, unknown>>, ...inner]
}

/** The address of a file that all pages may have. */
const ASSET = /^[\w./:-]+\.(?:css|gif|ico|jpe?g|js|png|svg|webp|woff2?)$/i

/** Whether a text of eight characters or more of the control stands in the answer, and neither in `besides`. */
export function sharesText(answer: RawResponse, control: RawResponse, besides: readonly string[]): boolean {
  // A sentence about an error is made of words, and a large answer has most of them.
  const isSentence = Object.keys(membersOf(answer) ?? { data: 1 }).every((name) => ERROR_MEMBERS.has(fold(name)))
  // The frame of a page has the icons that records name, too.
  const isOfFrame = (text: string): boolean =>
    (isSentence && /^[a-z]+$/.test(text)) || (isPage(answer) && ASSET.test(text))
  const own = textsOf(control).filter((text) => !isOfFrame(text) && !besides.some((one) => one.includes(text)))
  const held = own.filter((text) => answer.body.includes(text))
  // Pages of one application share their frame.
  return isPage(control) ? held.length * 2 > own.length : held.length > 0
}

/** Whether members of an object of the control stand in one of the answer: a number of three digits, or two of them. */
export function sharesMembers(answer: RawResponse, control: RawResponse, besides: readonly string[]): boolean {
  const objects = objectsOf(parseBody(answer)?.value)
  return objectsOf(parseBody(control)?.value).some((own) =>
    objects.some((one) => {
      const shared = Object.entries(own).filter(
        ([name, value]) =>
          isTelling(value) &&
          !ERROR_MEMBERS.has(fold(name)) &&
          isSame(one[name], value) &&
          !besides.some((text) => text.includes(String(value))),
      )
      return shared.length > 1 || shared.some(([, value]) => typeof value === 'number' && Math.abs(value) > 99)
    }),
  )
}

/**
 * Whether a success reports a failure in its body, as GraphQL does: it holds an error that the control does not, or nothing
 * but what errors are made of, and no data.
 */
export function isErrorInstead(answer: RawResponse, control: RawResponse, besides: readonly string[]): boolean {
  const [json, other] = [membersOf(answer), membersOf(control)]
  if (json === undefined || other === undefined || statusClass(control) !== 2 || hasSameShape(json, other, false))
    return false
  if (sharesText(answer, control, besides) || sharesMembers(answer, control, besides)) return false
  const isNew = (name: string): boolean => isGiven(json[name]) && !isGiven(other[name])
  const isDenial = ['success', 'ok'].some((name) => json[name] === false && other[name] !== false)
  return isDenial || ['error', 'errors'].some(isNew) || Object.keys(json).every((name) => ERROR_MEMBERS.has(fold(name)))
}

function membersOf(answer: RawResponse): Readonly<Record<string, unknown>> | undefined {
  const value = parseBody(answer)?.value
  return Array.isArray(value) ? undefined : (value as Readonly<Record<string, unknown>> | undefined)
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
}

/**
 * Whether an object has members of the control's, of the same types, and no other: one at least that is not what errors are made
 * of, nor null. Members of a user who is not known may be missing, as JSON leaves out `undefined`; then flags alone say nothing.
 */
function hasMembersOf(answer: RawResponse, control: RawResponse): boolean {
  const [json, other] = [firstOf(parseBody(answer)?.value), firstOf(parseBody(control)?.value)]
  if (json === undefined || other === undefined) return false
  const names = Object.keys(json)
  const isWhole = names.length === Object.keys(other).length
  return (
    names.some((name) => !ERROR_MEMBERS.has(fold(name)) && json[name] !== null && (isWhole || isTelling(json[name]))) &&
    names.every((name) => Object.hasOwn(other, name) && hasSameShape(json[name], other[name], false))
  )
}

/** By the control. Its answer at the end of the route comes later; until then it is not known. */
const suspects = new WeakMap<RawResponse, { readonly again: RawResponse; readonly found: Map<string, boolean> }>()
/** Refusals of one route are alike: each body is compared once. */
const REMEMBERED = 256

/** Whether it holds the data before what says nothing is taken away. */
export function mayHoldDataOf(answer: RawResponse, pair: Pair): boolean {
  const { answer: control, again = control } = pair
  if (answer.body === '' || control.body === '') return false
  const before = suspects.get(control)
  const known = before?.again === again ? before.found : new Map<string, boolean>()
  if (known !== before?.found) suspects.set(control, { again, found: known })
  const found = known.get(answer.body)
  if (found !== undefined) return found
  const isSuspect =
    hasMembersOf(answer, control) ||
    textsOf(control).some((text) => answer.body.includes(text)) ||
    holdsObjectOf(answer, pair, [])
  if (known.size < REMEMBERED) known.set(answer.body, isSuspect)
  return isSuspect
}

/** The members of problem details (RFC 9457) and what errors are commonly made of: every application has those. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set(
  (
    'type title status detail instance error errors message messages msg code statuscode description ' +
    'errordescription reason success ok result path method timestamp time requestid traceid id'
  ).split(' '),
)

/**
 * Whether two JSON values have the same members of the same types. An empty list stands for any list.
 *
 * @param isNullable whether `null` stands for anything: for a user whom the handler does not know
 */
function hasSameShape(one: unknown, other: unknown, isNullable = true): boolean {
  if (one === null || other === null) return isNullable || one === other
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false
    const [first, otherFirst] = [one[0] as unknown, other[0] as unknown]
    return first === undefined || otherFirst === undefined || hasSameShape(first, otherFirst, isNullable)
  }
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      hasSameShape((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name], isNullable),
  )
}

/** `application/json`, in small letters and without parameters; empty where none is named. */
function mediaTypeOf({ headers }: RawResponse): string {
  return (fieldOf(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function statusClass({ status }: RawResponse): number {
  return Math.floor(status / 100)
}

function isPage(answer: RawResponse): boolean {
  return /\b(?:html|xml)\b/.test(mediaTypeOf(answer))
}

/** The texts of an answer that say something: those of its JSON, else its lines without markup. */
function textsOf(answer: RawResponse): readonly string[] {
  const json = parseBody(answer)
  const texts = json === undefined ? answer.body.slice(0, LONGEST).split(/<[^>]*>|[\r\n]+/) : leafTexts(json.value)
  return texts.map((text) => text.trim()).filter((text) => text.length >= SHORTEST)
}

function leafTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leafTexts) : []
}

/** An object, or the first of a list. */
function firstOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return isObject(one) ? one : undefined
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** How many of the words of two bodies are in both; words with digits are ids and times. */
function shareOfWords(one: RawResponse, other: RawResponse): number {
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => otherWords.has(word)).length
  const all = words.size + otherWords.size - shared
  return all === 0 ? 1 : shared / all
}

function wordsOf({ body }: RawResponse): ReadonlySet<string> {
  return new Set(body.slice(0, LONGEST).match(/(?<![\w-])[a-z]+(?![\w-])/gi) ?? [])
}
