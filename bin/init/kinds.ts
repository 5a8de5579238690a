import { CommandError } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'

/** The kinds of auth that a new project can begin with. */
export const KINDS = ['bearer', 'key', 'session', 'jwt', 'oidc'] as const
/** One of {@link KINDS}. */
export type Kind = (typeof KINDS)[number]

/** The kinds of a project for which nothing was said. */
export const DEFAULT_KINDS: readonly Kind[] = ['bearer', 'session']

/**
 * Reads a list of kinds, separated by commas or blanks.
 *
 * @throws {@link CommandError} for a word that names no kind, and if no word is given
 */
export function readKinds(text: string): readonly Kind[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const unknown = words.find((word) => !KINDS.some((kind) => kind === word))
  if (unknown !== undefined || words.length === 0) {
    const got = JSON.stringify(unknown ?? text)
    throw new CommandError(
      'SVC_COMMAND_LINE',
      `--auth takes ${KINDS.join(', ')}, separated by commas; got ${got}.`,
      EXIT.usage,
    )
  }
  return KINDS.filter((kind) => words.includes(kind))
}
