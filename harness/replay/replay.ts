import { rotateText } from '../text/encoding.ts'
import { valueAt } from '../text/json.ts'
import { REFRESH, type RequestData, type Take, TAKEN, type TakeOther, withTexts } from '../model/request.ts'
import { type Scenario, sessionOf, type Step } from '../model/scenario.ts'
import { NoAnswer } from './connection.ts'
import { fieldOfPage } from './page-field.ts'
import { fieldsOf, setCookieOf, type RawResponse } from './response-reader.ts'
import type { Channel, Sending, Target } from './target.ts'

/** Stands for the refresh token of an earlier step with another signature, or of another text. */
const ALTERED = '{altered}'

/** One step of a scenario after its replay. */
export interface Replayed {
  readonly step: Step
  /** The request as sent: `{taken}` replaced. */
  readonly request: RequestData
  readonly bytes: string
  /** Under which the ledger knows it. */
  readonly probe: string | undefined
  readonly answer: RawResponse | NoAnswer
  /** Milliseconds on the clock of `performance`. */
  readonly startedAt: number
  readonly duration: number
  /** The value taken out of the answer, if the step asks for it. */
  readonly taken?: string
}

/**
 * Sends every request of a scenario, in its order, and gathers what came back.
 *
 * @param onTaken called with each value taken out of an answer: it is as secret as a fixture
 * @param patience milliseconds to wait for a byte, where they are not the target's own
 */
export async function replay(
  scenario: Scenario,
  target: Target,
  onTaken: (value: string) => void = () => undefined,
  patience?: number,
): Promise<readonly Replayed[]> {
  if (scenario.order === 'parallel') {
    const requests = scenario.steps.map(({ request }) => request)
    const sendings = await target.sendAtOnce(requests, patience)
    const together = await Promise.all(
      scenario.steps.map((step, i) => settle(step, step.request, sendings[i] as Sending)),
    )
    for (const { taken } of together) if (taken !== undefined) onTaken(taken)
    return together
  }
  const [only] = scenario.steps
  if (only !== undefined && scenario.steps.length === 1) {
    const channel: Channel = scenario.transport === 'raw' ? 'own' : 'shared'
    return [await settle(only, only.request, target.send(only.request, channel, patience))]
  }
  return replayInOrder(scenario, target, onTaken, patience)
}

async function replayInOrder(
  scenario: Scenario,
  target: Target,
  onTaken: (value: string) => void,
  patience: number | undefined,
): Promise<readonly Replayed[]> {
  const results: Replayed[] = []
  let [taken, refresh, status] = ['', '', 0]
  const prepared: RequestData[] = []
  const prepare = (request: RequestData): RequestData => {
    const filled = fillPlaces(request, { [TAKEN]: taken, [REFRESH]: refresh, [ALTERED]: altered(refresh) })
    prepared.push(filled)
    return filled
  }
  const requests = scenario.steps.map(({ request }) => request)
  // With nothing in the place of a session that did not come, a refusal would say nothing of that session.
  const isSent = (step: Step): boolean =>
    (taken !== '' || (sessionOf(step).ifTaken !== true && !holds(step.request, [TAKEN]))) &&
    (refresh !== '' || !holds(step.request, [REFRESH, ALTERED])) &&
    (sessionOf(step).ifRefused !== true || status >= 300)
  for await (const sending of target.sendTogether(requests, scenario.order === 'pipeline', prepare, patience)) {
    const step = withTaken(scenario.steps[results.length] as Step, taken)
    const result = await settle(step, prepared[results.length] ?? step.request, sending)
    if (result.taken !== undefined) for (const one of [...tokensIn(result.answer), result.taken]) onTaken(one)
    if (result.taken !== undefined && sessionOf(step).unlike === undefined) taken = result.taken
    results.push(result)
    status = result.answer instanceof NoAnswer ? 0 : result.answer.status
    const { refresh: held, rotates } = sessionOf(step)
    const given = valueIn(result.answer, held ?? rotates)
    if (given !== undefined) onTaken(given)
    if (rotates !== undefined && (given === undefined || given === refresh)) break
    if (held !== undefined) refresh = given ?? ''
    const next = scenario.steps[results.length]
    if (next !== undefined && !isSent(next)) break
  }
  return results
}

/** A session that must differ from the one taken before. */
function withTaken(step: Step, taken: string): Step {
  const { unlike, ...rest } = sessionOf(step)
  if (unlike === undefined) return step
  return { ...step, extra: { ...rest, about: 'session', unlike: unlike.replaceAll(TAKEN, taken) } }
}

