import { readFileSync, writeFileSync } from 'node:fs'

/** The rows that found one broken application. */
export interface AppResult {
  readonly id: string
  /** Rows that found something, and how many findings each had. */
  readonly found: Readonly<Record<string, number>>
  readonly sent: readonly string[]
  /** Rows that found something on the correct twin. */
  readonly accused: readonly string[]
}

/** Rows by broken applications. */
export interface Matrix {
  /** Ids; a row names them by their index. */
  readonly apps: readonly string[]
  /** The applications that a row finds, as `0-3,7`; empty where it was sent and found none. */
  readonly rows: Readonly<Record<string, string>>
  /** Rows that found something on a correct twin, by the id of the application; must be empty. */
  readonly accused: Readonly<Record<string, readonly string[]>>
}

const FILE = new URL('../matrix.json', import.meta.url)

export function matrixOf(results: readonly AppResult[]): Matrix {
  const rows = [...new Set(results.flatMap(({ sent }) => sent))].toSorted()
  const finders = (row: string): readonly number[] =>
    results.flatMap(({ found }, at) => (found[row] === undefined ? [] : [at]))
  return {
    apps: results.map(({ id }) => id),
    rows: Object.fromEntries(rows.map((row) => [row, formatRanges(finders(row))])),
    accused: Object.fromEntries(results.flatMap(({ id, accused }) => (accused.length > 0 ? [[id, accused]] : []))),
  }
}

/** The matrix as committed. */
export function readMatrix(): Matrix {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Matrix
}

/** Writes what {@link readMatrix} reads. */
export function writeMatrix(matrix: Matrix): void {
  writeFileSync(FILE, `${JSON.stringify(matrix, null, 1)}\n`)
}

/** `0-2,5` of 0, 1, 2 and 5. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Of a text of {@link formatRanges}. */
export function parseRanges(text: string): readonly number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    })
}
