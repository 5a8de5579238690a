import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Folders that are not source: installed, built, or local. */
const LEFT_OUT: readonly string[] = ['node_modules', '.git', 'dist', 'coverage']

/**
 * A copy of the repository in which faults are made. Packages are linked; the package's own name resolves to the copy.
 */
export class Checkout {
  readonly directory: string
  /** Temporary folder of the judged processes. */
  readonly scratch: string
  /** Folder of results that outlive a fault. */
  readonly cache: string
  readonly #originals = new Map<string, string>()

  constructor(root: string) {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-faults-')))
    this.directory = join(place, 'tree')
    this.scratch = join(place, 'scratch')
    this.cache = place
    const filter = (source: string): boolean => !LEFT_OUT.includes(basename(source))
    cpSync(root, this.directory, { recursive: true, verbatimSymlinks: true, filter })
    symlinkSync(realpathSync(join(root, 'node_modules')), join(this.directory, 'node_modules'))
    this.#clear()
  }

  /** A file as it was copied. */
  original(file: string): string {
    return this.#originals.get(file) ?? readFileSync(join(this.directory, file), 'utf8')
  }

  /** A file as it is now. */
  current(file: string): string {
    return readFileSync(join(this.directory, file), 'utf8')
  }

  /** Puts another text in the place of a file. */
  write(file: string, text: string): void {
    this.#originals.set(file, this.original(file))
    writeFileSync(join(this.directory, file), text)
  }

  /** Undoes every {@link write}, and removes what tests left behind: a fault must not be noticed by another's traces. */
  restore(): void {
    for (const [file, text] of this.#originals) writeFileSync(join(this.directory, file), text)
    this.#originals.clear()
    this.#clear()
  }

  remove(): void {
    removePatiently(join(this.directory, '..'))
  }

  #clear(): void {
    mkdirSync(this.scratch, { recursive: true })
    // The cache of tsx is keyed by content, and the next worker is writing to it now.
    const traces = readdirSync(this.scratch).filter((name) => !name.startsWith('tsx-'))
    for (const name of traces) removePatiently(join(this.scratch, name))
    removePatiently(join(this.directory, '.svc', 'revocations'))
  }
}

/** Processes that were ended may write for a moment longer, and Node looks into a folder only once. */
function removePatiently(path: string, turns = 100): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    if (turns === 0) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    removePatiently(path, turns - 1)
  }
}
