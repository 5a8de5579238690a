import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ArgumentsCamelCase, Argv } from 'yargs'
import type { TestOptions, TestWorld } from '../../harness/test-auth.ts'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { type LoadedProject, loadProject } from '../project.ts'

/** `svc test-auth [routes…]` */
export const testAuth: Command = defineCommand({
  command: 'test-auth [routes..]',
  describe: 'Prove that every route refuses what it must',
  builder: declareOptions,
  run: async (args, context) => {
    const options = readOptions(args)
    try {
      return await dispatch(args, options, context)
    } catch (error) {
      const { HarnessError } = await import('../../harness/failure.ts')
      throw error instanceof HarnessError ? new CommandError(error.message, error.exitCode, { cause: error }) : error
    }
  },
})

/** May be given again. Without `nargs` an option takes every argument up to the next one, and so the routes. */
const ONE_EACH = { type: 'string', array: true, nargs: 1 } as const

function declareOptions(yargs: Argv) {
  return yargs
    .positional('routes', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'Routes as svc routes prints them; all if none',
    })
    .option('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
    .option('url', { type: 'string', describe: 'Test a server by its address, whatever it is made of' })
    .option('openapi', {
      type: 'string',
      describe: 'With --url: the document, a file or an address of the same origin',
    })
    .option('unsafe', {
      type: 'boolean',
      default: false,
      describe: 'With --url: everything, not only harmless requests',
    })
    .option('contract', {
      type: 'boolean',
      default: false,
      describe: "With --url: other servers' ways of refusing are findings too",
    })
    .option('fixtures', { type: 'string', describe: 'TypeScript, YAML or JSON; fixtures/auth.fixtures.ts if absent' })
    .option('only', {
      ...ONE_EACH,
      default: [] as string[],
      describe: 'Families or scenarios: bearer, path, key.prefix',
    })
    .option('skip', {
      ...ONE_EACH,
      default: [] as string[],
      describe: 'Families or scenarios to leave out',
    })
    .option('role', {
      ...ONE_EACH,
      default: [] as string[],
      describe: 'Users of the fixtures: their row of the matrix',
    })
    .option('grep', { alias: 'g', type: 'string', describe: 'Scenarios whose route, name or title match' })
    .option('reporter', {
      ...ONE_EACH,
      alias: 'R',
      default: [] as string[],
      describe: 'name or name=file; several; also those of mocha',
    })
    .option('bail', {
      alias: 'b',
      type: 'number',
      default: 0,
      describe: 'Stop after so many failures; 1 without a number',
    })
    .option('jobs', { alias: 'j', type: 'number', default: 4, describe: 'Routes at the same time' })
    .option('shard', { type: 'string', describe: 'i/n: one of several processes' })
    .option('merge', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'Files of the shards, written by --reporter ndjson=file',
    })
    .option('watch', {
      alias: 'w',
      type: 'boolean',
      default: false,
      describe: 'Again on every change, the changed routes only',
    })
    .option('replay', { type: 'string', describe: 'One scenario, by its id' })
    .option('curl', {
      type: 'boolean',
      default: false,
      describe: 'Show findings as commands; secrets are references to the environment',
    })
    .option('baseline', { type: 'string', describe: 'Findings that were there before, in a file' })
    .option('update-baseline', { type: 'boolean', default: false, describe: 'Write the baseline' })
    .option('timeout', { type: 'number', default: 5_000, describe: 'Milliseconds to wait for an answer' })
    .option('seed', { type: 'string', describe: 'Makes the same stand-ins again' })
    .option('list', { type: 'boolean', default: false, describe: 'Show the plan, send nothing' })
    .option('json', { type: 'boolean', default: false, describe: 'With --list: as JSON' })
    .option('in-process', {
      type: 'boolean',
      default: false,
      describe: 'Without sockets where a scenario can do without',
    })
    .option('strict', {
      type: 'boolean',
      default: false,
      describe: 'A protected route without a good credential fails the run',
    })
    .option('allow-exec', { type: 'boolean', default: false, describe: 'Fixtures may run programs' })
    .option('timing', {
      type: 'boolean',
      default: false,
      describe: 'Tell where a wrong key takes longer the later it differs; never fails',
    })
    .option('mutate', {
      type: 'boolean',
      default: false,
      describe: 'Break the auth of each route and tell which faults the tests miss',
    })
    .option('mutate-break', {
      type: 'number',
      default: 100,
      describe: 'With --mutate: per cent of the faults that must be noticed',
    })
    .option('init', { type: 'boolean', default: false, describe: 'Write a skeleton of the fixtures' })
    .option('wfc', { type: 'string', describe: 'Fixtures from an auth file of Web Fuzzing Commons' })
    .option('export-wfc', { type: 'string', describe: 'Write the fixtures as such a file' })
}

