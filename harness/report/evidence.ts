import { READING, type Topic, topicOfCode, topicOfRow } from '../model/topic.ts'
import type { Finding, ProblemCode, Verdict } from '../model/verdict.ts'
import type { RowUse } from '../model/row-name.ts'

/** A failed scenario with what its group is worked out from. */
export interface Evidence {
  readonly finding: Finding
  readonly row: RowUse['row']
  readonly code: ProblemCode
  readonly topic: Topic
  /** The authenticator that passed, else the one under test. */
  readonly culprit: string
  /** Whether the request got in. */
  readonly isEntry: boolean
  /** Whether an answer is a success though no handler ran; `false` also where that is not known. */
  readonly isAnsweredElsewhere: boolean
  /** Whether a handler ran; `undefined` where that is not known. */
  readonly hasRun: boolean | undefined
  /** `request.auth` of the handler, redacted; `undefined` where it did not run, or that is not known. */
  readonly user: string | undefined
  /** Whether the first request of the scenario was refused. */
  readonly wasRefused: boolean
}

const ENTERED: ReadonlySet<ProblemCode> = new Set(['accepted', 'handler-ran', 'data'])

/** Whatever is wrong with an answer there, it is about what the row is about. */
const OWN: ReadonlySet<Topic> = new Set(['session-life', 'csrf', 'document'])

function topicOf(row: RowUse['row'], code: ProblemCode): Topic {
  const [own, coded] = [topicOfRow(row), topicOfCode(code)]
  return coded === undefined || (OWN.has(own) && code !== 'oracle') ? own : coded
}

/** The evidence of a failed verdict; `undefined` for any other. */
export function evidenceOf({ finding, exchanges }: Verdict): Evidence | undefined {
  if (finding === undefined) return undefined
  const { scenario, problems, returned } = finding
  const { row, authenticator } = scenario
  const { code } = problems[0]
  const last = exchanges.at(-1)
  const passed = exchanges.flatMap(({ calls = [] }) => calls).findLast(({ outcome }) => outcome === 'passed')
  // The credential of an authenticator that the route does not have says nothing of that authenticator.
  const tested = row === 'level.foreign-*' ? undefined : authenticator
  // Behind a credential that passed, the status is that of a guard: what is wrong is that it passed.
  const isGuards = code === 'status' && returned !== undefined && READING.includes(topicOfRow(row))
  return {
    finding,
    row,
    code,
    topic: isGuards ? topicOfRow(row) : topicOf(row, code),
    culprit: tested ?? passed?.authenticator ?? returned?.authenticator ?? '',
    isEntry: isGuards || ENTERED.has(code),
    isAnsweredElsewhere: exchanges.some(
      ({ handlerRuns, status }) => handlerRuns === 0 && status >= 200 && status < 300,
    ),
    hasRun: last?.handlerRuns === undefined ? undefined : last.handlerRuns > 0,
    user: last?.auth,
    wasRefused: (exchanges[0]?.status ?? 0) >= 400,
  }
}
