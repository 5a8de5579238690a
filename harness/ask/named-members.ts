import { isObject, type Json } from '../text/json.ts'
import type { Answer } from './exploration.ts'
import { foldName } from './values.ts'

/** A member of a body that a refusal names, and what it says of it. */
export interface NamedMember {
  readonly name: string
  readonly words: string
}

/** Where an object of a refusal says which member it is about. */
const PLACES = [
  'loc',
  'field',
  'path',
  'pointer',
  'param',
  'property',
  'propertyPath',
  'instancePath',
  'name',
  'source',
]
/** Names of members that hold the members that are wrong. */
const HOLDERS = /^(?:errors?|fields?|details?|messages?|invalid_?params|validation(?:_?errors)?|violations)$/i
/** Words of one sentence about one member, which is the first group. */
const SENTENCES: readonly RegExp[] = [
  /Field validation for '(\w+)' failed/g,
  /missing (?:required )?(?:field|property|parameter|member|value for)s?:? ['"`]?(\w+)/gi,
  /(?:field|property|parameter|member|attribute) ['"`](\w+)['"`]/gi,
  /['"`](\w+)['"`]:? (?:is|are|must|should|can ?not|has|field)\b/gi,
  /(?:^|[\s.;,:])([A-Za-z_]\w*):? (?:is required|are required|must be|must not|must have|should not|should be|cannot be|has to)\b/g,
  /field "(?:\w+\.)?(\w+)"/g,
  // Words of a database about a column that has to have a value.
  /\b(?:NULL not allowed for|null value in|Column|NOT NULL constraint failed:) (?:column )?\W*(?:\w+\.)?(\w+)/gi,
]

/**
 * The members that a refusal names: `detail[].loc` of FastAPI, `{ member: ['…'] }` of Django, `errors` of problem+json (RFC 9457) and others, the
 * sentences of class-validator and of Go's validator. Of a name that the operation does not know only where the refusal is about nothing else.
 *
 * @param known names of the members of the operation
 */
export function membersNamedIn(
  { json, text }: Pick<Answer, 'json' | 'text'>,
  known: readonly string[],
): readonly NamedMember[] {
  const found = new Map<string, string>()
  const names = new Map(known.map((name) => [foldName(name), name]))
  const note = (name: string, words: string): void => {
    const own = names.get(foldName(name)) ?? name
    if (/^[A-Za-z_]\w*$/.test(own) && !found.has(own)) found.set(own, words)
  }
  walk(json, false, { note, isKnown: (name) => names.has(foldName(name)) })
  const sentences = json === undefined ? [text.slice(0, MOST)] : textsOf(json)
  for (const sentence of sentences)
    for (const pattern of SENTENCES)
      for (const [, name = ''] of sentence.matchAll(pattern)) if (names.has(foldName(name))) note(name, sentence)
  if (found.size === 0)
    for (const sentence of sentences)
      for (const name of known) if (new RegExp(`\\b${name}\\b`).test(sentence)) note(name, sentence)
  return [...found].map(([name, words]) => ({ name, words }))
}

/** A longer text is a page. */
const MOST = 2_000

interface Noting {
  readonly note: (name: string, words: string) => void
  readonly isKnown: (name: string) => boolean
}

/** @param isHeld below a member that holds those that are wrong */
function walk(value: unknown, isHeld: boolean, noting: Noting): void {
  if (Array.isArray(value)) for (const one of value) walk(one, isHeld, noting)
  if (!isObject(value)) return
  const place = placeIn(value)
  if (place !== undefined) return noting.note(place, textsOf(value).join(' '))
  for (const [name, inner] of Object.entries(value)) {
    const isTexts = Array.isArray(inner) && inner.length > 0 && inner.every((one) => typeof one === 'string')
    const isAbout = (isTexts || typeof inner === 'string') && !HOLDERS.test(name) && (isHeld || noting.isKnown(name))
    // `{ errors: { size: { name: 'ValidatorError', message: '…' } } }` of Mongoose.
    const message = isHeld && isObject(inner) && !HOLDERS.test(name) ? inner['message'] : undefined
    if (isAbout) noting.note(name, [inner].flat().join(' '))
    else if (typeof message === 'string') noting.note(name, message)
    else walk(inner, HOLDERS.test(name), noting)
  }
}

/** The last step of the place of an object with words about it: `['body', 'size']`, `/size`, `$.size`. */
function placeIn(value: Json): string | undefined {
  const hasWords = Object.entries(value).some(([name, one]) => typeof one === 'string' && !PLACES.includes(name))
  for (const key of PLACES) {
    const said = value[key]
    const one = key === 'source' && isObject(said) ? said['pointer'] : said
    const steps = Array.isArray(one) ? one : typeof one === 'string' ? one.split(/[./#$[\]]+/) : []
    const last = steps.findLast((step) => typeof step === 'string' && step !== '' && !/^\d+$/.test(step))
    const isMember = typeof last === 'string' && !/^(?:body|query|path|data)$|(?:Error|Exception)$/.test(last)
    const isConstrained = isObject(value['constraints'])
    if (isMember && (hasWords || isConstrained) && (key !== 'path' || !last.includes(' '))) return last
  }
  return undefined
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, MOST)]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return isObject(value) ? Object.values(value).flatMap(textsOf) : []
}
