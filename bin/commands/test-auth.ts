import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestOptions } from '../../harness/command/test-auth.ts'
import type { Output } from '../../harness/command/world.ts'
import { type Command, type CommandContext, defineCommand } from '../command.ts'
import { enterProjectEnv } from '../env-files.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import { FixtureModules } from '../fixture-modules.ts'
import { enterProject, type LoadedProject, loadProject } from '../project.ts'
import { readTestOptions, type TestArguments } from '../read-test-options.ts'
import { declareTestOptions } from '../test-options.ts'
import { asCommand, testServer } from '../test-server.ts'
import { localWorld } from '../test-world.ts'

/** `svc test-auth [routes…]` */
export const testAuth: Command = defineCommand({
  command: 'test-auth [routes..]',
  describe: 'Prove that every route refuses what it must',
  builder: declareTestOptions,
  run: async (args, context) => {
    const options = readTestOptions(args)
    if (args.url !== undefined) return testServer(args, options, context, new FixtureModules(process.cwd()))
    return asCommand(context, (output) => testProject(args, options, context, output))
  },
})

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
  const { makeDateMovable } = await import('../../harness/copies/moved-date.ts')
  makeDateMovable()
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
  const world = localWorld({ root, loaded, modules }, output)
  return harness.testAuth(options, { ...world, signal: context.signal, specs: await findSpecs(root) })
}

/** The user's own tests that join the run. */
async function findSpecs(root: string): Promise<readonly string[]> {
  const found = await readdir(join(root, 'harness'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && /\.spec\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
