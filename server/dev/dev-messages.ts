import { createPaint, type Paint } from '../base/paint.ts'
import type { Loaded } from '../files/load.ts'
import type { LogOptions } from '../log/log.ts'
import type { PageKeys } from '../openapi/page-keys.ts'
import { describeAddress, hasMoved } from './dev-address.ts'
import { describeProblems, describeReload, describeRoutes, describeWarnings } from './dev-report.ts'
import type { Reload } from './reloader.ts'

/** Where the development server writes. */
export interface DevOutput {
  /** The routes, the address, the requests. */
  readonly print: (line: string) => void
  /** Everything that happens to the application. */
  readonly report: (line: string) => void
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** The width of the terminal that `print` writes to, read each time; `undefined` if it is not a terminal. */
  readonly columns?: () => number | undefined
}

interface MessageOptions {
  readonly json?: boolean | undefined
  readonly debug?: boolean | undefined
  /** For the address of the page. */
  readonly keys?: PageKeys | undefined
}

/** The lines of `svc dev`: what it serves, and what happens to the application. */
export class DevMessages {
  readonly #options: MessageOptions
  readonly #output: DevOutput
  readonly #paint: Paint
  readonly #warnPaint: Paint
  /** The application whose address was printed last. */
  #shown: Loaded | undefined

  constructor(options: MessageOptions, output: DevOutput) {
    this.#options = options
    this.#output = output
    this.#paint = createPaint(output.color.stdout)
    this.#warnPaint = createPaint(output.color.stderr)
  }

  get logOptions(): LogOptions {
    const { print, report } = this.#output
    const { json } = this.#options
    return { format: json ? 'json' : 'text', write: print, writeError: report, ...(json ? {} : { paint: this.#paint }) }
  }

  readonly reportError = (error: unknown): void => {
    this.#report([`${this.#warnPaint.red('error')}  ${String(error)}`])
  }

  readonly reportStall = (file: string): void => {
    this.#report([
      `${this.#warnPaint.yellow('waiting')}  ${file} is still being loaded: a top-level await has not ended`,
    ])
  }

  printRoutes(loaded: Loaded): void {
    this.#say(describeRoutes(loaded, this.#paint, this.#output.columns?.()))
  }

  /** @param unseenTypes that the project's `tsconfig.json` leaves out the generated types, if it does */
  reportStart(loaded: Loaded, unseenTypes: string | undefined): void {
    if (unseenTypes !== undefined) this.#report([`${this.#warnPaint.yellow('warning')}  ${unseenTypes}`])
    this.#report([
      ...describeWarnings(loaded.warnings, this.#warnPaint),
      ...describeProblems(loaded, this.#warnPaint, this.#options.debug),
    ])
  }

  reportTaken(port: number, instead: number): void {
    const text = `port ${port} is taken; serving on ${instead}. With --strict-port that is an error.`
    this.#report([`${this.#warnPaint.yellow('warning')}  ${text}`])
  }

  printAddress(url: string, loaded: Loaded, note?: string): void {
    this.#shown = loaded
    this.#say(describeAddress(url, loaded, this.#paint, note, this.#options.keys?.issue()))
  }

  reportReload(reload: Reload, url: string): void {
    this.#report(describeReload(reload, this.#warnPaint, this.#options.debug))
    if (this.#shown && hasMoved(this.#shown, reload.loaded)) this.printAddress(url, reload.loaded)
  }

  /** JSON on stdout is for a machine; what people read then goes to the other side. */
  #say(lines: readonly string[]): void {
    lines.forEach(this.#options.json ? this.#output.report : this.#output.print)
  }

  #report(lines: readonly string[]): void {
    lines.forEach(this.#output.report)
  }
}
