/**
 * The shortest text of a pattern that is made of letters, classes, groups and counts; `undefined` for any other, and where what
 * came out does not match it.
 */
export function textOfPattern(pattern: string): string | undefined {
  const reader = new Reader(pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''))
  try {
    const text = reader.alternatives()
    return reader.isAtEnd && new RegExp(pattern, 'u').test(text) ? text : undefined
  } catch {
    return undefined
  }
}

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' }
/** The longest text that a count may ask for. */
const LONGEST = 200

class Reader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length
  }

  /** The first of them. */
  alternatives(): string {
    const first = this.#sequence()
    while (this.#take('|')) this.#sequence()
    return first
  }

  #sequence(): string {
    let text = ''
    while (!this.isAtEnd && !/[|)]/.test(this.#pattern[this.#at] ?? '')) {
      const one = this.#atom()
      text += one.repeat(this.#count())
      if (text.length > LONGEST) throw new Error('too long')
    }
    return text
  }

  #atom(): string {
    const sign = this.#next()
    switch (sign) {
      case '(': {
        this.#rest(/^\?:/)
        const inner = this.alternatives()
        if (!this.#take(')')) throw new Error('no end of a group')
        return inner
      }
      case '[':
        return this.#oneOf()
      case '\\':
        return this.#escaped()
      case '.':
        return 'a'
      default:
        // Assertions, and what this reader does not know.
        if (/[?*+{}^$\]]/.test(sign)) throw new Error(`not known: ${sign}`)
        return sign
    }
  }

  #escaped(): string {
    const sign = this.#next()
    const known = CLASSES[sign]
    if (known === undefined && /\w/.test(sign)) throw new Error(`not known: \\${sign}`)
    return known ?? sign
  }

  /** The first of a class; of one that leaves signs out, a letter or a digit that it does not. */
  #oneOf(): string {
    const inner = this.#rest(/^(?:\\.|[^\]\\])+/)
    if (!this.#take(']')) throw new Error('no end of a class')
    const is = new RegExp(`^[${inner}]$`, 'u')
    const found = ['1', 'a', 'A', ...SIGNS].find((sign) => is.test(sign))
    if (found === undefined) throw new Error('an empty class')
    return found
  }

  #count(): number {
    const sign = this.#rest(/^(?:[?*+]|\{\d+(?:,\d*)?\})\??/)
    const [, least] = /^\{(\d+)/.exec(sign) ?? []
    if (least !== undefined) return Math.min(Number(least), LONGEST)
    return sign.startsWith('?') || sign.startsWith('*') ? 0 : 1
  }

  #next(): string {
    const sign = this.#pattern[this.#at++]
    if (sign === undefined) throw new Error('at the end')
    return sign
  }

  #take(sign: string): boolean {
    const isNext = this.#pattern[this.#at] === sign
    if (isNext) this.#at++
    return isNext
  }

  #rest(expected: RegExp): string {
    const [found = ''] = expected.exec(this.#pattern.slice(this.#at)) ?? []
    this.#at += found.length
    return found
  }
}

/** The printable signs of ASCII. */
const SIGNS: readonly string[] = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at))
