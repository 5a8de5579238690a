import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, plural } from '../../server/internal.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import { HarnessError } from '../model/failure.ts'
import { escapeControls } from '../text/controls.ts'
import { VALID } from '../model/matrix.ts'
import { type Matrix, MatrixRecorder } from './matrix.ts'

const HEAD = '# Who gets what. Written by svc test-auth --matrix=FILE --update-matrix, compared by --matrix=FILE.'

/** The cells of a matrix as a text to commit, one in a line and sorted: `bob: GET /orders/[id] of ann: 404`. */
export function formatMatrix(cells: ReadonlyMap<string, string>): string {
  const lines = [...cells].map(([name, came]) => `${name}: ${came}`)
  return `${[HEAD, ...lines.toSorted(byRoute)].join('\n')}\n`
}

/** The statuses that came, by the name of the cell: `bob: GET /orders/[id] of ann`. */
function cellsOf({ rows }: Matrix): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ route, owner, cells }) =>
      [...cells].map(([user, { came }]) => [
        escapeControls(`${user}: ${route.key}${owner === undefined ? '' : ` of ${owner}`}`),
        escapeControls(came.join(', ')),
      ]),
    ),
  )
}

/** The cells of a text of {@link formatMatrix}; lines of another form are left out. */
export function readMatrix(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const [, name, came] = line.startsWith('#') ? [] : (/^(.+: .+): (.+)$/.exec(line) ?? [])
    return name === undefined || came === undefined ? [] : [[name, came] as const]
  })
  return new Map(entries)
}

/**
 * The differences, one in a line: `bob: GET /orders/[id] of ann: 404 -> 200`.
 *
 * @param isWhole whether everything was sent: what did not come is a difference only then
 */
export function compareMatrices(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  isWhole: boolean,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name) && (isWhole || after.has(name)))
    .map((name) => `${name}: ${before.get(name) ?? 'not there'} -> ${after.get(name) ?? 'not sent'}`)
    .toSorted(byRoute)
}

/** By route and owner, then by user, since a change of a route is read at once. */
function byRoute(one: string, other: string): number {
  const key = (line: string): string => `${line.slice(line.indexOf(': ') + 2)}\n${line}`
  return key(one) < key(other) ? -1 : 1
}

interface MatrixFileOptions {
  /** As the user wrote it. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly update: boolean
  /** Whether the whole plan is sent, and no part of it. */
  readonly isWhole: boolean
}

/** The end of a run for the file: whether it differs, and what there is to say. */
export interface MatrixEnd {
  readonly hasChanged: boolean
  readonly text: string
}

/** `--matrix=FILE`: gathers what comes, and compares it with the file, or writes it. */
export class MatrixFile implements Reporter {
  readonly #recorder = new MatrixRecorder()
  readonly #options: MatrixFileOptions
  readonly #before: ReadonlyMap<string, string>

  /** @throws HarnessError where there is nothing to compare with */
  constructor(options: MatrixFileOptions) {
    const { name, path, update } = options
    if (!update && !existsSync(path))
      throw new HarnessError(
        'SVC_MATRIX_MISSING',
        `${name} is not there. Run svc test-auth --matrix=${name} --update-matrix and commit it.`,
      )
    this.#options = options
    this.#before = existsSync(path) ? readMatrix(readFileSync(path, 'utf8')) : new Map()
  }

  report(event: RunEvent): void {
    if (event.type === 'plan.ready') this.#recorder.plan(event.routes)
    if (event.type === 'scenario.ended') this.#recorder.add(event.verdict)
  }

  /** @param wasEnded whether the run came to its end */
  end(wasEnded: boolean): MatrixEnd {
    const { name, path, update } = this.#options
    const isWhole = this.#options.isWhole && wasEnded
    const all = cellsOf(this.#recorder.matrix())
    // In a part of the plan a route may have its control alone, which stands for no user.
    const isSpare = (cell: string): boolean => !isWhole && cell.startsWith(`${VALID}: `) && !this.#before.has(cell)
    const after = new Map([...all].filter(([cell]) => !isSpare(cell)))
    const changes = compareMatrices(this.#before, after, isWhole)
    const lines = changes.map((line) => `${line}\n`).join('')
    if (!update) {
      const differ = `${plural(changes.length, 'cell')} ${changes.length === 1 ? 'differs' : 'differ'}`
      const text = `${lines}${differ} from ${name}. Add --update-matrix if that is meant.\n`
      return changes.length === 0 ? { hasChanged: false, text: '' } : { hasChanged: true, text }
    }
    const cells = isWhole ? after : new Map([...this.#before, ...after])
    makeFolder(dirname(path))
    writeFileSync(path, formatMatrix(cells))
    return { hasChanged: false, text: `${lines}${name}  written: ${plural(cells.size, 'cell')}\n` }
  }
}
