import { minifySync } from 'vite'
import { takeBuiltins } from './builtins.ts'
import { coarsenMappings, composeMappings, decodeMappings, encodeMappings, type Mappings } from './source-map.ts'
import { unusedLines } from './unused.ts'

/** The parts of a source map that are used (ECMA-426). */
export interface SourceMap {
  readonly sources: readonly string[]
  readonly mappings: string
}

/** A file of a bundle with its map. */
export interface MappedFile {
  /** Relative to the folder of the build. */
  readonly name: string
  readonly code: string
  readonly map: SourceMap
}

/** A file as it is written. */
export interface ShrunkFile {
  readonly code: string
  readonly map: SourceMap & { readonly version: 3; readonly file: string; readonly names: readonly string[] }
}

/**
 * Shorter names and no blanks. Nothing may take statements away: the bundler and its compressor take calls such as
 * `decodeURIComponent(text)` for pure, and so remove the check in `try { decodeURIComponent(text) } catch { … }`.
 */
const SAFE_MINIFICATION = {
  module: true,
  compress: false,
  // A stack must name the functions as they were written.
  mangle: { toplevel: true, keepNames: true },
  codegen: { removeWhitespace: true, legalComments: 'inline' },
  sourcemap: true,
} as const

const COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/

/** How to make a file smaller. */
export interface ShrinkOptions {
  readonly minify: boolean
  /** Whether the line is enough for positions in a source, which is named as the map names it. */
  readonly isCoarse: (source: string) => boolean
}

/** Removes declarations that nothing refers to, and the part of the map that no stack needs. */
export function shrinkFile({ name, code, map }: MappedFile, { minify, isCoarse }: ShrinkOptions): ShrunkFile {
  const lines = code.replace(COMMENT, '\n').split('\n')
  const unused = unusedLines(code)
  const isKept = (_: unknown, line: number): boolean => !unused.has(line)
  const kept = takeBuiltins(lines.filter(isKept).join('\n'))
  const mappings = decodeMappings(map.mappings).filter(isKept)
  const written = minify ? minifyFile(name, kept, mappings) : { code: kept, mappings }
  const coarse = map.sources.map(isCoarse)
  const mapped = coarsenMappings(written.mappings, (source) => coarse[source] ?? false)
  return {
    code: written.code,
    map: { version: 3, file: name, names: [], sources: map.sources, mappings: encodeMappings(mapped) },
  }
}

function minifyFile(name: string, code: string, mappings: Mappings): { code: string; mappings: Mappings } {
  const { code: minified, map, errors } = minifySync(name, code, SAFE_MINIFICATION)
  const [error] = errors
  if (error || !map) throw new Error(`${name} cannot be minified: ${error?.message ?? 'no map'}`)
  return { code: minified, mappings: composeMappings(decodeMappings(map.mappings), mappings) }
}
