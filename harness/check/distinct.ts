import type { LedgerEntry } from '../observe/ledger.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { asConvention, CLEAN, type Control, type Judgement, problem } from './facts.ts'

/**
 * Two answers of a scenario that asks for different ones must not hold the same value: one person's is another's then.
 * Other servers may have one token for a user, however often it is asked for.
 */
export function judgeDistinct(
  scenario: Scenario,
  replayed: readonly Replayed[],
  at: number,
  entry: LedgerEntry | undefined,
): Judgement {
  const own = replayed[at]
  if (extraOf(scenario, 'distinct') === undefined || own?.taken === undefined) return CLEAN
  const before = replayed.slice(0, at)
  const earlier = before.findIndex(({ taken }) => taken === own.taken)
  if (earlier < 0) return judgeCounted(replayed, at)
  const found = problem(
    'shared',
    'a value that no other answer has',
    `the value of answer ${earlier + 1} again in answer ${at + 1}`,
  )
  const isOneUser = before.every(({ taken, request }) => taken !== own.taken || request.body === own.request.body)
  return entry === undefined && isOneUser ? asConvention(found) : found
}

/** The range of ids that are counted up while others may log in, too. */
const NEAR = 1_000n

/** Ids that are near each other are counted up: any client can name those of others. */
function judgeCounted(replayed: readonly Replayed[], at: number): Judgement {
  if (at < replayed.length - 1) return CLEAN
  const taken = replayed.flatMap((one) => one.taken ?? [])
  const numbers = numbersOf([...new Set(taken)])
  if (numbers.length < 2) return CLEAN
  const [least, most] = [numbers.reduce((a, b) => (a < b ? a : b)), numbers.reduce((a, b) => (a > b ? a : b))]
  return most - least > NEAR
    ? CLEAN
    : problem('guessable', 'a value that cannot be guessed', 'a number that is counted up from one answer to the next')
}

/** Shorter texts are hexadecimal by chance. */
const LONG = 8

/** Behind their common beginning, decimal or hexadecimal; empty where one is not a number. */
function numbersOf(texts: readonly string[]): readonly bigint[] {
  const [first = '', ...others] = texts
  let same = 0
  while (same < first.length && others.every((text) => text[same] === first[same])) same++
  const ends = texts.map((text) => text.slice(same))
  if (ends.every((end) => /^\d{1,15}$/.test(end))) return ends.map(BigInt)
  const isHexadecimal = first.length >= LONG && ends.every((end) => /^[\da-f]{1,12}$/i.test(end))
  return isHexadecimal ? ends.map((end) => BigInt(`0x${end}`)) : []
}

/**
 * An answer that names another user of the same scenario and not its own, where the other's answer names that user too:
 * it was made for another user. A text that the own user gets alone is not a sign of another user.
 */
export function judgeIdentity(
  replayed: readonly Replayed[],
  at: number,
  control: Control | undefined,
  actions?: Actions,
): Judgement {
  const own = replayed[at]
  if (own === undefined || identityOf(own) === undefined || (isClaim(own) && !isSuccess(own))) return CLEAN
  if (isAsOthers(replayed, own)) return otherUser(own)
  if (names(bodyOf(own), identityOf(own) ?? [])) return CLEAN
  const theirs = replayed.filter((one) => identityOf(one) !== undefined && identityOf(one) !== identityOf(own))
  const alone = aloneOf(replayed, own, control)
  const others =
    identityOf(theirs[0])?.filter((text) => !identityOf(own)?.includes(text) && !names(alone, [text])) ?? []
  // Of answers that are given at the same time, the first may itself be another user's.
  if (!names(bodyOf(own), others) || !theirs.some((other) => names(bodyOf(other), others))) return CLEAN
  if (actions !== undefined && (isSaidOf(others, replayed, at, actions) || saysOwn(replayed, at, actions))) return CLEAN
  return otherUser(own)
}

/** The actions of the application, beside the answers of a scenario. */
export interface Actions {
  readonly entries: readonly (LedgerEntry | undefined)[]
  /** The requests were under way at the same time. */
  readonly isParallel: boolean
  /** `request.auth` of requests that were alone, by their header fields. */
  readonly alone: Map<string, string>
}

/**
 * Whether the authenticator itself says of this credential what names the other, and of the other's something else: two keys of one customer. An
 * answer that is kept for the first client is the same for both; and of requests at the same time one may have what another has left, so that they have
 * to say what each says alone.
 */
