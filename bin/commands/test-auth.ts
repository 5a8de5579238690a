import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestOptions, TestWorld } from '../../harness/test-auth.ts'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { type LoadedProject, loadProject } from '../project.ts'
import { declareTestOptions, readTestOptions, type TestArguments } from '../test-auth-options.ts'

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
      const { HarnessError } = await import('../../harness/failure.ts')
      throw error instanceof HarnessError ? new CommandError(error.message, error.exitCode, { cause: error }) : error
    }
  },
})

async function dispatch(args: TestArguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
  const harness = await import('../../harness/test-auth.ts')
  if (options.merge.length > 0) return harness.mergeShards(options, terminal(context))
  if (args.url !== undefined) return testServer(args, options, context)
  return testProject(args, options, context)
}

async function testProject(args: TestArguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
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

async function testServer(args: TestArguments, options: TestOptions, context: CommandContext): Promise<ExitCode> {
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
