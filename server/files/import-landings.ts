import { readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path/posix'
import { groupBy } from '../base/group-by.ts'

/**
 * Where an import lands depends on the files that exist: `./db` is `db.ts`, `db.js` or `db/index.ts`, in the folder that a
 * link leads to. A landing is the path as written; its state is everything that a resolver may choose from.
 */
export class Landings {
  /** By the file that imports: the states at the time when its imports were resolved, or before. */
  readonly #states = new Map<string, ReadonlyMap<string, string>>()
  #look = landingReader()

  /** Notes the state of paths that are about to be resolved. */
  note(owner: string, paths: readonly string[]): void {
    this.#states.set(owner, new Map(paths.map((path) => [path, this.#look(path)])))
  }

  /** Forgets some owners; states that are noted from now on are read anew. */
  forget(owners: Iterable<string>): void {
    for (const owner of owners) this.#states.delete(owner)
    this.#look = landingReader()
  }

  /** The entries that differ from what was noted. */
  compare(): LandingChanges {
    const look = landingReader()
    const paths = new Set<string>()
    const created = new Set<string>()
    const owners = new Set<string>()
    for (const [owner, states] of this.#states) {
      for (const [path, before] of states) {
        const after = look(path)
        if (after === before) continue
        paths.add(path)
        owners.add(owner)
        const known = candidatesIn(before)
        for (const file of candidatesIn(after)) if (!known.includes(file)) created.add(file)
      }
    }
    return { paths, created, owners }
  }
}

/** Imports that may be resolved to something else than before. */
export interface LandingChanges {
  readonly paths: ReadonlySet<string>
  /** Files and folders that were not there. */
  readonly created: ReadonlySet<string>
  /** The files that have such imports. */
  readonly owners: ReadonlySet<string>
}

/** The landing of an import; `undefined` for one that depends on no file of the project. */
export function landingOf(importer: string, specifier: string, root: string): string | undefined {
  const [path = ''] = specifier.split(/[?#]/, 1)
  if (/^\.{1,2}(?:\/|$)/.test(path)) return resolve(dirname(importer), path)
  if (path.startsWith('/')) return path
  const [name] = /^(?:@[^/]+\/)?[^/:#~@]+/.exec(path) ?? []
  // Node reads package.json of the package when it is loaded; this only asks whether it is installed.
  return name === undefined || name === 'svc' || path.startsWith('node:') ? undefined : `${root}/node_modules/${name}`
}

/** The folder in which the files of a pattern lie: `/project/data/` for `./data/*.ts`. */
export function folderOf(importer: string, pattern: string, root: string): string {
  const fixed = pattern.split(/[*?[\]{}()!]/, 1)[0] ?? ''
  const folder = fixed.slice(0, fixed.lastIndexOf('/') + 1)
  return `${pattern.startsWith('/') ? resolve(root, `.${folder}`) : resolve(dirname(importer), folder)}/`
}

/** `.js` may stand for `.ts`, and no extension for any. */
const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json)$/

/** Reads each folder once. */
function landingReader(): (path: string) => string {
  const folders = new Map<string, NamesByStem>()
  const listOf = (directory: string): NamesByStem => {
    const known = folders.get(directory) ?? groupBy(readNames(directory), stemOf)
    folders.set(directory, known)
    return known
  }
  const real = new Map<string, string>()
  const realOf = (path: string): string => {
    const known = real.get(path) ?? realPathOf(path)
    real.set(path, known)
    return known
  }
  const states = new Map<string, string>()
  const stateOf = (path: string): string => {
    if (path.endsWith('/')) return namesBelow(path).join('\n')
    const directory = dirname(path)
    if (directory.endsWith('/node_modules') || basename(directory).startsWith('@')) return realOf(path)
    const beside = listOf(directory).get(stemOf(basename(path))) ?? []
    const within = beside.includes(basename(path)) && !EXTENSION.test(path) ? listOf(path) : undefined
    const inside = [...(within?.get('package') ?? []), ...(within?.get('index') ?? [])]
    const candidates = [...beside.map((name) => `${directory}/${name}`), ...inside.map((name) => `${path}/${name}`)]
    return [realOf(directory), ...candidates.map((file) => `${file}${SEPARATOR}${realOf(file)}`)].join('\n')
  }
  return (path) => {
    const state = states.get(path) ?? stateOf(path)
    states.set(path, state)
    return state
  }
}

const SEPARATOR = '\0'

function candidatesIn(state: string): readonly string[] {
  return state.split('\n').flatMap((line) => (line.includes(SEPARATOR) ? [line.slice(0, line.indexOf(SEPARATOR))] : []))
}

type NamesByStem = ReadonlyMap<string, readonly string[]>

/** The names of all files, as paths; packages and hidden folders are left out, as a pattern leaves them out. */
function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
      .flatMap((entry) => (entry.isDirectory() ? namesBelow(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]))
      .toSorted()
  } catch {
    return []
  }
}

function stemOf(name: string): string {
  return name.replace(EXTENSION, '')
}

function readNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted()
  } catch {
    return []
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return ''
  }
}
