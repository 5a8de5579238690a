import type { SourcePosition } from 'svc'
import type { ImportModule } from '../credentials/read.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { Subject } from '../setup/subject.ts'

/** Where a command writes. */
export interface Output {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Runs something of ours that writes to `process.stdout` itself, where the application's output is kept from it. */
  readonly asReport?: <Result>(run: () => Result) => Result
  readonly color: boolean
  readonly interactive: boolean
  /** Whether a line on stderr may be written over. */
  readonly rewrites?: boolean
}

/** Where the tests run and what they say it to. */
export interface TestWorld extends Output {
  /** Folder of the project, absolute. */
  readonly root: string
  readonly subject: Subject
  /** The server and its document as the command line names them; absent for an application in this process. */
  readonly address?: { readonly url: string; readonly openapi?: string; readonly har?: readonly string[] }
  /** Requests that users recorded; absent without --har. */
  readonly recordings?: Recordings
  /** How its user starts the program, if not with `npx svc test-auth`. */
  readonly program?: string
  /** Files that did not load: their routes answer 503 and cannot be tested. */
  readonly problems: readonly { readonly message: string; readonly position?: SourcePosition | undefined }[]
  /** Parts of a server's document that cannot be tested, each with its reason. */
  readonly untestable?: readonly string[]
  readonly importModule: ImportModule
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  readonly title: string
  readonly version: string
  /** The user's own test files. */
  readonly specs: readonly string[]
}
