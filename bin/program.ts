import yargs, { type Argv } from 'yargs'
import { wantsColor } from './color.ts'
import { type Command, type CommandContext, CommandError, type CommandRun, declaredOptions } from './command.ts'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'
import { describeFailure } from './failure.ts'
import type { Interruption } from './interrupt.ts'
import { describeUsageError } from './usage-error.ts'

/** In the order of `svc --help`. Only the one that is asked for is loaded: each declares arguments of its own. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).init,
  dev: async () => (await import('./commands/dev.ts')).dev,
  'test-auth': async () => (await import('./commands/test-auth.ts')).testAuth,
  routes: async () => (await import('./commands/routes.ts')).routes,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
  sync: async () => (await import('./commands/sync.ts')).sync,
  build: async () => (await import('./commands/build.ts')).build,
  start: async () => (await import('./commands/start.ts')).start,
  explain: async () => (await import('./commands/explain.ts')).explain,
}

/** The command that is asked for, or all of them where the first argument names none. */
async function loadCommands([name = '']: readonly string[]): Promise<readonly Command[]> {
  const asked = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return asked ? [await asked()] : Promise.all(Object.values(COMMANDS).map((load) => load()))
}

/** The surroundings of a run of the program. */
export interface ProgramSetting {
  readonly version: string
  readonly interruption: Interruption
  /** Instead of the program's own commands. */
  readonly commands?: readonly Command[]
}

/** Runs the program with the arguments after its name; resolves to its exit status, and does not throw. */
export async function runProgram(argv: readonly string[], setting: ProgramSetting): Promise<ExitCode> {
  const { version, interruption } = setting
  const commands = setting.commands ?? (await loadCommands(argv))
  const names = setting.commands?.map(({ name }) => name) ?? Object.keys(COMMANDS)
  // Read before yargs does: arguments that yargs refuses must still show their stack.
  const debug = argv.includes('--debug')
  const isHelpAsked = argv.some((argument) => argument.startsWith('--help'))
  const context: CommandContext = {
    signal: interruption.signal,
    release: () => interruption.release?.(),
    debug,
    color: { stdout: wantsColor(process.stdout, process.env), stderr: wantsColor(process.stderr, process.env) },
  }
  let exitCode: ExitCode = EXIT.ok
  const start = async (run: CommandRun): Promise<void> => {
    exitCode = await run(context)
  }
  const program = yargs([...argv])
    .scriptName('svc')
    .locale('en')
    .usage('$0 <command>')
    .option('debug', { type: 'boolean', global: true, describe: 'Print stacks of errors' })
    .version(version)
    .strict()
    .demandCommand(1)
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      // Errors that yargs itself throws, for a missing value, are about the arguments too.
      throw error === undefined || error.name === 'YError' ? refuse(message ?? '', argv, names, program) : error
    })
  try {
    for (const { register } of commands) register(program, start, isHelpAsked)
    await program.parseAsync()
  } catch (error) {
    const failure = describeFailure(error, debug)
    process.stderr.write(`${failure.text}\n`)
    exitCode = failure.exitCode
  }
  return interruption.exitCode ?? exitCode
}

function refuse(message: string, argv: readonly string[], names: readonly string[], program: Argv): CommandError {
  // The list that `strict` checks against.
  const vocabulary = { commands: names, options: declaredOptions(program) }
  return new CommandError('SVC_COMMAND_LINE', describeUsageError(message, argv, vocabulary), EXIT.usage)
}
