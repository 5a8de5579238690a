import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourcePosition } from '../base/errors.ts'

const FRAME = /((?:file:\/\/)?\/[^\s()]*?\.js):(\d+):(\d+)/g

/** Source maps by file of the bundle; `undefined` for a file without one. */
const maps = new Map<string, nodeModule.SourceMap | undefined>()

/**
 * Replaces positions in a bundle by positions in the sources: `routes/pets.ts:12:7`. A map is read when it is first
 * needed, so that the start does not wait for it.
 */
export function mapStack(text: string): string {
  return text.replace(FRAME, (frame: string, place: string, line: string, column: string) => {
    try {
      const file = place.startsWith('file:') ? fileURLToPath(place) : place
      const entry = findMap(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!entry || !('originalSource' in entry)) return frame
      return `${sourceOf(file, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    } catch {
      return frame
    }
  })
}

/**
 * The position of a call site, which has no column, in the sources; the same where there is no map, and `undefined` in
 * a minified bundle, one line of which stands for many.
 */
export function mapPosition(position: SourcePosition): SourcePosition | undefined {
  const map = findMap(position.file)
  if (!map) return position
  // The end of the line is in the same statement as the call.
  const entry = map.findEntry(position.line - 1, END_OF_LINE)
  const start = map.findEntry(position.line - 1, 0)
  if (!('originalSource' in entry) || !('originalSource' in start)) return undefined
  if (start.generatedLine === entry.generatedLine && start.originalSource !== entry.originalSource) return undefined
  return { file: sourceOf(position.file, entry.originalSource), line: entry.originalLine + 1 }
}

const END_OF_LINE = 1_000_000

function findMap(file: string): nodeModule.SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

function readMap(file: string): nodeModule.SourceMap | undefined {
  try {
    const payload = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as nodeModule.SourceMapPayload
    return new nodeModule.SourceMap(payload)
  } catch {
    return undefined
  }
}

/** Relative to the project, where the folder of the build lies in it. */
function sourceOf(file: string, source: string): string {
  const folder = dirname(file)
  return relative(dirname(folder), join(folder, source)).replaceAll('\\', '/')
}
