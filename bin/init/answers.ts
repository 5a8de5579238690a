import { createInterface } from 'node:readline/promises'
import { DEFAULT_KINDS, KINDS, type Kind, readKinds } from './kinds.ts'
import { requireName, suggestName } from './project-name.ts'
import type { ProjectAnswers } from './template.ts'

/** The answers that the command line gave. */
export interface GivenAnswers {
  readonly name: string | undefined
  readonly kinds: readonly Kind[] | undefined
}

/** Where questions are asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly signal: AbortSignal
}

/**
 * Completes what was said: by questions on a terminal, else by the folder's name and {@link DEFAULT_KINDS}.
 *
 * @param terminal `undefined` asks nothing
 */
export async function completeAnswers(
  given: GivenAnswers,
  root: string,
  terminal: Terminal | undefined,
): Promise<ProjectAnswers> {
  const suggested = suggestName(root)
  if (!terminal) return { name: requireName(given.name ?? suggested), kinds: given.kinds ?? DEFAULT_KINDS }
  const { input, output, signal } = terminal
  const lines = createInterface({ input, output })
  try {
    const ask = async (question: string, preset: string): Promise<string> =>
      (await lines.question(`${question} (${preset}): `, { signal })).trim() || preset
    /** Again, until the answer can be read. */
    const askFor = async <T>(question: string, preset: string, read: (text: string) => T): Promise<T> => {
      for (;;) {
        const text = await ask(question, preset)
        try {
          return read(text)
        } catch (error) {
          output.write(`${error instanceof Error ? error.message.replace(/^--/, '') : String(error)}\n`)
        }
      }
    }
    const name = given.name ?? (await askFor('Name', suggested, requireName))
    const kinds = given.kinds ?? (await askFor(`Auth, of ${KINDS.join(', ')}`, DEFAULT_KINDS.join(','), readKinds))
    return { name, kinds }
  } finally {
    lines.close()
  }
}
