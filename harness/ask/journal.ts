import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isObject } from '../text/json.ts'
import type { User } from './users.ts'

/** A thing that a run makes, with all that a later run needs to delete it. */
export type Made =
  | { readonly kind: 'user'; readonly name: string; readonly password: string }
  | {
      readonly kind: 'record'
      /** Key of the operation that deletes it. */
      readonly remove: string
      /** Key of the operation that reads it. */
      readonly read: string
      readonly params: Readonly<Record<string, string>>
      /** Who made it, empty where that is not known; absent where the answer to its creation was not read. */
      readonly by?: string
      /** Nothing in it has the mark: it is deleted in the record that it was made in, and only there. */
      readonly isInside?: true
    }
  /** An operation that makes records which hold the mark; their ids stand in its list. */
  | { readonly kind: 'collection'; readonly create: string }

/** A record that the run has made, with all that deletes it. */
export type NotedRecord = Extract<Made, { readonly kind: 'record' }>

/** A text that no other run has: what is made for a run holds it. */
export function newMark(): string {
  return `svc${randomBytes(4).toString('hex')}`
}

/** A record that the run has made. */
export interface MadeRecord {
  readonly id: string
  /** All values of its path. */
  readonly params: Readonly<Record<string, string>>
  /** No other record holds it; its own does where its body takes any text. */
  readonly text: string
  /** The members by which it names other records of the run, where it holds no text. */
  readonly named?: Readonly<Record<string, unknown>>
}

/** The notes of one run: its mark, and what it has made and not yet deleted. */
export interface Entry {
  readonly mark: string
  /** Id of the process that makes it. */
  readonly pid: number
  readonly made: readonly Made[]
}

/**
 * A file with what a run has made on a server, for the next run to delete where this one is interrupted. Only its user may
 * read it (mode 0600); it is removed when nothing is left.
 */
export class Journal {
  readonly #file: string | undefined
  readonly #mark: string
  #made: Made[] = []
  /** The users of this run who are logged in, by name; not written down. */
  readonly loggedIn: Map<string, User> = new Map()

  /** Keys of operations whose records are left, since nothing says that they are of the run; not written down. */
  readonly leaving: Set<string> = new Set()
  /** Records that nothing deletes, of users of the fixtures: by the key of the operation that makes them, and what was asked for. */
  readonly lasting: Map<string, Map<string, MadeRecord | undefined>> = new Map()

  /** Keys of operations whose answers give the ids of what they make, and what the others may have made. */
  readonly #proven = new Set<string>()
  readonly #supposed = new Map<string, readonly Made[]>()

  /** @param folder where journals are; `undefined` for none */
  constructor(folder: string | undefined, origin: string, mark: string) {
    this.#mark = mark
    this.#file = folder === undefined ? undefined : join(folder, `${nameOf(origin)}-${mark}.json`)
  }

  /** The things that are not deleted yet, the newest first. */
  get made(): readonly Made[] {
    return this.#made.toReversed()
  }

  /** Before the request that makes it where that is possible, else right after its answer. */
  add(made: Made): void {
    if (this.#made.some((one) => isSame(one, made))) return
    this.#made.push(made)
    this.#write()
  }

  /** Right after the answer of an operation that may have made it: it counts as made once {@link prove} says so. */
  suppose(key: string, made: Made): void {
    if (this.#proven.has(key)) return this.add(made)
    this.#supposed.set(key, [...(this.#supposed.get(key) ?? []), made])
  }

  /** The answers of an operation give the ids of what it makes. */
  prove(key: string): void {
    for (const made of this.#supposed.get(key) ?? []) this.add(made)
    this.#supposed.delete(key)
    this.#proven.add(key)
  }

  /** It was deleted, or never was made. */
  done(made: Made): void {
    this.#made = this.#made.filter((one) => !isSame(one, made))
    this.#write()
  }

  #write(): void {
    if (this.#file === undefined) return
    writeEntry(this.#file, { mark: this.#mark, pid: process.pid, made: this.#made })
  }
}

/** Removes the file of an entry that has nothing left. */
function writeEntry(file: string, entry: Entry): void {
  if (entry.made.length === 0) return rmSync(file, { force: true })
  // Killed while it writes, the run leaves the notes of before.
  writeFileSync(`${file}.new`, JSON.stringify(entry), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function isSame(one: Made, other: Made): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The folder of the journals of this user: below the state folder of the system, else its temporary one.
 *
 * @returns `undefined` where another user has made a folder of that name
 */
export function journalFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_STATE_HOME: state } = env
  const { uid } = userInfo()
  const folder =
    state === undefined || state === '' ? join(tmpdir(), `svc-test-auth-${uid}`) : join(state, 'svc-test-auth')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stat = lstatSync(folder)
    const isOwn = stat.isDirectory() && (uid < 0 || (stat.uid === uid && (stat.mode & 0o077) === 0))
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}

/** The journals of runs on this server that have ended without deleting everything, and how to keep a part of one: none for nothing. */
export function leftJournals(
  folder: string | undefined,
  origin: string,
): readonly { readonly entry: Entry; readonly keep: (made: readonly Made[]) => void }[] {
  if (folder === undefined) return []
  return readdirSync(folder).flatMap((name) => {
    if (!name.startsWith(`${nameOf(origin)}-`) || !name.endsWith('.json')) return []
    const file = join(folder, name)
    const entry = readEntry(file)
    if (entry === undefined || isAlive(entry.pid)) return []
    const keep = (made: readonly Made[]): void => {
      rmSync(`${file}.new`, { force: true })
      writeEntry(file, { ...entry, made })
    }
    return [{ entry, keep }]
  })
}

function readEntry(file: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(value) && typeof value['mark'] === 'string' && Array.isArray(value['made'])
      ? (value as unknown as Entry)
      : undefined
  } catch {
    return undefined
  }
}

/** A run that is under way cleans up itself. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function nameOf(origin: string): string {
  return createHash('sha256').update(origin).digest('hex').slice(0, 16)
}
