import type { ArgumentsCamelCase, Argv } from 'yargs'
import type { ExitCode } from '../server/base/exit-codes.ts'

/** The surroundings that the program gives to the command that it runs. */
export interface CommandContext {
  /**
   * Aborted by SIGINT and SIGTERM. The program then waits for `run` to settle, 5 s at most or until a second signal;
   * with no listener on this signal it ends at once.
   */
  readonly signal: AbortSignal
  /** Stops catching signals, for a command that handles them itself. */
  readonly release: () => void
  /** Whether `--debug` was given. */
  readonly debug: boolean
  /** Whether to colour what goes to each stream: a terminal, `NO_COLOR` and `FORCE_COLOR` decide. */
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
}

/** One command of the program, as its file declares it. */
export interface CommandDeclaration<Args> {
  /** Name and positional arguments, as yargs writes them: `dev [dir]`. */
  readonly command: string
  /** One line for `svc --help`. */
  readonly describe: string
  /** Declares every positional argument and option: what is not declared is refused. */
  readonly builder: (yargs: Argv) => Argv<Args>
  /**
   * The body. It imports what it needs with `await import()`, so that other commands and `--help` do not pay for it.
   * Data goes to stdout, messages to stderr. A thrown `LoadError` or {@link CommandError} becomes one line on stderr.
   */
  readonly run: (args: ArgumentsCamelCase<Args>, context: CommandContext) => Promise<ExitCode>
}

/** A body whose arguments are read. */
export type CommandRun = (context: CommandContext) => Promise<ExitCode>

/** A command ready to be registered. */
export interface Command {
  /** As it is typed: `test-auth`. */
  readonly name: string
  /** Adds the command to `program`; `start` is called when it is chosen. */
  readonly register: (program: Argv, start: (run: CommandRun) => Promise<void>, isHelpAsked?: boolean) => Argv
}

/**
 * Declares a command. `bin/commands/<name>.ts` exports the result under the command's name in camel case; `program.ts`
 * lists it.
 *
 * @example
 * export const routes: Command = defineCommand({
 *   command: 'routes [dir]',
 *   describe: 'List the operations with their effective auth',
 *   builder: (yargs) => yargs.positional('dir', { type: 'string', default: '.' }).option('json', { type: 'boolean' }),
 *   run: async (args, context) => (await import('./routes-body.ts')).printRoutes(args, context),
 * })
 */
export function defineCommand<Args>(declaration: CommandDeclaration<Args>): Command {
  const { command, describe, builder, run } = declaration
  return {
    name: command.split(' ', 1).join(),
    register: (program, start, isHelpAsked = true) =>
      program.command<Args>({
        command,
        describe,
        builder: (yargs) => (isHelpAsked ? builder(yargs) : hideOptions(builder(yargs))),
        handler: (args) => start((context) => run(args, context)),
      }),
  }
}

/** yargs composes the help of each command that it runs: with many options, that takes longer than to read them. */
function hideOptions<Args>(yargs: Argv<Args>): Argv<Args> {
  for (const name of declaredOptions(yargs)) yargs.hide(name)
  return yargs
}

/** The names that a program declares. */
export function declaredOptions(yargs: object): readonly string[] {
  // The types of yargs do not have it.
  return Object.keys((yargs as { getOptions(): { key: object } }).getOptions().key)
}

/**
 * A failure that the user can mend: the message says what, where and how to fix it, on one line.
 *
 * @example
 * throw new CommandError('SVC_FOLDER_MISSING', 'pets  is not a folder. Name the one with svc.config.ts.', EXIT.usage)
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** One of docs/reference/errors.md. */
  readonly code: string
  /** The program's exit status. */
  readonly exitCode: ExitCode

  constructor(code: string, message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.exitCode = exitCode
  }
}
