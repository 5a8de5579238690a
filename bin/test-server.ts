import type { TestOptions } from '../harness/command/test-auth.ts'
import type { Output, TestWorld } from '../harness/command/world.ts'
import { type CommandContext, CommandError } from './command.ts'
import { type DivertedStdout, divertStdout } from './divert-stdout.ts'
import { enterProjectEnv } from './env-files.ts'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'
import type { TestArguments } from './read-test-options.ts'

/** How modules of fixtures are evaluated, where no project is loaded. */
interface Modules {
  import(file: string): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

/** `svc test-auth --url`: no project is read. `program` is how its user starts it, for the commands that it prints. */
export function testServer(
  args: Pick<TestArguments, 'url' | 'openapi' | 'har'>,
  options: TestOptions,
  context: CommandContext,
  modules: Modules,
  program?: string,
): Promise<ExitCode> {
  const { url = '', openapi, har = [] } = args
  return asCommand(context, async (output) => {
    enterProjectEnv(process.cwd(), 'test')
    const [{ readServer }, harness] = await Promise.all([
      import('../harness/targets/server.ts'),
      import('../harness/command/test-auth.ts'),
    ])
    const read = { url, document: openapi, timeout: options.timeout, har, unsafe: options.unsafe }
    const server = await readServer(read).catch((error: unknown) => undescribed(error, options, output))
    if (server === undefined) return EXIT.ok
    const { title, version, unknown, recordings } = server
    const world: TestWorld = {
      ...output,
      root: process.cwd(),
      subject: { ...server, kind: 'remote', unsafe: options.unsafe },
      address: { url, ...(openapi === undefined ? {} : { openapi }), har },
      ...(recordings === undefined ? {} : { recordings }),
      ...(program === undefined ? {} : { program }),
      problems: [],
      untestable: unknown,
      importModule: (file) => modules.import(file),
      env: process.env,
      signal: context.signal,
      title,
      version,
      specs: [],
    }
    try {
      return await harness.testAuth(options, world)
    } finally {
      await modules.close()
    }
  })
}

/**
 * Without a server or its document a row is described by the catalogue.
 *
 * @throws the error, where that is not asked for or there is no such row
 */
async function undescribed(error: unknown, { explain }: TestOptions, { stdout }: Output): Promise<undefined> {
  if (explain === undefined) throw error
  const { explainRows } = await import('../harness/command/catalogue.ts')
  if (!explainRows(explain, stdout)) throw error
}

/** Runs with stdout kept for reports; what the harness throws becomes an error of the program. */
export async function asCommand(
  context: CommandContext,
  run: (output: Output) => Promise<ExitCode>,
): Promise<ExitCode> {
  // Before anything of the project is loaded: its modules may print.
  const stdout = divertStdout()
  try {
    return await run(outputOf(context, stdout))
  } catch (error) {
    const { HarnessError } = await import('../harness/model/failure.ts')
    throw error instanceof HarnessError
      ? new CommandError(error.code, error.message, error.exitCode, { cause: error })
      : error
  } finally {
    stdout.end()
  }
}

function outputOf({ color }: CommandContext, { write, during }: DivertedStdout): Output {
  return {
    stdout: write,
    asReport: during,
    stderr: (text) => void process.stderr.write(text),
    color: color.stdout,
    interactive: process.stdout.isTTY,
    rewrites: process.stderr.isTTY,
  }
}
