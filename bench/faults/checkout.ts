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

/** What is no source: installed, built, or the machine's own. */
const LEFT_OUT: readonly string[] = ['node_modules', '.git', 'dist', 'coverage']

/**
 * A copy of the tree in which faults are made, so that nobody else ever meets one. Packages are linked; the package's
 * own name resolves to the copy.
 */
export class Checkout {
  readonly directory: string
  /** For what the judged processes write. */
  readonly scratch: string
  readonly #originals = new Map<string, string>()

  constructor(root: string) {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-faults-')))
    this.directory = join(place, 'tree')
    this.scratch = join(place, 'scratch')
    const filter = (source: string): boolean => !LEFT_OUT.includes(basename(source))
    cpSync(root, this.directory, { recursive: true, verbatimSymlinks: true, filter })
    symlinkSync(realpathSync(join(root, 'node_modules')), join(this.directory, 'node_modules'))
    this.#clear()
  }

  /** A file as it was copied. */
  original(file: string): string {
    return this.#originals.get(file) ?? readFileSync(join(this.directory, file), 'utf8')
  }

  /** Puts another text in the place of a file. */
  write(file: string, text: string): void {
    this.#originals.set(file, this.original(file))
    writeFileSync(join(this.directory, file), text)
  }

  /** Undoes every {@link write}, and forgets what was left behind: one fault must not be noticed by another's traces. */
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
    // What tsx keeps, it finds by content. The next worker is loading, and writes there now.
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
