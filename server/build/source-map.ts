/** A position in a bundle, and where it comes from: column, then file (by its index), line and column, all from 0. */
export type Segment = readonly [column: number, source: number, line: number, sourceColumn: number]

/** The segments of each line of a bundle, in order. */
export type Mappings = readonly (readonly Segment[])[]

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  DIGITS.split('').map((digit, value) => [digit, value]),
)

/** Reads `mappings` of a source map (ECMA-426, section 9). Names are left out. */
export function decodeMappings(text: string): Mappings {
  let source = 0
  let line = 0
  let sourceColumn = 0
  return text.split(';').map((group) => {
    let column = 0
    return group.split(',').flatMap((segment) => {
      const [byColumn = 0, bySource, byLine = 0, bySourceColumn = 0] = decodeNumbers(segment)
      column += byColumn
      if (bySource === undefined) return []
      source += bySource
      line += byLine
      sourceColumn += bySourceColumn
      return [[column, source, line, sourceColumn] as const]
    })
  })
}

/** Writes `mappings` of a source map. */
export function encodeMappings(mappings: Mappings): string {
  let previous: Segment = [0, 0, 0, 0]
  return mappings
    .map((segments) => {
      previous = [0, previous[1], previous[2], previous[3]]
      return segments
        .map((segment) => {
          const text = segment.map((value, index) => encodeNumber(value - (previous[index] ?? 0))).join('')
          previous = segment
          return text
        })
        .join(',')
    })
    .join(';')
}

/** The mappings of a file that was made from one that was made from the sources. */
export function composeMappings(outer: Mappings, inner: Mappings): Mappings {
  return outer.map((segments) =>
    segments.flatMap(([column, , line, between]) => {
      const found = findSegment(inner[line] ?? [], between)
      return found ? [[column, found[1], found[2], found[3]] as const] : []
    }),
  )
}

/** The segment at a column, or the last one before it. */
function findSegment(segments: readonly Segment[], column: number): Segment | undefined {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.[0] ?? 0) <= column) low = middle + 1
    else high = middle
  }
  return segments[low - 1]
}

/** Keeps only the first segment of each line of the sources that `isCoarse` names: a frame of them has its line. */
export function coarsenMappings(mappings: Mappings, isCoarse: (source: number) => boolean): Mappings {
  return mappings.map((segments) =>
    segments.filter(([, source, line], index) => {
      const before = segments[index - 1]
      return !before || before[1] !== source || before[2] !== line || !isCoarse(source)
    }),
  )
}

function decodeNumbers(segment: string): readonly number[] {
  const numbers: number[] = []
  let shift = 0
  let value = 0
  for (const digit of segment) {
    const bits = VALUES[digit] ?? 0
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const bits = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? bits | 32 : bits]
  } while (rest > 0)
  return text
}
