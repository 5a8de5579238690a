import type { VerdictContext } from '../check/verdict.ts'
import type { RequestData } from '../model/request.ts'
import type { Remark } from '../model/remark.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import { replay, type Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { Patience } from '../model/patience.ts'
import type { Target } from '../replay/target.ts'
import type { Targets } from '../targets/targets.ts'
import type { Liveness } from './liveness.ts'
import type { Pace } from './pace.ts'

/**
 * The part of a run after the catalogue. The catalogue is planned before anything is sent; here each request may depend on
 * the answers before it. It reports by the same events, so that reports, groups and exit codes know no difference.
 *
 * Called twice: before the logouts and the logins of the catalogue, and at the end of the run.
 */
export type Stage = (tools: StageTools) => Promise<void>

/** The tools by which a stage sends and reports. */
export interface StageTools {
  /**
   * Sends one request, at the pace of the run, again where the server had too much of it.
   *
   * @returns `undefined` when the run is over: the signal, `--bail`, or a server that has stopped
   */
  readonly send: (request: RequestData, how?: Sending) => Promise<Replayed | undefined>
  /** Counts and reports one scenario. */
  readonly settle: (verdict: Verdict) => void
  /** Reports a note; a question counts under `--strict`. */
  readonly remark: (remark: Remark) => void
  readonly isOver: () => boolean
  readonly context: VerdictContext
}

/** How one request is sent. */
export interface Sending {
  /** A 429 is the answer, and not a reason to wait and send it again. */
  readonly isOnce?: true
}

interface ToolsInput {
  readonly base: {
    readonly targets: Targets
    readonly context: VerdictContext
    readonly timeout: number
    readonly pace: Pace
    /** Absent for an application in this process. */
    readonly liveness: Liveness | undefined
  }
  readonly isOver: () => boolean
  readonly settle: (verdict: Verdict) => void
  /** Counts a question. */
  readonly ask: () => void
}

/** The tools of a stage, made of those that the catalogue was played with. */
export function createStageTools(input: ToolsInput): StageTools {
  const { base, settle, ask } = input
  const { context } = base
  const patience = new Patience()
  const isOver = (): boolean => patience.isOver || input.isOver()
  const send: StageTools['send'] = async (request, how) => {
    const wasOver = patience.isOver
    const replayed = await sendOne(request, { ...input, isOver }, how)
    if (replayed !== undefined) patience.note(replayed.duration)
    if (patience.isOver && !wasOver)
      context.remark({
        kind: 'warning',
        message:
          'the server takes more than 15 s for each request by now, so the rest is not asked: what it was sent may have used something up',
      })
    return replayed
  }
  return {
    send,
    settle,
    remark: (remark) => {
      if (remark.kind === 'question') ask()
      context.remark({ ...remark, message: context.redactor.redact(remark.message) })
    },
    isOver,
    context,
  }
}

async function sendOne(
  request: RequestData,
  { base: { targets, context, timeout, pace, liveness }, isOver }: ToolsInput,
  { isOnce }: Sending = {},
): Promise<Replayed | undefined> {
  let wasOver = false
  for (let attempt = 0; ; attempt++) {
    if (!pace.isFree) await pace.turn(1)
    if (isOver()) return undefined
    liveness?.note(`${request.method} ${context.redactor.redact(request.target)}`)
    const newest = (await targets.renewed?.(request)) ?? request
    const scenario = asScenario(newest)
    const onTaken = (value: string): void => context.redactor.add({ value, label: 'taken' })
    const [replayed] = await replay(scenario, targets.of(scenario), onTaken, timeout)
    if (replayed === undefined) return undefined
    const { answer } = replayed
    if (answer instanceof NoAnswer) {
      if (liveness !== undefined && LOST.has(answer.reason)) await liveness.check()
      if (answer.reason === 'timeout') liveness?.late()
      if (liveness?.isSilent === true) await liveness.recover()
      return replayed
    }
    liveness?.answered()
    if (!wasOver && (await targets.isOver?.(newest, answer.status)) === true) {
      wasOver = true
      continue
    }
    if (isOnce === true || answer.status !== 429 || !pace.slowDown(answer satisfies RawResponse, attempt))
      return replayed
  }
}

const LOST: ReadonlySet<string> = new Set(['closed', 'refused'])

/** Sends one request of no plan; without the pace of a run. */
export async function sendAlone(request: RequestData, target: Target): Promise<Replayed | undefined> {
  const [replayed] = await replay(asScenario(request), target)
  return replayed
}

/** The answer to one; `undefined` where none came. */
export async function answerAlone(request: RequestData, target: Target): Promise<RawResponse | undefined> {
  const answer = (await sendAlone(request, target))?.answer
  return answer instanceof NoAnswer ? undefined : answer
}

/** A request in the form that targets take: of a scenario of a stage only the request matters to them. */
function asScenario(request: RequestData): Scenario {
  const facts = {
    id: '',
    row: 'resource.other',
    name: '',
    family: 'resource',
    route: '',
    title: '',
    cause: '',
  } as const
  const sending = { transport: 'socket', order: 'sequence', control: 'independent' } as const
  return { ...facts, ...sending, exercise: 'wire', expect: 'apart', cwe: 0, steps: [{ request, expect: 'apart' }] }
}
