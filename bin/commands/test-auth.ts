import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Argv, Options } from 'yargs'
import type { TestOptions } from '../../harness/command/test-auth.ts'
import type { Output } from '../../harness/command/world.ts'
import { DEFAULT_TIMEOUT } from '../../harness/model/timeout.ts'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { type DivertedStdout, divertStdout } from '../divert-stdout.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import { FixtureModules } from '../fixture-modules.ts'
import { enterProjectEnv } from '../env-files.ts'
import { enterProject, type LoadedProject, loadProject } from '../project.ts'
import { readTestOptions, type TestArguments } from '../read-test-options.ts'

type Group = Readonly<Record<string, Options>>

/** May be given again. Without `nargs` an option takes every argument up to the next one, and so the routes. */
const ONE_EACH = { type: 'string', array: true, nargs: 1 } as const

const TARGET = {
  dir: { type: 'string', default: '.', describe: 'Folder with svc.config.ts' },
  url: { type: 'string', describe: 'Test a server by its address, whatever it is made of' },
  openapi: { type: 'string', describe: 'With --url: the document, a file or an address of the same origin' },
  only: { ...ONE_EACH, describe: 'Families or scenarios: bearer, path, key.prefix' },
  skip: { ...ONE_EACH, describe: 'Families or scenarios to leave out' },
  role: { ...ONE_EACH, describe: 'Users of the fixtures: their row of the matrix' },
  grep: { alias: 'g', type: 'string', describe: 'Scenarios whose route, name or title match' },
  list: { type: 'boolean', describe: 'Show the plan, send nothing' },
  json: { type: 'boolean', implies: 'list', describe: 'With --list: as JSON' },
  explain: { type: 'string', describe: 'What a scenario sends and finds; sends nothing' },
} as const satisfies Group

const FIXTURES = {
  fixtures: { type: 'string', describe: 'TypeScript, YAML or JSON; fixtures/auth.fixtures.ts if absent' },
  init: { type: 'boolean', describe: 'Write a skeleton of the fixtures' },
  'allow-exec': { type: 'boolean', describe: 'Fixtures may run programs' },
} as const satisfies Group

const RUN = {
  jobs: { alias: 'j', type: 'number', default: 4, describe: 'Routes at the same time, at most' },
  timeout: { type: 'number', default: DEFAULT_TIMEOUT, describe: 'Milliseconds to wait for an answer' },
  rate: { type: 'number', describe: 'Requests in a second, at most' },
  'in-process': { type: 'boolean', describe: 'Without sockets where a scenario can do without' },
  unsafe: { type: 'boolean', describe: 'With --url: also methods that may change something' },
  watch: { alias: 'w', type: 'boolean', describe: 'Again on every change, the changed routes only' },
  replay: { type: 'string', describe: 'One scenario, by its id' },
  bail: { alias: 'b', type: 'number', describe: 'Stop after so many failures; 1 without a number' },
  seed: { type: 'string', describe: 'Makes the same stand-ins again' },
} as const satisfies Group

const REPORTS = {
  reporter: { ...ONE_EACH, alias: 'R', describe: "NAME or NAME=FILE; repeatable; mocha's reporters work too" },
  all: { type: 'boolean', describe: 'Show every finding, not one of each cause' },
  curl: { type: 'boolean', describe: 'Show findings as commands; secrets are references to the environment' },
} as const satisfies Group

const CI = {
  strict: { type: 'boolean', describe: 'A protected route without a good credential fails the run' },
  lenient: { type: 'boolean', describe: 'Routes on which much could not be decided do not fail the run' },
  contract: { type: 'boolean', describe: "With --url: other servers' ways of refusing are findings too" },
  baseline: { type: 'string', describe: 'Findings that were there before, in a file' },
  'update-baseline': { type: 'boolean', describe: 'Write the baseline' },
} as const satisfies Group

const PROOF = {
  mutate: { type: 'boolean', describe: 'Break the auth of each route and report which faults the tests miss' },
  'mutate-break': {
    type: 'number',
    default: 100,
    describe: 'With --mutate: per cent of the faults that must be noticed',
  },
} as const satisfies Group

const ENDS = `Ends with 0 if everything passed, 1 for findings, 2 for a wrong option or fixture, 3 if nothing answers or
loads, 4 if nothing was tested or too much was not decided (--lenient, --strict). See docs/testing-auth.md.`

/** Headings of the help, in its order. */
const GROUPS = {
  'What to test:': TARGET,
  'Fixtures and credentials:': FIXTURES,
  'How to run:': RUN,
  'Reports:': REPORTS,
  'CI:': CI,
  'Proving the tests:': PROOF,
} as const satisfies Readonly<Record<string, Group>>

type Grouped = (typeof GROUPS)[keyof typeof GROUPS]
type NameIn<Groups> = Groups extends unknown ? keyof Groups & string : never
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
/** An option that nothing reads does not compile; one that is read and not declared does not, by the type of `run`. */
type Unread = Exclude<CamelCase<NameIn<Grouped>>, keyof TestArguments>
type AllRead = [Unread] extends [never] ? Readonly<Record<string, Group>> : Unread

