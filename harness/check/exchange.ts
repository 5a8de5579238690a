import type { LedgerEntry } from '../observe/ledger.ts'
import type { Exchange } from '../model/verdict.ts'
import type { Route } from '../model/route.ts'
import type { Redacting } from '../text/redact.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { show } from './handler-rules.ts'

const LONGEST = 4_096

/** A replayed step for reports. Texts are redacted when they are asked for: most are never shown. */
export function createExchange(
  replayed: Replayed,
  entry: LedgerEntry | undefined,
  route: Route,
  redactor: Redacting,
  runStart: number,
): Exchange {
  const { bytes, request, answer } = replayed
  const text = answer instanceof NoAnswer ? `(no answer: ${answer.reason})` : `${answer.head}\r\n\r\n${answer.body}`
  const runs = entry?.runs.filter(({ operation }) => operation === route.key)
  return {
    get sent() {
      return shorten(redactor.redact(bytes))
    },
    get received() {
      return shorten(redactor.redact(text))
    },
    method: request.method,
    get target() {
      return shorten(redactor.redact(request.target))
    },
    get auth() {
      return runs?.[0] && redactor.redact(show(runs[0].auth))
    },
    status: answer instanceof NoAnswer ? 0 : answer.status,
    duration: replayed.duration,
    startedAt: replayed.startedAt - runStart,
    ...(entry === undefined ? {} : { handlerRuns: runs?.length ?? 0, calls: entry.calls }),
  }
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text
}
