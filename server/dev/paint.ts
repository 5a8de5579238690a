/** Colours for a terminal, or nothing for anything else. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** @param color whether to colour at all */
export function createPaint(color: boolean): Paint {
  const style = (on: number, off: number) => (text: string) => (color ? `\u001B[${on}m${text}\u001B[${off}m` : text)
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  }
}
