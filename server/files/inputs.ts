import { dirname, resolve } from 'node:path/posix'
import { type FileComparison, type FileReading, FileRecord, readFile } from './file-record.ts'
import { folderOf, type LandingChanges, landingOf, Landings } from './import-landings.ts'
import { RequiredFiles } from './required-files.ts'
import { readGlobs, readRequires, readSpecifiers } from './specifiers.ts'

/** How what modules were loaded from differs from what is on disk now. */
export interface InputChanges {
  /** Files whose content is another. */
  readonly files: ReadonlyMap<string, Exclude<FileComparison, 'same'>>
  readonly landings: LandingChanges
  /** Whether a tsconfig.json, a package.json or an installed package is another: all modules depend on them. */
  readonly settings: boolean
}

/**
 * Everything on disk that loaded modules were made from, as it was when it was read: their content, where their imports
 * land, and the tsconfig.json and package.json files around them.
 */
export class Inputs {
  readonly #root: string
  readonly #records = new Map<string, FileRecord>()
  readonly #settings = new Map<string, FileRecord>()
  readonly #landings = new Landings()
  readonly #required = new RequiredFiles()
  constructor(root: string) {
    this.#root = root
  }

  /** Notes a file that is about to become a module. */
  noteRead(file: string, reading: FileReading, text: string | undefined): void {
    const known = this.#records.get(file)
    // The result of the first reading counts: it is older.
    if (known) return known.add(reading)
    this.#records.set(file, new FileRecord(file, reading))
    this.#noteSettings(dirname(file))
    if (text === undefined) return
    const requires = readRequires(file, text)
    const names = [...readSpecifiers(file, text), ...requires]
    const landings = names.flatMap((name) => landingOf(file, name, this.#root) ?? [])
    const folders = readGlobs(file, text).map((pattern) => folderOf(file, pattern, this.#root))
    if (landings.length + folders.length > 0) this.#landings.note(file, [...landings, ...folders])
    // Node reads these, and whatever they require in turn.
    for (const other of this.#required.note(file, requires)) {
      const found = readFile(other)
      if (other !== file && !this.#records.has(other)) this.noteRead(other, found, found.bytes?.toString('utf8'))
    }
  }

  /** Notes paths that are about to be looked for, under any extension, for no module in particular. */
  notePlaces(paths: readonly string[]): void {
    this.#landings.note(PLACES, paths)
  }

  /** Forgets files that are to be read again, if anything still imports them. */
  forget(files: Iterable<string>): void {
    for (const file of files) this.#records.delete(file)
    this.#landings.forget(files)
  }

  /** The files that load one of these with `require`, however indirectly; Node loads them again from now on. */
  releaseRequired(files: Iterable<string>): ReadonlySet<string> {
    return this.#required.forget(files)
  }

  compare(): InputChanges {
    const files = new Map<string, Exclude<FileComparison, 'same'>>()
    const compare = (record: FileRecord): boolean => {
      const found = record.compare()
      if (found !== 'same') files.set(record.file, found)
      return found !== 'same'
    }
    for (const record of this.#records.values()) compare(record)
    const settings = [...this.#settings.values()].filter(compare).length > 0
    const landings = this.#landings.compare()
    const isInstalled = [...landings.paths].some((path) => path.startsWith(`${this.#root}/node_modules/`))
    return { files, landings, settings: settings || isInstalled }
  }

  #noteSettings(directory: string): void {
    const file = `${directory}/tsconfig.json`
    if (this.#settings.has(file)) return
    this.#noteSetting(file)
    this.#noteSetting(`${directory}/package.json`)
    if (dirname(directory) !== directory) this.#noteSettings(dirname(directory))
  }

  #noteSetting(file: string): void {
    if (this.#settings.has(file)) return
    const reading = readFile(file)
    this.#settings.set(file, new FileRecord(file, reading))
    if (reading.bytes === undefined || file.endsWith('package.json')) return
    for (const other of readTsconfigs(reading.bytes.toString('utf8'))) {
      this.#noteSetting(resolve(dirname(file), other))
    }
  }
}

/** The files that a tsconfig.json extends or refers to, but for those of packages. */
function readTsconfigs(text: string): readonly string[] {
  const values = [...text.matchAll(/"(?:extends|path)"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].map((match) => match[1] as string)
  const paths = values.flatMap((value) => [...value.matchAll(/"([^"]*)"/g)].map((match) => match[1] as string))
  return paths
    .filter((path) => /^\.{0,2}\//.test(path))
    .flatMap((path) => (path.endsWith('.json') ? [path] : [`${path}.json`, `${path}/tsconfig.json`]))
}

/** Owner of the paths that no module imports. */
const PLACES = ''
