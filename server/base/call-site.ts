import { fileURLToPath } from 'node:url'
import type { SourcePosition } from './errors.ts'

/** Names of folders, such as `(group)`, may have parentheses too. */
const FRAME = /(?:\(|\bat |\basync )((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/

type MapPosition = (position: SourcePosition) => SourcePosition | undefined

let mapDeferred: MapPosition | undefined

/**
 * Reads call sites when a message needs them, from now on. In a build they are positions in the bundle, which only a
 * message shows; to read a stack is most of what a declaration costs.
 *
 * @param map gives the position in the sources, where it is known
 */
export function deferCallSites(map: MapPosition): void {
  mapDeferred = map
}

/** The position in the sources that a message names; `undefined` where only the one in a minified bundle is known. */
export function positionInSources(position: SourcePosition): SourcePosition | undefined {
  return mapDeferred ? mapDeferred(position) : position
}

/**
 * Where a function of the public API was called from: the position that messages and `svc routes` show.
 *
 * @param callee the function whose caller is meant
 */
export function callSiteOf(callee: CallableFunction | NewableFunction): SourcePosition | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  const trace: Trace = {}
  Error.captureStackTrace(trace, callee)
  Error.stackTraceLimit = limit
  return mapDeferred ? new DeferredPosition(trace) : readTrace(trace)
}

interface Trace {
  readonly stack?: string
}

function readTrace({ stack }: Trace): SourcePosition | undefined {
  return readFrame(stack?.split('\n').at(-1))
}

/** V8 makes the text of a stack when it is first read. */
class DeferredPosition implements SourcePosition {
  readonly #trace: Trace

  constructor(trace: Trace) {
    this.#trace = trace
  }

  get file(): string {
    return readTrace(this.#trace)?.file ?? 'unknown'
  }

  get line(): number {
    return readTrace(this.#trace)?.line ?? 0
  }
}

/** How far the caller of a constructor may be from it: subclasses of subclasses. */
const DEPTH = 10

/**
 * The innermost caller that is neither in this folder, built or not, nor in a package; `undefined` if the stack has no such frame,
 * and where call sites are deferred: a bundle is one file. The folder of the function that asks counts as this one: the
 * program is bundled, and source maps lead only some of its files to their sources.
 *
 * @param depth frames that are read, which costs time: a message may read more than a declaration
 */
export function callerOutside(folder: string, depth: number = DEPTH): SourcePosition | undefined {
  if (mapDeferred) return undefined
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = depth
  const trace: Trace = {}
  Error.captureStackTrace(trace, callerOutside)
  Error.stackTraceLimit = limit
  const frames = trace.stack?.split('\n').flatMap((line) => readFrame(line) ?? []) ?? []
  const asking = frames[0]?.file ?? ''
  const own = [`${sourceOf(folder)}/`, sourceOf(asking).replace(/[^/]*$/, '')]
  return frames.find(({ file }) => isOutside(sourceOf(file), own))
}

/** Where an error was made: the innermost frame of its stack that is neither of svc nor of a package. */
export function positionOf(error: Error): SourcePosition | undefined {
  return applicationFramesOf(error)[0]
}

/** The stack of an error, innermost first, without the frames of svc and of packages. */
export function applicationFramesOf({ stack }: Error): readonly SourcePosition[] {
  const frames = stack?.split('\n').flatMap((line) => readFrame(line) ?? []) ?? []
  return frames.filter(({ file }) => isOutside(sourceOf(file), OWN_FOLDERS) && isOutside(file, OWN_FOLDERS))
}

/**
 * The code of the application that called a function, itself or through a package; `undefined` where svc called it.
 *
 * @param callee the function that was called
 */
export function applicationCallerOf(callee: CallableFunction): SourcePosition | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const trace: Trace = {}
  Error.captureStackTrace(trace, callee)
  Error.stackTraceLimit = limit
  for (const line of trace.stack?.split('\n') ?? []) {
    const frame = readFrame(line)
    if (frame === undefined) continue
    if (OWN_FOLDERS.some((folder) => sourceOf(frame.file).startsWith(sourceOf(folder)))) return undefined
    if (!frame.file.includes('/node_modules/')) return frame
  }
  return undefined
}

/** Of this file, in the sources and in a build that is one folder of pieces. */
const OWN_FOLDERS = ownFolders(fileURLToPath(import.meta.url).replaceAll('\\', '/'))

function ownFolders(file: string): readonly string[] {
  const [, server] = /^(.*\/server\/)base\//.exec(file) ?? []
  return [server ?? file.replace(/[^/]*$/, '')]
}

function readFrame(line: string | undefined): SourcePosition | undefined {
  const frame = FRAME.exec(line?.trim() ?? '')
  if (!frame) return undefined
  return { file: pathOf(frame[1] as string), line: Number(frame[2]) }
}

/** Paths of modules by their URLs: every declaration of a bundle is in one file, and a URL is slow to parse. */
const paths = new Map<string, string>()

function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file
  const path = paths.get(file) ?? fileURLToPath(file)
  paths.set(file, path)
  return path
}

function isOutside(file: string, folders: readonly string[]): boolean {
  return !folders.some((folder) => file.startsWith(folder)) && !file.includes('/node_modules/')
}

/** Source maps lead from a built file to its source. */
function sourceOf(path: string): string {
  return path.replaceAll('\\', '/').replace('/dist/', '/')
}
