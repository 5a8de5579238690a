import { styleText } from 'node:util'

const FORMATS = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const

/** Writes text in a colour, or as it is. */
export type Paint = Readonly<Record<(typeof FORMATS)[number], (text: string) => string>>

/** @param color whether the terminal shows colours; the environment is asked before */
export function createPaint(color: boolean): Paint {
  const paint =
    (format: (typeof FORMATS)[number]) =>
    (text: string): string =>
      color ? styleText(format, text, { validateStream: false }) : text
  return Object.fromEntries(FORMATS.map((format) => [format, paint(format)])) as Paint
}
