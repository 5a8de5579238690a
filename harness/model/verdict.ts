import type { SourcePosition } from 'svc'
import type { RecordCell } from './matrix.ts'
import type { RequestData } from './request.ts'
import type { ScenarioFacts } from './scenario.ts'

/** The results of a run. */

/** The call of one authenticator in one request. */
export interface AuthCall {
  readonly authenticator: string
  readonly outcome: 'skipped' | 'passed' | 'refused' | 'threw' | 'timeout'
  /** Why it was skipped, or the type of what it returned. */
  readonly detail?: string
  /** Milliseconds from its call to its result. */
  readonly duration?: number
}

/** One request and its answer. Every text is redacted: a secret shows as `[env:NAME]` or `ab…yz (12 chars)`. */
export interface Exchange {
  /** The bytes that were sent. */
  readonly sent: string
  /** The bytes that came back, headers and body, shortened after 4,096 characters. */
  readonly received: string
  readonly method: string
  readonly target: string
  /** 0 where the connection closed without an answer. */
  readonly status: number
  /** Milliseconds. */
  readonly duration: number
  /** Milliseconds since the run began. */
  readonly startedAt: number
  /** How often the operation's handler ran; absent for a server in another process. */
  readonly handlerRuns?: number
  /** `request.auth` of the handler, redacted; absent where it did not run, or is not known. */
  readonly auth?: string | undefined
  readonly calls?: readonly AuthCall[]
}

/** How a scenario ended. `not-routed`: the probe does not reach the route even with a good credential. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'ignored' | 'not-routed'

/** Faults of an answer: stable words, which every report prints. */
// oxfmt-ignore
export const PROBLEM_CODES = [
  'accepted', 'handler-ran', 'handler-runs', 'data', 'other-user', 'named-user', 'shared', 'principal', 'lacks', 'calls', 'answer', 'not-issued',
  'refused', 'forbidden', 'status', 'detail', 'challenge', 'cache', 'sniff', 'content-type', 'head-body', 'redirect',
  'cookie', 'set-cookie', 'cors', 'leak', 'log', 'stack', 'query', 'thrown', 'guessable', 'oracle', 'crash', 'no-answer', 'stopped', 'hangs',
  'document', 'convention', 'closes', 'closed', 'waits', 'other-answer', 'kept', 'foreign', 'accident', 'changed', 'taken-over', 'disclosed', 'exposed', 'existence', 'called', 'ordered', 'unlimited',
] as const

/** One of {@link PROBLEM_CODES}. */
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** A difference, as expected and got. */
export interface Problem {
  readonly code: ProblemCode
  readonly expected: string
  readonly got: string
}

/** The answer that was wrong. */
export interface FoundAnswer {
  /** 0 where the connection closed without an answer. */
  readonly status: number
  /** Redacted, as is the body. Names in small letters. */
  readonly headers: RequestData['headers']
  /** Shortened after 4,096 characters. */
  readonly body: string
  /** Names of the members of a JSON object, nested ones too. */
  readonly members: readonly string[]
  /** Of the body: the same for the same bytes. */
  readonly hash: string
}

/** The facts of an answer that did not come. */
export const NO_ANSWER: FoundAnswer = { status: 0, headers: [], body: '', members: [], hash: '' }

/** The value that an authenticator let a request in with. */
export interface Returned {
  readonly authenticator: string
  /** `object`, `string`, `promise`; a promise also where the handler got one, or answered with one. */
  readonly type: string
}

/** A failed scenario, complete for any report. All texts are redacted. */
export interface Finding {
  readonly scenario: ScenarioFacts
  /** One sentence: `A key with its last character cut off was accepted.` */
  readonly sentence: string
  readonly problems: readonly [Problem, ...Problem[]]
  /** The request whose answer was wrong, redacted. */
  readonly request: RequestData
  readonly answer: FoundAnswer
  /** {@link Route.key} of the operation that the request was for. */
  readonly asked: string
  /** Absent where no authenticator let it in, or that is not known. */
  readonly returned?: Returned
  /** The exception that the application threw, and its part of the stack, innermost first; absent where that is not known. */
  readonly thrown?: readonly string[]
  /** The line of the request that matters: `X-API-Key: K-he…012 (19 chars)`. */
  readonly sent: string
  /** Where the authenticator is made, else where it is applied, else the declaration of the operation. */
  readonly position: SourcePosition | undefined
  /** Where it is applied, if that is another place. */
  readonly applied?: SourcePosition
  /** Hashes of the code of the guards that were asked who may; absent where there are no guards, and for another server. */
  readonly guards?: readonly string[]
  /** Names of the functions that say who may, where that is wrong: guards, and what they or the record's resource call. */
  readonly deciding?: readonly string[]
  /** The effective auth for people: `[QueryKey, HeaderKey]`. */
  readonly auth: string
  /** A command that shows it again; secrets are environment references. */
  readonly curl: string
  /** `svc test-auth --replay <id>`. */
  readonly replay: string
}

/** A good credential that passed in an unusual place or spelling, which is not a finding. Redacted. */
export interface Accepted {
  /** The line of the request that matters. */
  readonly sent: string
  readonly got: string
  /** A secret stood in its URL. */
  readonly isInUrl?: true
}

/** The end of one scenario. */
export interface Verdict {
  readonly scenario: ScenarioFacts
  readonly outcome: Outcome
  readonly exchanges: readonly Exchange[]
  /** Present if and only if it failed. */
  readonly finding?: Finding
  /** Present only where it passed. */
  readonly accepted?: Accepted
  /** Present only where it is about the record of a user. */
  readonly record?: RecordCell
  /** Why it is inconclusive, ignored or not routed. */
  readonly reason?: string
  /** Milliseconds. */
  readonly duration: number
}
