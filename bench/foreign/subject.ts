import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Fault, readFaults } from './fault.ts'

/** A server as its `app.yaml` says. */
export interface Subject {
  readonly name: string
  readonly title: string
  readonly folder: string
  /** Program and arguments; `python3` is the one that has what `needs` names. */
  readonly start: readonly [string, ...string[]]
  /** Python modules, or packages of npm. */
  readonly needs: readonly string[]
  /** A file of its folder, or a path below its address. */
  readonly openapi: string
  /** The file that the faults are edits of. */
  readonly source: string
  readonly env: Readonly<Record<string, string>>
  readonly faults: readonly Fault[]
}

const FOLDER = fileURLToPath(new URL('apps', import.meta.url))

/**
 * The servers that are measured, by the names of their folders; all if none is named.
 *
 * @throws Error for a name that does not exist.
 */
export function readSubjects(names: readonly string[]): readonly Subject[] {
  const known = readdirSync(FOLDER).toSorted()
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`there is no server "${unknown}"; known: ${known.join(', ')}`)
  return (names.length > 0 ? names : known).map(readSubject)
}

function readSubject(name: string): Subject {
  const folder = join(FOLDER, name)
  const faultsOf = (file: string): readonly Fault[] =>
    existsSync(join(folder, file)) ? readFaults(readFileSync(join(folder, file), 'utf8')) : []
  const written = parse(readFileSync(join(folder, 'app.yaml'), 'utf8')) as Pick<Subject, 'title' | 'start'>
  return {
    name,
    folder,
    needs: [],
    openapi: 'openapi.yaml',
    env: {},
    source: written.start.find((part) => existsSync(join(folder, part))) ?? 'main.py',
    ...written,
    faults: [
      ...faultsOf('faults.txt'),
      ...faultsOf('held.txt').map((fault, index): Fault => ({ ...fault, held: index + 1 })),
    ],
  }
}
