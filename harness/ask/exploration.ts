import type { Caller } from '../model/caller.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { ProblemCode } from '../model/verdict.ts'
import type { RecordedRecord } from '../model/recorded.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'
import type { LedgerEntry } from '../observe/ledger.ts'
import type { ReadName } from '../observe/read-names.ts'
import type { Replayed } from '../replay/replay.ts'
import type { Sending } from '../run/stage.ts'
import type { Crack } from '../tokens/find-secret.ts'
import type { Journal } from './journal.ts'
import type { User } from './users.ts'

export type { User } from './users.ts'

/**
 * The world of a part of the stage after the catalogue. A part is a function of an exploration: it asks, reads the
 * answers, asks again by what they say, and reports. It knows no socket, no redaction, no event: whatever it reports is
 * redacted, counted, grouped and replayed as a scenario of the catalogue is.
 *
 * @example
 * export async function explorePins(world: Exploration): Promise<void> {
 *   for (const route of world.routes.filter(isPin)) {
 *     const answer = await world.ask({ route, as: world.users[0], body: { pin: '0000' } })
 *     if (answer === undefined) continue        // not sent: the fixtures, `--unsafe` or the end of the run say so
 *     const tried = { row: 'guess.limit', route, answers: [answer] } as const
 *     if (answer.isGood) world.found({ ...tried, code: 'accepted', expected: 'a refusal', got: `${answer.status}` })
 *     else world.passed(tried)
 *   }
 * }
 */
export interface Exploration {
  /** All operations of the server, whether or not the run is narrowed to some. */
  readonly routes: readonly Route[]
  /** The users of the fixtures who have a credential, in their order. */
  readonly users: readonly User[]
  readonly fixtures: Fixtures
  /** An application of this process, whose declarations are known. */
  readonly isLocal: boolean
  /** Its `throttle` counts refused logins, and is off during a run. */
  readonly isThrottled: boolean
  /** The document of the server does not say what guards its operations: that is taken from answers. */
  readonly isUndeclared: boolean
  /** The title of the document and the name of the host. */
  readonly names: readonly string[]
  /** Words of the user for the secret of tokens. */
  readonly crack?: Crack | undefined
  /** Records that one user alone has in a recording. */
  readonly recorded: readonly RecordedRecord[]
  /** Whether requests that change something may be sent at all: `--unsafe`. */
  readonly mayWrite: boolean
  /** A short text that no other run has: what is made for a run holds it, and what holds it was made by a run. */
  readonly mark: string
  /** Why the operation is not asked, as a sentence; `undefined` where it may be. */
  whyNot(route: Route): string | undefined
  /** Sends a request of an operation; `undefined` where it may not be sent, or the run is over. */
  ask(ask: Ask): Promise<Answer | undefined>
  /** Sends any request, with no rule but that of the run's end: for paths that the document does not have. */
  send(request: RequestData, how?: Sent): Promise<Answer | undefined>
  /** From now on the text is shown in no report: a password or a token that was made for the run. */
  hide(text: string): void
  /** The decisive answer is the last one. */
  found(tried: Found): void
  passed(tried: Tried): void
  /** Whether a row of the stage has found something on this operation. */
  hasFound(route: Route): boolean
  inconclusive(tried: Tried, reason: string): void
  /** Whether a row on an operation is asked for: what takes long is not begun for nothing. */
  wants(row: RowName, route: Route): boolean
  readonly isOver: () => boolean
  /** Notes the names that the application reads while requests are sent; absent for a server in another process. */
  readonly watchNames?: (send: () => Promise<void>) => Promise<readonly ReadName[]>
  /** The resources that any request of the run asked about on this operation; `undefined` where its handler never ran. */
  readonly askedOf?: (route: Route) => ReadonlySet<string> | undefined
  /** Asks what only the people of the application know; one line, exit 0 without `--strict`. */
  question(route: Route, text: string): void
  /** Says what was inferred, or left out. */
  notice(text: string, about?: string): void
  /** Reports what stays on the server; its name is the last word: those of one kind are one line. */
  left(text: string): void
  /** The things that the run makes: written down before they are made, or right after. */
  readonly journal: Journal
}

/** The part of an exploration that makes things and deletes them; it reports no finding. */
export type Maker = Omit<
  Exploration,
  | 'found'
  | 'hasFound'
  | 'passed'
  | 'inconclusive'
  | 'question'
  | 'wants'
  | 'isOver'
  | 'isLocal'
  | 'isThrottled'
  | 'isUndeclared'
  | 'names'
  | 'recorded'
>

/** How a request is sent that was written whole. */
export interface Sent extends Sending {
  /** The user whose credential is added; the request is sent as it is if absent. */
  readonly as?: User | undefined
}

/** A request of an operation: what is not said comes from the fixtures and the document. */
export interface Ask {
  readonly route: Route
  /** `undefined` for anonymous: without any credential. */
  readonly as: User | undefined
  /** Values of path parameters, not encoded. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Parameters that stand in the query once more, behind all others. */
  readonly again?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, as a form where the operation takes forms only, or in the query where it takes its members there. */
  readonly body?: unknown
  /** In place of the operation's own method. */
  readonly method?: 'HEAD'
  /** The ids that stand in the request for who sends it. */
  readonly caller?: Caller | undefined
}

/** An answer, read. */
export interface Answer {
  readonly as: User | undefined
  readonly request: RequestData
  readonly replayed: Replayed
  /** 0 where none came. */
  readonly status: number
  /** The JSON of the body; `undefined` for a body of another kind. */
  readonly json: unknown
  /** The body as text. */
  readonly text: string
  /** 2xx, and nothing in it that says it failed. */
  readonly isGood: boolean
  /** The actions of the application; absent for a server in another process. */
  readonly entry?: LedgerEntry
}

/** One thing that was tried. */
export interface Tried {
  readonly row: RowName
  readonly route: Route
  /** Sets it apart from others of its row and route: a user, a member. */
  readonly variant?: string
  /** In place of the row's own: `bob asks for the order of ann`. */
  readonly title?: string
  /** The requests that show it, in order. */
  readonly answers: readonly [Answer, ...Answer[]]
  /** Present where it is about the record of a user: a cell of the matrix. */
  readonly record?: AskedRecord
  /** Passed with a good credential that the document does not have: listed beside the remarks. */
  readonly isAccepted?: true
}

/** Whose record was asked for, and by whom; what came is the decisive answer. */
export interface AskedRecord {
  readonly owner: User
  readonly user: User | undefined
  /** A note on the status: `not the record`. */
  readonly note?: string | undefined
  /** The answer to the owner's own request. */
  readonly own?: Answer | undefined
}

/** A finding. */
export interface Found extends Tried {
  readonly code: ProblemCode
  readonly expected: string
  readonly got: string
  /** In place of the row's own: a sentence about this operation, so that each flaw is a group of its own. */
  readonly cause?: string
}
