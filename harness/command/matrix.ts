import { resolve } from 'node:path'
import { createPaint } from '../../server/internal.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import { type MatrixEnd, MatrixFile } from '../report/matrix-file.ts'
import { MatrixRecorder } from '../report/matrix.ts'
import { matrixLines } from '../report/matrix-text.ts'
import type { SelectOptions } from './prepare.ts'
import type { TestWorld } from './world.ts'

/** The options that say what becomes of the matrix. */
export interface MatrixOptions {
  /** The matrix of what came: empty for the terminal, else the file that is compared with it. */
  readonly matrix?: string
  /** Writes the file of `matrix`. */
  readonly updateMatrix: boolean
}

/** The name of the file, where `--update-matrix` stands alone. */
const FILE = 'auth.matrix'

/**
 * A subscriber that compares what comes with the file of `--matrix=FILE`; of `--matrix` alone where a report is on stdout.
 *
 * @throws HarnessError where there is nothing to compare with
 */
export function openMatrix(
  options: MatrixOptions & SelectOptions & { readonly bail: number },
  { root }: Pick<TestWorld, 'root'>,
  isShown: boolean,
): (Reporter & { end(wasEnded: boolean): MatrixEnd }) | undefined {
  const { matrix, updateMatrix } = options
  const name = matrix || (updateMatrix ? FILE : undefined)
  if (name !== undefined)
    return new MatrixFile({ name, path: resolve(root, name), update: updateMatrix, isWhole: isWhole(options) })
  return matrix === undefined || isShown ? undefined : new MatrixPrinter()
}

/** Whether all of the plan is sent. */
function isWhole({ routes, only, skip, role, grep, replay, bail }: Parameters<typeof openMatrix>[0]): boolean {
  const lists = [routes, only, skip, role]
  return lists.every(({ length }) => length === 0) && grep === undefined && replay === undefined && bail === 0
}

/** Keeps the matrix for the end of the run. */
class MatrixPrinter implements Reporter {
  readonly #recorder = new MatrixRecorder()
  #users: NonNullable<Extract<RunEvent, { type: 'run.started' }>['setting']['users']> = []

  report(event: RunEvent): void {
    if (event.type === 'run.started') this.#users = event.setting.users ?? []
    if (event.type === 'plan.ready') this.#recorder.plan(event.routes)
    if (event.type === 'scenario.ended') this.#recorder.add(event.verdict)
  }

  end(): MatrixEnd {
    const lines = matrixLines(this.#recorder.matrix(this.#users), createPaint(false))
    return { hasChanged: false, text: lines.map((line) => `${line}\n`).join('') }
  }
}
