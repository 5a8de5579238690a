import { createPaint } from '../../server/internal.ts'
import { declaredMatrix, type DeclaredMatrix, declaredText } from '../subject/declared-access.ts'
import { matrixLines } from '../report/matrix-text.ts'
import { createSeed, setUp } from '../setup/setup.ts'
import { DEFAULT_TIMEOUT } from '../model/timeout.ts'
import { type LoadedFixtures, loadFixtures } from './prepare.ts'
import type { TestWorld } from './world.ts'

/** Everything that the command line of `svc routes --roles` can say. */
export interface RolesOptions {
  readonly fixtures?: string
  readonly json: boolean
}

/**
 * `svc routes --roles`: who may call what, as routes and fixtures declare it. Nothing is sent, no secret is read, and no test
 * data are made.
 *
 * @throws HarnessError for what the user has to mend first.
 */
export async function listRoles(options: RolesOptions, world: TestWorld): Promise<void> {
  const found = await loadFixtures(options, world)
  const matrix = await matrixOf(found, world)
  if (options.json) return world.stdout(`${JSON.stringify(matrix, null, 2)}\n`)
  const cells = matrix.routes.map(({ id, access }) => ({
    route: { key: id },
    cells: new Map(
      Object.entries(access).map(([user, cell]) => [
        user,
        { came: [declaredText(cell)], statuses: [], isWrong: false, scenario: id },
      ]),
    ),
  }))
  const lines = matrixLines({ users: matrix.users, rows: cells }, createPaint(world.color), 'declared')
  world.stdout(lines.map((line) => `${line.slice(2)}\n`).join(''))
}

async function matrixOf({ fixtures, name, directory }: LoadedFixtures, world: TestWorld): Promise<DeclaredMatrix> {
  const setup = await setUp({
    subject: world.subject,
    fixtures,
    fixturesName: name,
    source: { env: world.env, directory, allowExec: false, dry: true },
    seed: createSeed(),
    timeout: DEFAULT_TIMEOUT,
    inProcess: true,
    dry: true,
    strictContract: false,
    remark: () => undefined,
  })
  return declaredMatrix(setup.routes, setup.fixtures)
}
