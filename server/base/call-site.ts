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
 * Where a function of the public API was called from, the position that messages and `svc routes` show; `undefined` where svc calls it.
 *
 * @param callee the function whose caller is meant
 */
export function callSiteOf(callee: CallableFunction | NewableFunction): SourcePosition | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  const trace: Trace = {}
  Error.captureStackTrace(trace, callee)
  Error.stackTraceLimit = limit
  if (mapDeferred) return new DeferredPosition(trace)
  const caller = readTrace(trace)
  return caller && isOwn(caller.file) ? undefined : caller
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
 * The innermost caller that belongs to the application, and not to the folder of the function that asks; `undefined` if the stack has no such frame, and where call sites are
 * deferred: a bundle is one file.
 *
 * @param depth frames that are read, which costs time: a message may read more than a declaration
 */
export function applicationCaller(depth: number = DEPTH): SourcePosition | undefined {
  if (mapDeferred) return undefined
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = depth
  const trace: Trace = {}
  Error.captureStackTrace(trace, applicationCaller)
  Error.stackTraceLimit = limit
  const frames = framesOf(trace)
  const asking = sourceOf(frames[0]?.file ?? '').replace(/[^/]*$/, '')
  return frames.find((frame) => isOfApplication(frame) && !sourceOf(frame.file).startsWith(asking))
}

/** Where an error was made: the innermost frame of its stack that is neither of svc nor of a package. */
export function positionOf(error: Error): SourcePosition | undefined {
  return applicationFramesOf(error)[0]
}

/** The stack of an error, innermost first, without the frames of svc and of packages. */
export function applicationFramesOf(error: Error): readonly SourcePosition[] {
  return framesOf(error).filter(isOfApplication)
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
  const caller = framesOf(trace).find(({ file }) => isOwn(file) || !isOfPackage(file))
  return caller && isOwn(caller.file) ? undefined : caller
}

/** Folders of svc, in the sources and in a build, which has its program in one folder; of an application in a bundle, its folder. */
const OWN_FOLDERS = ownFolders(sourceOf(fileURLToPath(import.meta.url)))

function ownFolders(file: string): readonly string[] {
  const [, root] = /^(.*\/)(?:server\/base|run\/chunks)\/[^/]*$/.exec(file) ?? []
  return root === undefined
    ? [file.replace(/[^/]*$/, '')]
    : ['bin/', 'harness/', 'run/', 'server/'].map((name) => root + name)
}

/** A place in svc is not one where a user can mend anything. Its tests are applications of it. */
function isOwn(file: string): boolean {
  const source = sourceOf(file)
  return OWN_FOLDERS.some((folder) => source.startsWith(folder)) && !/\.test\.ts$|\/testdata\//.test(source)
}

function isOfPackage(file: string): boolean {
  return file.replaceAll('\\', '/').includes('/node_modules/')
}

function isOfApplication({ file }: SourcePosition): boolean {
  return !isOwn(file) && !isOfPackage(file)
}

function framesOf({ stack }: Trace): readonly SourcePosition[] {
  return stack?.split('\n').flatMap((line) => readFrame(line) ?? []) ?? []
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

/** Source maps lead from a built file to its source. */
function sourceOf(path: string): string {
  return path.replaceAll('\\', '/').replace('/dist/', '/')
}
