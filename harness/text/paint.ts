import { styleText } from 'node:util'

/** Writes text in a colour, or as it is. */
export interface Paint {
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

/** @param color whether the terminal shows colours; what the environment says about that was asked before */
export function createPaint(color: boolean): Paint {
  const paint =
    (format: keyof Paint) =>
    (text: string): string =>
      color ? styleText(format, text, { validateStream: false }) : text
  return { red: paint('red'), green: paint('green'), yellow: paint('yellow'), dim: paint('dim'), bold: paint('bold') }
}