type Arguments = ArgumentsCamelCase<ReturnType<typeof declareOptions> extends Argv<infer T> ? T : never>

function readOptions(args: Arguments): TestOptions {
  const { fixtures, grep, shard, replay, baseline, seed, wfc, exportWfc } = args
  return {
    routes: args.routes,
    only: splitNames(args.only),
    skip: splitNames(args.skip),
    role: splitNames(args.role),
    reporter: args.reporter,
    bail: Number.isNaN(args.bail) ? 1 : args.bail,
    jobs: Math.max(1, args.jobs),
    merge: args.merge,
    curl: args.curl,
    updateBaseline: args.updateBaseline,
    unsafe: args.unsafe,
    timeout: args.timeout,
    list: args.list,
    json: args.json,
    inProcess: args.inProcess,
    strict: args.strict,
    contract: args.contract,
    allowExec: args.allowExec,
    timing: args.timing,
    init: args.init,
    mutate: args.mutate,
    mutateBreak: args.mutateBreak,
    ...definedOnly({ fixtures, grep, shard, replay, baseline, seed, wfc, exportWfc }),
  }
}

async function dispatch(args: Arguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
  const harness = await import('../../harness/test-auth.ts')
  if (options.merge.length > 0) return harness.mergeShards(options, terminal(context))
  if (args.url !== undefined) return testServer(args, options, context)
  return testProject(args, options, context)
}

async function testProject(args: Arguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
  // Sessions are sealed for the run itself; a secret of the run's own will do where there is none.
  process.env['SVC_SESSION_SECRET'] ||= randomBytes(32).toString('base64url')
  const project = await loadProject(args.dir)
  try {
    if (!args.watch) return await testLoaded(project, project.loaded, options, context)
    const { watchTests } = await import('../watch-tests.ts')
    const test = async (loaded: LoadedProject['loaded'], routes?: readonly string[]): Promise<void> => {
      await testLoaded(project, loaded, routes === undefined ? options : { ...options, routes }, context)
    }
    await watchTests(project, test, context.signal)
    return EXIT.ok
  } finally {
    await project.close()
  }
}

async function testLoaded(
  { root, modules }: LoadedProject,
  loaded: LoadedProject['loaded'],
  options: TestOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const harness = await import('../../harness/test-auth.ts')
  return harness.testAuth(options, {
    ...terminal(context),
    root,
    subject: { kind: 'local', api: loaded.api, base: loaded.base },
    problems: loaded.problems,
    importModule: (file) => modules.import(file.replaceAll('\\', '/')),
    env: process.env,
    signal: context.signal,
    title: loaded.api.settings.title,
    version: loaded.api.settings.version,
    specs: await findSpecs(root),
  })
}

async function testServer(args: Arguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
  const [{ readServer }, harness] = await Promise.all([
    import('../../harness/openapi/server.ts'),
    import('../../harness/test-auth.ts'),
  ])
  const { origin, routes, title, version } = await readServer({
    url: args.url ?? '',
    document: args.openapi,
    timeout: options.timeout,
  })
  return harness.testAuth(options, {
    ...terminal(context),
    root: process.cwd(),
    subject: { kind: 'remote', origin, routes, unsafe: options.unsafe },
    problems: [],
    importModule: (file) => import(pathToFileURL(file).href) as Promise<Readonly<Record<string, unknown>>>,
    env: process.env,
    signal: context.signal,
    title,
    version,
    specs: [],
  })
}

/** The user's own tests that join the run. */
async function findSpecs(root: string): Promise<readonly string[]> {
  const found = await readdir(join(root, 'harness'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && /\.spec\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function terminal({ color }: CommandContext): Pick<TestWorld, 'stdout' | 'stderr' | 'color' | 'interactive'> {
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    color: color.stdout,
    interactive: process.stdout.isTTY,
  }
}

/** `--only key,path` and `--only key --only path` are the same. */
function splitNames(names: readonly string[]): readonly string[] {
  return names.flatMap((text) => text.split(',')).filter((name) => name !== '')
}

function definedOnly<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
