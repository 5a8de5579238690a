import yargs, { type Argv } from 'yargs'
import { wantsColor } from './color.ts'
import { type Command, type CommandContext, CommandError, type CommandRun, declaredOptions } from './command.ts'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'
import { describeFailure } from './failure.ts'
import type { Interruption } from './interrupt.ts'
import { describeUsageError } from './usage-error.ts'

/** The surroundings of a run of the program. */
export interface ProgramSetting {
  readonly version: string
  readonly interruption: Interruption
  /** Those that are registered: the one that is asked for, or all. */
  readonly commands: readonly Command[]
  /** Of every command, where not all are registered. */
  readonly names?: readonly string[]
  /** As its user calls it, if it is not `svc`; it then has one command, whose name is not typed. */
  readonly name?: string
}

/** Runs the program with the arguments after its name; resolves to its exit status, and does not throw. */
export async function runProgram(argv: readonly string[], setting: ProgramSetting): Promise<ExitCode> {
  const { version, interruption, commands } = setting
  const names = setting.names ?? commands.map(({ name }) => name)
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
  const program = yargs(argv.map(withoutValue))
    .scriptName(setting.name ?? 'svc')
    .locale('en')
    .usage(setting.name === undefined ? '$0 <command>' : '$0')
    .option('debug', { type: 'boolean', global: true, describe: 'Print stacks of errors' })
    .version(version)
    .strict()
    .demandCommand(setting.name === undefined ? 1 : 0)
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      // Errors that yargs itself throws, for a missing value, are about the arguments too.
      throw error === undefined || error.name === 'YError'
        ? refuse(message ?? '', argv, { names, program, name: setting.name })
        : error
    })
  try {
    for (const { register } of commands) register(program, start, isHelpAsked)
    await program.parseAsync()
  } catch (error) {
    const failure = describeFailure(error, debug, setting.name === undefined)
    process.stderr.write(`${failure.text}\n`)
    exitCode = failure.exitCode
  }
  return interruption.exitCode ?? exitCode
}

/** `--matrix` may stand alone; yargs would take the route after it for its value. */
function withoutValue(argument: string): string {
  return argument === '--matrix' ? '--matrix=' : argument
}

function refuse(message: string, argv: readonly string[], { names, program, name }: Refused): CommandError {
  // The list that `strict` checks against.
  const options = declaredOptions(program)
  // A program of one command is described as the command that it stands for.
  const text =
    name === undefined
      ? describeUsageError(message, argv, { commands: names, options })
      : describeUsageError(message, ['test-auth', ...argv], { commands: ['test-auth'], options })
  const shown = name === undefined ? text : text.replaceAll('svc test-auth', name)
  return new CommandError('SVC_COMMAND_LINE', shown, EXIT.usage)
}

interface Refused {
  readonly names: readonly string[]
  readonly program: Argv
  readonly name: string | undefined
}
