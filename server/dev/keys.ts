import { emitKeypressEvents } from 'node:readline'
import type { ReadStream } from 'node:tty'

/** The keys, and the action of each. */
export type KeyActions = Readonly<Record<string, () => void>>

/** Ctrl+C and Ctrl+D, which a terminal no longer turns into signals once keys are read one by one. */
const INTERRUPTS: ReadonlySet<string> = new Set(['\u0003', '\u0004'])

/**
 * Reads single keys from a terminal.
 *
 * @returns gives the terminal back
 */
export function readKeys(input: ReadStream, actions: KeyActions, interrupt: () => void): () => void {
  const onKeypress = (text: string | undefined): void => {
    if (text === undefined) return
    if (INTERRUPTS.has(text)) interrupt()
    else if (Object.hasOwn(actions, text)) actions[text]?.()
  }
  emitKeypressEvents(input)
  input.setRawMode(true)
  input.on('keypress', onKeypress)
  input.resume()
  return () => {
    input.off('keypress', onKeypress)
    input.setRawMode(false)
    input.pause()
  }
}
