import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AccessRun, readAccessRun, type TestedRoute } from '../../server/internal.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import { MatrixRecorder } from './matrix.ts'

/**
 * Keeps what came of each user's requests for the view of `svc dev`: names of users and roles, statuses, times, and no value
 * of a request or an answer. A run of some routes leaves the others as they were. Written where the folder is there already.
 */
export class AccessFile implements Reporter {
  readonly #path: string
  readonly #recorder = new MatrixRecorder()
  #run: AccessRun = { users: [], routes: {} }
  #at = ''

  /** @param path absolute */
  constructor(path: string) {
    this.#path = path
  }

  report(event: RunEvent): void {
    if (event.type === 'run.started') {
      this.#at = event.at
      this.#run = { users: event.setting.users ?? [], routes: {} }
    }
    if (event.type === 'plan.ready') this.#recorder.plan(event.routes)
    if (event.type === 'scenario.ended') this.#recorder.add(event.verdict)
    if (event.type === 'run.ended') this.#write()
  }

  #write(): void {
    if (!existsSync(dirname(this.#path))) return
    const { rows } = this.#recorder.matrix(this.#run.users)
    const tested = rows
      .filter(({ owner }) => owner === undefined)
      .map(({ route, cells }): readonly [string, TestedRoute] => {
        const came = [...cells].map(([user, cell]) => [user, { came: cell.came, isWrong: cell.isWrong }] as const)
        return [route.key, { at: this.#at, cells: Object.fromEntries(came) }]
      })
    const before = existsSync(this.#path) ? readAccessRun(readFileSync(this.#path, 'utf8')) : undefined
    const run: AccessRun = { ...this.#run, routes: { ...before?.routes, ...Object.fromEntries(tested) } }
    writeFileSync(this.#path, `${JSON.stringify(run, undefined, 1)}\n`)
  }
}