function settle(step: Step, request: RequestData, sending: Sending): Promise<Replayed> {
  const startedAt = performance.now()
  const settled = (answer: RawResponse | NoAnswer): Replayed => replayedOf(step, request, sending, answer, startedAt)
  return sending.answer.then(settled, (error: unknown) => {
    if (error instanceof NoAnswer) return settled(error)
    throw error
  })
}

function replayedOf(
  step: Step,
  request: RequestData,
  sending: Sending,
  answer: RawResponse | NoAnswer,
  startedAt: number,
): Replayed {
  const { take } = sessionOf(step)
  const taken = take === undefined || answer instanceof NoAnswer ? undefined : takeFrom(answer, take)
  const duration = performance.now() - startedAt
  const replayed = { step, request, bytes: sending.bytes, probe: sending.probe, answer, startedAt, duration }
  return taken === undefined ? replayed : { ...replayed, taken }
}

/** A value out of an answer: a member of a JSON body by its JSON Pointer (RFC 6901), a cookie, or a header. */
export function takeFrom(answer: RawResponse, take: Take | TakeOther): string | undefined {
  if ('besides' in take) return otherToken(answer.body, take.besides)
  const value = valueFrom(answer, take)
  return value === undefined || take.prefix === undefined ? value : take.prefix + value
}

function valueFrom(answer: RawResponse, take: Take): string | undefined {
  if ('cookie' in take) return /^[^=]+=([^;]+)/.exec(setCookieOf(answer, take.cookie) ?? '')?.[1]
  if ('header' in take) return fieldsOf(answer.headers, take.header.toLowerCase())[0]
  if ('form' in take) return fieldOfPage(Buffer.from(answer.body, 'latin1').toString('utf8'), take.form)
  return pointTo(answer.body, take.json)
}

/** Refresh tokens go to the authorization server only (RFC 6749 section 1.5), and ID tokens to the client. */
const NOT_FOR_ACCESS = /refresh|^id_?token$/i

function otherToken(body: string, pointer: string): string | undefined {
  const own = pointTo(body, pointer)
  const find = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return undefined
    for (const [name, member] of Object.entries(value)) {
      const isToken = typeof member === 'string' && NOT_FOR_ACCESS.test(name) && SHAPED.test(member)
      const found = isToken && member !== own ? member : find(member)
      if (found !== undefined) return found
    }
    return undefined
  }
  return find(readBody(body))
}

/** Texts of an answer that are tokens by the names of their members. */
export function tokensIn(answer: RawResponse | NoAnswer): readonly string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'string' && /token|^refresh$|jwt/i.test(name) && SHAPED.test(member)) found.push(member)
      else walk(member)
  }
  if (!(answer instanceof NoAnswer) && answer.status < 300) walk(readBody(answer.body))
  return found
}

/** As long as a token, and without spaces: no time and no sentence. */
const SHAPED = /^[\w.~+/=-]{16,}$/

function pointTo(body: string, pointer: string): string | undefined {
  const found = valueAt(readBody(body), pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

/** A body that is JSON; `undefined` for another. */
export function readBody(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'latin1').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whether a request holds one of the texts that stand for values of earlier steps. */
function holds({ target, headers, body = '' }: RequestData, places: readonly string[]): boolean {
  return [target, body, ...headers.map(([, value]) => value)].some((text) => places.some((one) => text.includes(one)))
}

/** The request with values of steps before it. @param values by the text that stands for each */
export function fillPlaces(request: RequestData, values: Readonly<Record<string, string>>): RequestData {
  const put = (text: string, write: (value: string) => string = (value) => value): string =>
    text.replaceAll(/\{(?:taken|refresh|altered)\}/g, (place) => write(values[place] ?? ''))
  const isForm = request.headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('urlencoded'))
  const { body } = request
  const filled = body === undefined ? {} : { body: put(body, isForm ? encodeURIComponent : inJson) }
  return { ...withTexts(request, put), ...filled }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A token whose last part is another of the same length: a signature (RFC 7515), or the secret behind a number; else all of it. */
function altered(token: string): string {
  const at = /^[^.:|]+(?:[.:|][^.:|]+)*[.:|](?=[\w~+/=-]{8,}$)/.exec(token)?.[0].length ?? 0
  return token.slice(0, at) + rotateText(token.slice(at))
}

/** The value that an answer has where it is to be taken from; `undefined` where none came. */
export function valueIn(answer: RawResponse | NoAnswer | undefined, take: Take | undefined): string | undefined {
  return take === undefined || answer === undefined || answer instanceof NoAnswer ? undefined : takeFrom(answer, take)
}
