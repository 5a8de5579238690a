import { createWriteStream, readFileSync, statSync, type WriteStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findNearest, makeFolder } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Reporter } from '../model/event.ts'
import { REPORTERS } from './formats.ts'
import type { ReportTarget } from './report-target.ts'

/** The values of `--reporter`, parsed. */
export interface ReporterChoice {
  /** Ours, each with its reporter. */
  readonly reporters: readonly Reporter[]
  /** Files that will be written, for the summary. */
  readonly files: readonly string[]
  /** One of mocha's own. */
  readonly mocha: string | undefined
  /** Whether the report for people is wanted on the terminal: nothing else writes there. */
  readonly terminal: 'full' | 'brief' | 'none'
}

// oxfmt-ignore
const MOCHA: readonly string[] = [
  'spec', 'tap', 'dot', 'nyan', 'landing', 'list', 'progress', 'min', 'doc', 'markdown', 'json', 'json-stream', 'xunit',
]
/** Reports that go to the terminal alone. */
const ON_TERMINAL: readonly string[] = ['terminal', 'agent']

/**
 * Before anything is sent: a run that ends for a misspelt name would leave what was made for it.
 *
 * @throws HarnessError for a name that is neither ours nor mocha's, and for a file where the format has none
 */
export function checkReporters(names: readonly string[]): void {
  for (const text of names) {
    const [name = '', file] = text.split(/=(.*)/s, 2)
    const isOurs = REPORTERS[name] !== undefined
    if (isOurs ? file !== '' : file === undefined && [...ON_TERMINAL, ...MOCHA].includes(name)) continue
    const own = Object.keys(REPORTERS)
    const known = [...own, ...ON_TERMINAL, ...MOCHA]
    const meant = findNearest(name, known)
    const what = known.includes(name)
      ? isOurs
        ? `"${text}" names no file.`
        : `"${name}" writes on the terminal and takes no file: redirect its output (> ${file || 'report.txt'}), or name html=report.html.`
      : `there is no reporter "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
    throw new HarnessError(
      'SVC_REPORTER_UNKNOWN',
      `--reporter: ${what} Built in: ${[...ON_TERMINAL, ...own].join(', ')}, and of mocha: ${MOCHA.join(', ')}. ` +
        `NAME writes on stdout, NAME=FILE into a file (${own.join(', ')} only); several: --reporter terminal --reporter html=report.html`,
    )
  }
}

/**
 * Reads `--reporter name`, `--reporter name=file`: several at once, of which at most one writes to the terminal.
 *
 * @throws HarnessError as {@link checkReporters} does
 */
export async function openReporters(names: readonly string[], stdout: (text: string) => void): Promise<ReporterChoice> {
  checkReporters(names)
  const reporters: Reporter[] = []
  const files: string[] = []
  let mocha: string | undefined
  let terminal: ReporterChoice['terminal'] = 'full'
  for (const text of names) {
    const [name = '', file] = text.split(/=(.*)/s, 2)
    const create = await REPORTERS[name]?.()
    if (name === 'terminal') terminal = 'full'
    else if (name === 'agent') terminal = 'brief'
    else if (create !== undefined) {
      reporters.push(create(file === undefined ? { write: stdout, close: async () => undefined } : openFile(file)))
      if (file === undefined) terminal = 'none'
      else files.push(file)
    } else {
      mocha = name
      terminal = 'none'
    }
  }
  return { reporters, files, mocha, terminal }
}

/** The file is opened with the first text: until then what lies there can be read. */
function openFile(file: string): ReportTarget {
  const path = resolve(file)
  makeFolder(dirname(path))
  let opened: { readonly stream: WriteStream; readonly failed: Promise<never> } | undefined
  const open = (): { readonly stream: WriteStream; readonly failed: Promise<never> } => {
    const stream = createWriteStream(path)
    const failed = new Promise<never>((_, reject) => {
      stream.once('error', (cause) =>
        reject(
          new HarnessError(
            'SVC_REPORT_UNWRITABLE',
            `${file} cannot be written; name a file in a folder that exists`,
            2,
            { cause },
          ),
        ),
      )
    })
    failed.catch(() => undefined)
    return { stream, failed }
  }
  return {
    file: path,
    readPrevious: () =>
      statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined,
    write: (text) => void (opened ??= open()).stream.write(text),
    close: async () => {
      if (opened === undefined) return
      const { stream, failed } = opened
      // Of a stream that failed, `end` calls back as well: only what closes without an error is written.
      const closed = new Promise<void>((done) => stream.once('close', done))
      stream.end()
      await Promise.race([failed, closed])
    },
  }
}
