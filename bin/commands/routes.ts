import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, CommandError, defineCommand } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { type LoadedProject, loadProject } from '../project.ts'

/** `svc routes [dir]` */
export const routes: Command = defineCommand({
  command: 'routes [dir]',
  describe: 'List the operations with their effective auth',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('public', { type: 'boolean', describe: 'Only what anybody may call' })
      .option('json', { type: 'boolean', describe: 'As JSON' })
      .option('write', { type: 'boolean', describe: 'Write svc.routes.lock' })
      .option('check', { type: 'boolean', describe: 'Fail if svc.routes.lock says otherwise' })
      .conflicts('write', 'check'),
  run: async (args, { color }) => {
    const project = await loadProject(args.dir)
    try {
      if (args.write) return await writeLock(project)
      if (args.check) return await checkLock(project)
      const lines = await listRoutes(project, {
        json: args.json === true,
        open: args.public === true,
        color: color.stdout,
      })
      process.stdout.write(lines.map((line) => `${line}\n`).join(''))
      return EXIT.ok
    } finally {
      await project.close()
    }
  },
})

interface ListOptions {
  readonly json: boolean
  /** Only what anybody may call. */
  readonly open: boolean
  readonly color: boolean
}

async function listRoutes({ loaded }: LoadedProject, { json, open, color }: ListOptions): Promise<readonly string[]> {
  const [{ formatRouteTable, isOpen }, { createPaint }, { describeOperation }] = await Promise.all([
    import('../../server/dev/route-table.ts'),
    import('../../server/dev/paint.ts'),
    import('../../server/dev/route-json.ts'),
  ])
  const operations = loaded.operations.filter(({ auth }) => !open || isOpen(auth))
  if (!json) return formatRouteTable(operations, loaded.base, createPaint(color), process.stdout.columns)
  const routes = operations.map((operation) => describeOperation(operation, loaded.base))
  return [JSON.stringify({ routes }, null, 2)]
}

async function writeLock({ root, loaded }: LoadedProject): Promise<ExitCode> {
  const { formatRoutesLock, LOCK_FILE } = await import('../../server/dev/routes-lock.ts')
  await writeFile(join(root, LOCK_FILE), formatRoutesLock(loaded.operations, loaded.base))
  process.stderr.write(`${LOCK_FILE}  ${loaded.operations.length} operations, written\n`)
  return EXIT.ok
}

async function checkLock({ root, loaded }: LoadedProject): Promise<ExitCode> {
  const { compareRoutesLocks, formatRoutesLock, LOCK_FILE } = await import('../../server/dev/routes-lock.ts')
  const before = await readFile(join(root, LOCK_FILE), 'utf8').catch(() => undefined)
  if (before === undefined) {
    throw new CommandError(`${LOCK_FILE} is not there. Run svc routes --write and commit it.`, EXIT.usage)
  }
  const differences = compareRoutesLocks(before, formatRoutesLock(loaded.operations, loaded.base))
  for (const line of differences) process.stdout.write(`${line}\n`)
  const count = differences.length === 1 ? '1 operation differs' : `${differences.length} operations differ`
  const found = `${count} from ${LOCK_FILE}. Run svc routes --write if that is meant.`
  process.stderr.write(
    `${differences.length > 0 ? found : `${LOCK_FILE}  ${loaded.operations.length} operations, up to date`}\n`,
  )
  return differences.length > 0 ? EXIT.findings : EXIT.ok
}
