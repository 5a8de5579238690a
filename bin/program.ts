import yargs, { type Argv } from 'yargs'
import { wantsColor } from './color.ts'
import { type Command, type CommandContext, CommandError, type CommandRun } from './command.ts'
import { build } from './commands/build.ts'
import { dev } from './commands/dev.ts'
import { explain } from './commands/explain.ts'
import { init } from './commands/init.ts'
import { openapi } from './commands/openapi.ts'
import { routes } from './commands/routes.ts'
import { start } from './commands/start.ts'
import { sync } from './commands/sync.ts'
import { testAuth } from './commands/test-auth.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { describeFailure } from './failure.ts'
import type { Interruption } from './interrupt.ts'
import { describeRefusal } from './refusal.ts'

/** In the order of `svc --help`. */
const COMMANDS: readonly Command[] = [init, dev, testAuth, routes, openapi, sync, build, start, explain]

/** The surroundings of a run of the program. */
export interface ProgramSetting {
  readonly version: string
  readonly interruption: Interruption
  /** Instead of the program's own commands. */
  readonly commands?: readonly Command[]
}

/** Runs the program with the arguments after its name; resolves to its exit status, and does not throw. */
export async function runProgram(argv: readonly string[], setting: ProgramSetting): Promise<ExitCode> {
  const { version, interruption, commands = COMMANDS } = setting
  // Read before yargs does: arguments that yargs refuses must still show their stack.
  const debug = argv.includes('--debug')
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
      throw error === undefined || error.name === 'YError' ? refuse(message ?? '', argv, commands, program) : error
    })
  try {
    for (const { register } of commands) register(program, start)
    await program.parseAsync()
  } catch (error) {
    const failure = describeFailure(error, debug)
    process.stderr.write(`${failure.text}\n`)
    exitCode = failure.exitCode
  }
  return interruption.exitCode ?? exitCode
}

function refuse(message: string, argv: readonly string[], commands: readonly Command[], program: Argv): CommandError {
  // The list that `strict` checks against; the types of yargs do not have it.
  const { key } = (program as Argv & { getOptions(): { key: object } }).getOptions()
  const vocabulary = { commands: commands.map(({ name }) => name), options: Object.keys(key) }
  return new CommandError('SVC_COMMAND_LINE', describeRefusal(message, argv, vocabulary), EXIT.usage)
}
