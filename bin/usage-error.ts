import { findNearest } from '../server/base/nearest.ts'

/** The words that the program would have understood. */
export interface Vocabulary {
  readonly commands: readonly string[]
  /** Of the command given, without the dashes. */
  readonly options: readonly string[]
}

/** Names that other tools give them. */
const SYNONYMS: Readonly<Record<string, string>> = {
  create: 'init',
  new: 'init',
  serve: 'dev',
  watch: 'dev',
  run: 'dev',
  test: 'test-auth',
  list: 'routes',
  preview: 'start',
}

/**
 * The message about arguments that are not understood: the word, the one that was probably meant, where to look.
 *
 * @param message what yargs says about them
 */
export function describeUsageError(
  message: string,
  argv: readonly string[],
  { commands, options }: Vocabulary,
): string {
  const command = argv.find((argument) => !argument.startsWith('-'))
  if (command === undefined) return `no command given: ${commands.join(', ')}  see svc --help`
  if (commands.includes(command)) {
    const option = argv.flatMap(readOption).find((name) => !options.includes(name) && message.includes(name))
    const seeHelp = `  see svc ${command} --help`
    const [, given, needed] = /^Missing dependent arguments:\s+(\S+) -> (\S+)/.exec(message) ?? []
    if (given !== undefined) return `--${given} needs --${needed}${seeHelp}`
    if (option === undefined) return message + seeHelp
    return `svc ${command} has no option --${option}.${suggest('--', option, options)}${seeHelp}`
  }
  const known = Object.hasOwn(SYNONYMS, command) ? SYNONYMS[command] : undefined
  const meant = commands.find((name) => name === known) ?? command
  return `there is no command "${command}".${suggest('svc ', meant, commands)}  see svc --help`
}

function readOption(argument: string): readonly string[] {
  const name = /^--(?:no-)?([^=]+)/.exec(argument)?.[1]
  return name === undefined ? [] : [name]
}

function suggest(prefix: string, word: string, candidates: readonly string[]): string {
  const nearest = findNearest(word, candidates)
  return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`
}
