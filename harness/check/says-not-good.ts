import type { RawResponse } from '../replay/response-reader.ts'
import type { Route } from '../model/route.ts'
import { isObject } from '../text/json.ts'
import { parseBody } from './parsed-body.ts'

/** Folded names of members that say who asks is known. */
const KNOWN = /^(?:is)?(?:authenticated|authori[sz]ed|loggedin|signedin)$/
/** The same of those that say it of a credential, as an introspection does (RFC 7662 section 2.2), and of other things elsewhere. */
const GOOD = /^(?:is)?(?:token)?(?:valid|active)$/
/** Steps of operations that are about a credential. */
const OF_CREDENTIAL = /introspect|verif|validat|session|token|auth|status|\/me$/i
/** Folded names of members with a sentence, and the most characters of one. */
const SENTENCE = /^(?:error|message|msg|reason|detail|details|code|status|note)$/
const LONGEST = 200
/** Words for who is not known. */
const STRANGER = /^(?:guest|anonymous|none|public)$/i

/**
 * Whether a success says of a credential that it is not good, where the control says that its own is, and nothing else but a sentence: members
 * that are empty, or say `guest`, say nothing.
 */
export function saysNotGood(answer: RawResponse, control: RawResponse, { path }: Pick<Route, 'path'>): boolean {
  const [json, other] = [contentOf(answer), contentOf(control)]
  if (json === undefined || other === undefined) return false
  const isVerdict = (name: string): boolean => isVerdictName(name, path) && json[name] === false && other[name] === true
  const isSentence = (name: string): boolean =>
    SENTENCE.test(name.toLowerCase()) &&
    (typeof json[name] === 'number' || String(json[name]).length < LONGEST) &&
    !isObject(json[name])
  const names = Object.keys(json)
  return (
    names.some(isVerdict) &&
    names.every((name) => isVerdict(name) || isEmpty(json[name]) || isSentence(name) || json[name] === true)
  )
}

/** Whether an answer says of its credential that it is good: an answer without a body says nothing then. */
export function saysGood(answer: RawResponse, { path }: Pick<Route, 'path'>): boolean {
  return Object.entries(contentOf(answer) ?? {}).some(([name, value]) => value === true && isVerdictName(name, path))
}

function isVerdictName(name: string, path: string): boolean {
  const folded = name.toLowerCase().replaceAll(/[-_]/g, '')
  return KNOWN.test(folded) || (GOOD.test(folded) && OF_CREDENTIAL.test(path))
}

/** The members of an answer, or of the one object in it: `{ data: { … } }`. */
function contentOf(answer: RawResponse): Readonly<Record<string, unknown>> | undefined {
  const value = parseBody(answer)?.value
  if (!isObject(value)) return undefined
  const [only, ...others] = Object.values(value)
  return others.length === 0 && isObject(only) ? only : value
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isObject(value)) return Object.values(value).every(isEmpty)
  return !value || (typeof value === 'string' && STRANGER.test(value))
}
