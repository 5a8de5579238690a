import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { enterProjectEnv } from '../env-files.ts'
import { plural } from '../../server/base/plural.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import type { Operation } from '../../server/model/operation.ts'
import { enterProject, type LoadedProject, loadProject } from '../project.ts'
import { asCommand } from '../test-server.ts'
import { localWorld } from '../test-world.ts'

/** `svc routes [dir]` */
export const routes: Command = defineCommand({
  command: 'routes [dir]',
  describe: 'List the operations with their effective auth',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('public', { type: 'boolean', describe: 'Only operations that pass without a credential' })
      .option('json', { type: 'boolean', describe: 'As JSON' })
      .option('verbose', {
        type: 'boolean',
        describe: 'With the middleware of each operation, and the operations of the page',
      })
      .option('roles', { type: 'boolean', describe: 'What is declared for each user of the fixtures' })
      .option('fixtures', { type: 'string', implies: 'roles', describe: 'With --roles: fixtures in another place' })
      .option('write', { type: 'boolean', describe: 'Write svc.routes.lock' })
      .option('check', { type: 'boolean', describe: 'Fail if svc.routes.lock says otherwise' })
      .conflicts({
        write: ['check', 'public', 'json', 'verbose', 'roles'],
        check: ['public', 'verbose', 'roles'],
        roles: ['public', 'verbose'],
      }),
  run: async (args, context) => {
    const { color } = context
    if (args.roles) return listDeclared(args, context)
    const project = await loadProject(args.dir)
    try {
      if (args.write) return await writeLock(project)
      if (args.check) return await checkLock(project, args.json === true)
      const lines = await listRoutes(project, {
        json: args.json === true,
        open: args.public === true,
        verbose: args.verbose === true,
        color: color.stdout,
      })
      process.stdout.write(lines.map((line) => `${line}\n`).join(''))
      return EXIT.ok
    } finally {
      await project.close()
    }
  },
})

/** Prints the declarations for each user of the fixtures. */
async function listDeclared(
  {
    dir,
    json,
    fixtures,
  }: { readonly dir: string; readonly json: boolean | undefined; readonly fixtures: string | undefined },
  context: CommandContext,
): Promise<ExitCode> {
  return asCommand(context, async (output) => {
    enterProjectEnv(await enterProject(dir), 'test')
    // Sessions are sealed as test-auth does it, so a project without a secret is listed too.
    process.env['SVC_SESSION_SECRET'] ||= randomBytes(32).toString('base64url')
    const { listRoles } = await import('../../harness/command/roles.ts')
    const project = await loadProject('.')
    try {
      await listRoles(
        { json: json === true, ...(fixtures === undefined ? {} : { fixtures }) },
        localWorld(project, output),
      )
      return EXIT.ok
    } finally {
      await project.close()
    }
  })
}

interface ListOptions {
  readonly json: boolean
  /** Only operations that pass without a credential. */
  readonly open: boolean
  /** With the middleware of each, and with the operations of the page. */
  readonly verbose: boolean
  readonly color: boolean
}

async function listRoutes(
  { loaded }: LoadedProject,
  { json, open, verbose, color }: ListOptions,
): Promise<readonly string[]> {
  const [{ isOpen }, { formatRouteTable }, { createPaint }, { describeOperation }] = await Promise.all([
    import('../../server/listing/auth-label.ts'),
    import('../../server/listing/route-table.ts'),
    import('../../server/base/paint.ts'),
    import('../../server/listing/route-json.ts'),
  ])
  const operations = (await listedOperations(loaded, verbose)).filter(({ auth }) => !open || isOpen(auth))
  if (!json) {
    const options = { columns: process.stdout.columns, verbose }
    return formatRouteTable(operations, loaded.base, createPaint(color), options)
  }
  const routes = operations.map((operation) => describeOperation(operation, loaded.base))
  return [JSON.stringify({ routes }, null, 2)]
}

/**
 * Those of the project, and those that its reference page has for logins at a provider; with `isWhole` all of the page, which
 * are the same for every API but for its guard.
 */
async function listedOperations(
  { api, operations, base }: LoadedProject['loaded'],
  isWhole = false,
): Promise<readonly Operation[]> {
  const { docs } = api.settings
  if (docs === false || (docs.oauth === undefined && !isWhole)) return operations
  const { docsOperations, oauthOperations } = await import('../../server/api/docs-operations.ts')
  const facts = { ...api.settings, base, operations, sessionCookieName: api.sessionsOn().cookieName }
  return [...operations, ...(isWhole ? docsOperations(docs, facts, undefined) : oauthOperations(docs, facts))]
}

async function writeLock(project: LoadedProject): Promise<ExitCode> {
  const name = await writeRoutesLock(project)
  process.stderr.write(`${name}  ${plural(project.loaded.operations.length, 'operation')}, written\n`)
  return EXIT.ok
}

/**
 * Writes who may call what to the project's lock file.
 *
 * @returns its name
 */
export async function writeRoutesLock({ root, loaded }: LoadedProject): Promise<string> {
  const { formatRoutesLock, LOCK_FILE } = await import('../../server/listing/routes-lock.ts')
  await writeFile(
    join(root, LOCK_FILE),
    formatRoutesLock(await listedOperations(loaded), loaded.base, loaded.api.settings.csrf),
  )
  return LOCK_FILE
}

async function checkLock({ root, loaded }: LoadedProject, json: boolean): Promise<ExitCode> {
  const [{ compareRoutesLocks, formatRoutesLock, LOCK_FILE }, { formatAuthChange }] = await Promise.all([
    import('../../server/listing/routes-lock.ts'),
    import('../../server/dev/auth-changes.ts'),
  ])
  const before = await readFile(join(root, LOCK_FILE), 'utf8').catch(() => undefined)
  if (before === undefined) {
    throw new CommandError(
      'SVC_ROUTES_LOCK_MISSING',
      `${LOCK_FILE} is not there. Run svc routes --write and commit it.`,
      EXIT.usage,
    )
  }
  const changes = compareRoutesLocks(
    before,
    formatRoutesLock(await listedOperations(loaded), loaded.base, loaded.api.settings.csrf),
  )
  const upToDate = changes.length === 0
  // In JSON what is not there is null: a member that is left out could as well be misspelt.
  const full = changes.map(({ operation, before: was = null, after: is = null }) => ({
    operation,
    before: was,
    after: is,
  }))
  const lines = json ? [JSON.stringify({ upToDate, changes: full }, null, 2)] : changes.map(formatAuthChange)
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  const differing = `${plural(changes.length, 'operation')} ${changes.length === 1 ? 'differs' : 'differ'}`
  const found = `${differing} from ${LOCK_FILE}. Run svc routes --write if that is meant.`
  process.stderr.write(
    `${upToDate ? `${LOCK_FILE}  ${plural(loaded.operations.length, 'operation')}, up to date` : found}\n`,
  )
  return upToDate ? EXIT.ok : EXIT.findings
}