function isSaidOf(
  texts: readonly string[],
  replayed: readonly Replayed[],
  at: number,
  { entries, isParallel, alone }: Actions,
): boolean {
  const principals = entries.map((entry) => JSON.stringify(entry?.runs[0]?.auth ?? null))
  if (!isParallel) for (const [each, one] of replayed.entries()) alone.set(keyOf(one), principals[each] ?? '')
  const own = principals[at] ?? ''
  const isOther = replayed.every(
    (one, each) => identityOf(one) === identityOf(replayed[at]) || principals[each] !== own,
  )
  return isOther && names(own, texts) && (!isParallel || alone.get(keyOf(replayed[at])) === own)
}

/**
 * Whether an answer says what `request.auth` has of its own user alone, the post of an officer: it was made for that user, and may name another one. What an answer
 * to another user says as well shows nothing; and of requests at the same time `request.auth` may be what another has left.
 */
function saysOwn(replayed: readonly Replayed[], at: number, { entries, isParallel, alone }: Actions): boolean {
  const own = replayed[at]
  const auth = entries[at]?.runs[0]?.auth
  if (own === undefined || (isParallel && alone.get(keyOf(own)) !== JSON.stringify(auth ?? null))) return false
  const others = replayed.flatMap((one, each) => (identityOf(one) === identityOf(own) ? [] : [{ one, each }]))
  const theirs = new Set(others.flatMap(({ each }) => textsIn(entries[each]?.runs[0]?.auth)))
  const signs = textsIn(auth).filter(
    (text) => text.length >= LEAST && !theirs.has(text) && !others.some(({ one }) => names(bodyOf(one), [text])),
  )
  return others.length > 0 && names(bodyOf(own), signs)
}

/** The shortest text of a principal that stands in an answer by no accident. */
const LEAST = 3

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function keyOf(replayed: Replayed | undefined): string {
  return JSON.stringify(replayed?.request.headers)
}

/** The texts that say whose answer it is. */
function identityOf(replayed: Replayed | undefined): readonly string[] | undefined {
  return replayed && extraOf(replayed.step, 'users')?.identity
}

/**
 * Whether a request that claims to be another's got the other's answer, though it names no user: the answers to the
 * own user are one and the same before and after, and are not this.
 */
function isAsOthers(replayed: readonly Replayed[], claim: Replayed): boolean {
  if (!isClaim(claim)) return false
  const other = replayed.find((one) => isSuccess(one) && identityOf(one) !== identityOf(claim))
  const [first, ...later] = replayed.filter((one) => !isClaim(one) && identityOf(one) === identityOf(claim))
  if (first === undefined || other === undefined || later.length === 0) return false
  const isSteady = [first, ...later].every((one) => isSuccess(one) && bodyOf(one) === bodyOf(first))
  return isSteady && bodyOf(other) === bodyOf(claim) && bodyOf(other) !== bodyOf(first)
}

/** An answer in which no other user had a part: the control, or that from before the own user named another. */
function aloneOf(replayed: readonly Replayed[], own: Replayed, control: Control | undefined): string {
  if (isClaim(own)) {
    const [first] = replayed
    return identityOf(first) === identityOf(own) ? bodyOf(first as Replayed) : ''
  }
  return control !== undefined && isSameUser(control, own) ? textOf(control.answer) : ''
}

/** A request in which a user names another: it may be refused, and the refusal may hold the name. */
function isClaim({ step }: Replayed): boolean {
  return step.expect === 'answered'
}

function isSuccess({ answer }: Replayed): boolean {
  return !(answer instanceof NoAnswer) && answer.status >= 200 && answer.status < 300
}

function otherUser(own: Replayed): Judgement {
  const code = isClaim(own) ? 'named-user' : 'other-user'
  return problem(code, "an answer of the credential's own user", `the answer of another user: ${bodyOf(own)}`)
}

function isSameUser({ request }: Control, own: Replayed): boolean {
  return JSON.stringify([request.target, request.headers]) === JSON.stringify([own.request.target, own.request.headers])
}

/** Whether a body has one of the texts as a word: `ann` is not in `planned`. */
function names(body: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1))
      if (!LETTER.test(body[at - 1] ?? '') && !LETTER.test(body[at + text.length] ?? '')) return true
    return false
  })
}

const LETTER = /[\p{L}\p{N}]/u

function textOf({ body }: RawResponse): string {
  return Buffer.from(body, 'latin1').toString('utf8')
}

function bodyOf({ answer }: Replayed): string {
  return answer instanceof NoAnswer ? '' : textOf(answer)
}
