/** A position in a bundle, and where it comes from: column, then file (by its index), line and column, all from 0. */
export type Segment = readonly [column: number, source: number, line: number, sourceColumn: number]

/** The segments of each line of a bundle, in order. */
export type Mappings = readonly (readonly Segment[])[]

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** By the code of the character. */
const VALUES = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value
const COMMA = 0x2c
const SEMICOLON = 0x3b

/** Reads `mappings` of a source map (ECMA-426, section 9). Names are left out. */
export function decodeMappings(text: string): Mappings {
  const lines: Segment[][] = []
  let segments: Segment[] = []
  // Of a segment: column, source, line, column in the source, name. Each counts from the one before.
  const fields = [0, 0, 0, 0, 0]
  let field = 0
  let shift = 0
  let value = 0
  for (let at = 0; at <= text.length; at++) {
    const character = at < text.length ? text.charCodeAt(at) : SEMICOLON
    if (character === COMMA || character === SEMICOLON) {
      const [column = 0, source = 0, line = 0, sourceColumn = 0] = fields
      if (field > 1) segments.push([column, source, line, sourceColumn])
      field = 0
      if (character === COMMA) continue
      lines.push(segments)
      segments = []
      fields[0] = 0
      continue
    }
    const bits = VALUES[character] ?? 0
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    fields[field] = (fields[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1)
    field += 1
    shift = 0
    value = 0
  }
  return lines
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

/** The parts of a source map that are used (ECMA-426). */
export interface SourceMap {
  readonly sources: readonly string[]
  readonly mappings: string
}

/**
 * The map without names, and without the columns of sources for which the line is enough: stacks need neither.
 *
 * @param isCoarse of a source, by its name in the map
 */
export function coarsenMap(
  { sources, mappings }: SourceMap,
  isCoarse: (source: string) => boolean,
): SourceMap & { readonly names: readonly string[] } {
  const coarse = sources.map(isCoarse)
  const kept = coarsenMappings(decodeMappings(mappings), (source) => coarse[source] ?? false)
  return { names: [], sources, mappings: encodeMappings(kept) }
}

/** Keeps only the first segment of each line of the sources that `isCoarse` names: a frame of them has its line. */
function coarsenMappings(mappings: Mappings, isCoarse: (source: number) => boolean): Mappings {
  return mappings.map((segments) =>
    segments.filter(([, source, line], index) => {
      const before = segments[index - 1]
      return !before || before[1] !== source || before[2] !== line || !isCoarse(source)
    }),
  )
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