/** Every option of `svc test-auth`, in the groups of its help. */
function declareTestOptions(yargs: Argv) {
  const declared = yargs
    .positional('routes', {
      type: 'string',
      array: true,
      defaultDescription: 'all',
      describe: 'Routes as svc routes prints them: "GET /pets"',
    })
    .options({ ...TARGET, ...FIXTURES, ...RUN, ...REPORTS, ...CI, ...PROOF })
    .epilogue(ENDS)
  for (const [heading, options] of Object.entries(GROUPS satisfies AllRead))
    declared.group(Object.keys(options), heading)
  return declared
}

/** `svc test-auth [routes…]` */
export const testAuth: Command = defineCommand({
  command: 'test-auth [routes..]',
  describe: 'Prove that every route refuses what it must',
  builder: declareTestOptions,
  run: async (args, context) => {
    const options = readTestOptions(args)
    try {
      return await dispatch(args, options, context)
    } catch (error) {
      const { HarnessError } = await import('../../harness/model/failure.ts')
      throw error instanceof HarnessError
        ? new CommandError(error.code, error.message, error.exitCode, { cause: error })
        : error
    }
  },
})

async function dispatch(args: TestArguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
  // Before anything of the project is loaded: its modules may print.
  const stdout = divertStdout()
  const output = outputOf(context, stdout)
  try {
    if (args.url !== undefined) return await testServer(args, options, context, output)
    return await testProject(args, options, context, output)
  } finally {
    stdout.end()
  }
}

async function testProject(
  args: TestArguments,
  options: TestOptions,
  context: CommandContext,
  output: Output,
): Promise<ExitCode> {
  const root = await enterProject(args.dir)
  enterProjectEnv(root, 'test')
  // Sessions are sealed for the run itself; a secret of the run's own will do if the project has no secret.
  process.env['SVC_SESSION_SECRET'] ||= randomBytes(32).toString('base64url')
  if (args.watch) return watchProject(root, options, context, output)
  // Before the project is: from then on Node reads the source map of each module that it loads.
  await import('../../harness/command/test-auth.ts')
  // The project's folder is the working directory by now.
  const project = await loadProject('.')
  const { Lifetimes } = await import('../../server/api/lifetimes.ts')
  const lifetimes = new Lifetimes()
  try {
    await lifetimes.enter(project.loaded.config)
    return await testLoaded(project, options, context, output)
  } finally {
    await lifetimes.close()
    await project.close()
  }
}

async function watchProject(
  root: string,
  options: TestOptions,
  context: CommandContext,
  output: Output,
): Promise<ExitCode> {
  const { watchTests } = await import('../watch-tests.ts')
  const report = (line: string): void => void process.stderr.write(`${line}\n`)
  await watchTests(
    root,
    {
      fixtures: options.fixtures,
      report,
      test: async (loaded, modules, touched = [], signal) => {
        const routes = options.routes.length > 0 ? options.routes : touched
        await testLoaded({ root, loaded, modules }, { ...options, routes }, { ...context, signal }, output)
      },
    },
    context.signal,
  )
  return EXIT.ok
}

async function testLoaded(
  { root, loaded, modules }: Omit<LoadedProject, 'close'>,
  options: TestOptions,
  context: CommandContext,
  output: Output,
): Promise<ExitCode> {
  const harness = await import('../../harness/command/test-auth.ts')
  return harness.testAuth(options, {
    ...output,
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

async function testServer(
  args: TestArguments,
  options: TestOptions,
  context: CommandContext,
  output: Output,
): Promise<ExitCode> {
  enterProjectEnv(process.cwd(), 'test')
  const [{ readServer }, harness] = await Promise.all([
    import('../../harness/targets/server.ts'),
    import('../../harness/command/test-auth.ts'),
  ])
  const { origin, routes, title, version, logins, unknown } = await readServer({
    url: args.url ?? '',
    document: args.openapi,
    timeout: options.timeout,
  })
  const modules = new FixtureModules(process.cwd())
  try {
    return await harness.testAuth(options, {
      ...output,
      root: process.cwd(),
      subject: { kind: 'remote', origin, routes, unsafe: options.unsafe, logins },
      address: { url: args.url ?? '', ...(args.openapi === undefined ? {} : { openapi: args.openapi }) },
      problems: [],
      untestable: unknown,
      importModule: (file) => modules.import(file),
      env: process.env,
      signal: context.signal,
      title,
      version,
      specs: [],
    })
  } finally {
    await modules.close()
  }
}

/** The user's own tests that join the run. */
async function findSpecs(root: string): Promise<readonly string[]> {
  const found = await readdir(join(root, 'harness'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && /\.spec\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function outputOf({ color }: CommandContext, { write, during }: DivertedStdout): Output {
  return {
    stdout: write,
    asReport: during,
    stderr: (text) => void process.stderr.write(text),
    color: color.stdout,
    interactive: process.stdout.isTTY,
  }
}
