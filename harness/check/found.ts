import { applicationFramesOf, isThenable } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { type Finding, type FoundAnswer, NO_ANSWER, type Returned } from '../model/verdict.ts'
import type { LedgerEntry } from '../observe/ledger.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { escapeControls } from '../text/controls.ts'
import { shortHash } from '../text/hash.ts'
import type { Redacting } from '../text/redact.ts'
import { formatPlace } from '../text/repository-place.ts'
import { shortened } from './replayed-exchange.ts'

/** The facts of a wrong answer, from which its cause is worked out. */
export type Found = Pick<Finding, 'request' | 'answer' | 'asked' | 'returned' | 'thrown'>

/** Request, answer and returned value of the step that was wrong, redacted. */
export function foundIn(
  { request, answer, step }: Replayed,
  entry: LedgerEntry | undefined,
  { key }: Route,
  redactor: Redacting,
): Found {
  const returned = returnedOf(answer, entry)
  return {
    request: clean(request, redactor),
    answer: factsOf(answer, redactor),
    asked: step.route ?? key,
    ...(returned === undefined ? {} : { returned }),
    ...(entry?.error === undefined ? {} : { thrown: thrownLines(entry.error, redactor) }),
  }
}

/** Frames of a stack. */
const FRAMES = 4
const LONGEST = 300

/** The exception behind a server error: its name and message, then where it was thrown. */
function thrownLines(error: unknown, { redact }: Redacting): readonly string[] {
  if (!(error instanceof Error)) return [`a value of type ${typeof error}, which is not an Error`]
  const [message = ''] = error.message.split('\n', 1)
  const frames = applicationFramesOf(error).slice(0, FRAMES)
  const text = escapeControls(redact(`${error.name}: ${message}`)).slice(0, LONGEST)
  return [text, ...frames.map((frame) => `at ${formatPlace(frame)}`)]
}

function clean({ method, target, headers, body }: RequestData, redactor: Redacting): RequestData {
  const { redact } = redactor
  const shown = { method, target: redact(target), headers: cleanHeaders(headers, redactor) }
  return body === undefined ? shown : { ...shown, body: redact(body) }
}

function cleanHeaders(headers: RequestData['headers'], { redact }: Redacting): RequestData['headers'] {
  return headers.map(([name, value]) => [name, redact(value)] as const)
}

function factsOf(answer: Replayed['answer'], redactor: Redacting): FoundAnswer {
  if (answer instanceof NoAnswer) return NO_ANSWER
  const { status, headers, body } = answer
  const names = [...body.matchAll(/"([^"\\]+)":/g)].map(([, name = '']) => name)
  // Some answers have tokens as the names of members.
  const fit = new Map(names.map((name) => [name, redactor.redact(`{"${name}":0}`).slice(2, -4)]))
  const members = names.map((name) => fit.get(name) ?? name)
  const shown = { headers: cleanHeaders(headers, redactor), body: shortened(redactor.redact(body)) }
  return { status, ...shown, members, hash: shortHash(body) }
}

/** As JavaScript writes a promise where the handler answers with it. */
const PROMISE = '[object Promise]'

function returnedOf(answer: Replayed['answer'], entry: LedgerEntry | undefined): Returned | undefined {
  const passed = entry?.calls.findLast(({ outcome }) => outcome === 'passed')
  const isPromise =
    entry?.runs.some(({ auth }) => holdsPromise(auth)) === true ||
    (!(answer instanceof NoAnswer) && answer.body.includes(PROMISE))
  if (passed === undefined && !isPromise) return undefined
  return { authenticator: passed?.authenticator ?? '', type: isPromise ? 'promise' : (passed?.detail ?? '') }
}

function holdsPromise(auth: unknown): boolean {
  if (isThenable(auth)) return true
  return typeof auth === 'object' && auth !== null && Object.values(auth).some(isThenable)
}
