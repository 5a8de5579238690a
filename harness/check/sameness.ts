import type { LedgerEntry } from '../observe/ledger.ts'
import type { RequestData } from '../model/request.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { excerpt } from './answer-rules.ts'
import { asConvention, CLEAN, inconclusive, type Judgement, problem } from './facts.ts'

/** The comparison: the third answer with the first, where the second says that it is one like the other. */
export interface Refusals {
  readonly scenario: Scenario
  readonly replayed: readonly Replayed[]
  readonly entry: LedgerEntry | undefined
  /** Conventions of other servers count as findings. */
  readonly strict: boolean
}

/** A difference between two refusals is information; one between two sendings of the same request is not. */
export function judgeAlike({ scenario, replayed, entry, strict }: Refusals, at: number): Judgement {
  const alike = extraOf(scenario, 'alike')?.alike
  if (alike === undefined || at !== 2) return CLEAN
  const [first, again, other] = replayed.map(readable)
  if (!first || !again || !other) return CLEAN
  if (alike === 'unless-thrown' && entry?.threw) return CLEAN
  const limited = [first, again].find(({ answer }) => LIMITED.has(answer.status))?.answer.status
  if (limited !== undefined)
    return inconclusive(`${limited}: the wrong passwords before it have locked the account`, limited !== 429)
  const views = scenario.steps.some(({ expect }) => expect === 'refused-login') ? [essenceOf] : [whole, essenceOf]
  const view = views.find((one) => one(first) === one(again))
  if (view === undefined || view(other) === view(first)) return CLEAN
  const bodies = first.answer.status !== other.answer.status || first.answer.body !== other.answer.body
  const say = ({ answer }: Readable): string =>
    bodies ? `${answer.status} ${excerpt(answer.body)}` : excerpt(fieldsBesideDate(answer))
  const found = problem('oracle', `the same answer as before: ${say(first)}`, say(other))
  // Other servers say whether a credential was there at all, which who sends it knows.
  return entry === undefined && alike === 'unless-thrown' && !strict ? asConvention(found) : found
}

/** An account that is locked after so many failures is one that exists: that is known, and limited. */
const LIMITED: ReadonlySet<number> = new Set([423, 429])

interface Readable {
  readonly request: RequestData
  readonly answer: RawResponse
}

function readable({ request, answer }: Replayed): Readable | undefined {
  return answer instanceof NoAnswer ? undefined : { request, answer }
}

/** Everything of an answer but its date. */
function whole({ answer }: Readable): string {
  return `${answer.status}\n${fieldsBesideDate(answer)}\n${answer.body}`
}

/** Status and words: without ids, times and numbers, and without what the request brought itself. */
export function essenceOf({ request, answer }: Readable): string {
  const words = bodyTexts(request.body ?? '').reduce((text, own) => text.replaceAll(own, '*'), answer.body)
  return `${answer.status}\n${words.replaceAll(/[\da-f]{8,}(?:-[\da-f]{4,})*|\d+/gi, '#')}`
}

function fieldsBesideDate({ headers }: RawResponse): string {
  return headers.flatMap(([name, value]) => (/^date$/i.test(name) ? [] : [`${name}: ${value}`])).join('\n')
}

/** Shorter texts stand in any answer. */
const SHORTEST = 3

/** The values of a JSON object or of a form, the longest first. */
export function bodyTexts(body: string): readonly string[] {
  const values = body.startsWith('{') ? membersOf(body) : [...new URLSearchParams(body).values()]
  return values.filter((text) => text.length >= SHORTEST).toSorted((a, b) => b.length - a.length)
}

function membersOf(body: string): readonly string[] {
  try {
    return Object.values(JSON.parse(body) as object).filter((value) => typeof value === 'string')
  } catch {
    return []
  }
}
