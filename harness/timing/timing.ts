import type { Plan, Remark, RequestData } from '../model.ts'
import { mannWhitney } from './mann-whitney.ts'

/** One answer: its status, and how long it took in milliseconds. */
export interface Timed {
  readonly status: number
  readonly duration: number
}

/** Two wrong keys of one authenticator: one differs from a good one at its beginning, the other at its end. */
interface Pair {
  readonly authenticator: string
  readonly route: string
  readonly first: RequestData
  readonly last: RequestData
}

/** Samples of each of the two. */
const SAMPLES = 200
/** Requests before the first sample: connections, caches and compilers settle. */
const WARM_UP = 40
/** Below this a difference is told. */
const SIGNIFICANT = 1e-3

/**
 * `--timing`: whether a wrong key takes longer the later it differs from a good one (CWE-208).
 * A remark and never a finding: over a network, and on a busy machine, time proves little.
 *
 * @param measure sends one request, alone
 * @param signal ends the measurement between two authenticators
 */
export async function measureTiming(
  plan: Plan,
  measure: (request: RequestData) => Promise<Timed>,
  signal?: AbortSignal,
): Promise<readonly Remark[]> {
  const remarks: Remark[] = []
  for (const pair of pairsOf(plan)) {
    if (signal?.aborted === true) break
    const remark = await measurePair(pair, measure)
    if (remark !== undefined) remarks.push(remark)
  }
  return remarks
}

/** One pair for each authenticator: on the first route that has it. */
function pairsOf(plan: Plan): readonly Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { route, scenarios } of plan.routes) {
    for (const { name, authenticator, steps } of scenarios) {
      if (name !== 'key.first-char' || authenticator === undefined || pairs.has(authenticator)) continue
      const other = scenarios.find((one) => one.name === 'key.last-char' && one.authenticator === authenticator)
      const [first, last] = [steps[0]?.request, other?.steps[0]?.request]
      if (first !== undefined && last !== undefined)
        pairs.set(authenticator, { authenticator, route: route.key, first, last })
    }
  }
  return [...pairs.values()]
}

async function measurePair(
  { authenticator, route, first, last }: Pair,
  measure: (request: RequestData) => Promise<Timed>,
): Promise<Remark | undefined> {
  for (let i = 0; i < WARM_UP; i++) await measure(i % 2 === 0 ? first : last)
  const early: number[] = []
  const late: number[] = []
  const statuses = new Set<number>()
  for (let i = 0; i < SAMPLES; i++) {
    // By turns, so that whatever slows the machine down slows both.
    for (const isLate of i % 2 === 0 ? [false, true] : [true, false]) {
      const { status, duration } = await measure(isLate ? last : first)
      statuses.add(status)
      ;(isLate ? late : early).push(duration)
    }
  }
  if (statuses.size > 1) {
    const message = `the timing of ${authenticator} says nothing: it answered ${[...statuses].join(' and ')}`
    return { kind: 'notice', route, message }
  }
  const p = mannWhitney(early, late)
  if (p >= SIGNIFICANT) return undefined
  const difference = ((medianOf(late) - medianOf(early)) * 1_000).toFixed(1)
  return {
    kind: 'warning',
    route,
    message: `${authenticator} takes ${difference} µs longer where a wrong key differs at its end and not at its beginning (p = ${p.toExponential(0)}, ${SAMPLES} pairs, CWE-208); compare with constantTimeEqual`,
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
