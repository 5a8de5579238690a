import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatFile, LoadError } from '../base/errors.ts'
import { makeFolder } from '../base/make-folder.ts'
import { orUnavailable, type RevocableSession, type Revocations } from './shared-revocations.ts'

/**
 * Revocations of one process, written through to files, so that a restart remembers them.
 *
 * A directory holds one file for each day on which revoked sessions expire. Files are only ever appended to, and
 * deleted when their day is over: nothing is rewritten that another process may be appending to.
 */
export class RevocationLog implements Revocations {
  readonly #directory: string
  readonly #expiries = new Map<string, number>()
  /** Sessions from before are refused: a damaged line may have named any of them. */
  #issuedBefore = 0
  #unwritten = new Map<string, string>()
  #writing: Promise<void> = Promise.resolve()
  #sweepAt = 0
  /** While it cannot be written. */
  #retrying: NodeJS.Timeout | undefined

  /**
   * Reads the existing entries.
   *
   * @throws {@link LoadError} where that is not allowed.
   */
  constructor(directory: string, now: number) {
    this.#directory = resolve(directory)
    try {
      for (const file of this.#files()) if (!isOver(file, now)) this.#read(join(this.#directory, file), now)
    } catch (cause) {
      throw new LoadError(
        'SVC_SESSION_REVOCATIONS_UNREADABLE',
        `The list of revoked sessions in ${formatFile(this.#directory)} cannot be read. Fix its permissions, or give sessions.store.`,
        undefined,
        { cause },
      )
    }
  }

  isRevoked({ id, issuedAt }: RevocableSession): boolean {
    return this.#expiries.has(id) || issuedAt < this.#issuedBefore
  }

  async revoke({ id, expiresAt }: RevocableSession, now: number): Promise<void> {
    // In memory first: whatever becomes of the file, this process knows.
    this.#expiries.set(id, expiresAt)
    this.#enqueue(fileOf(expiresAt), `${id} ${expiresAt}\n`)
    await orUnavailable(this.#flush())
    if (now >= this.#sweepAt) this.#sweep(now)
  }

  async check(): Promise<void> {
    const file = join(this.#directory, `.check-${process.pid}`)
    try {
      makeFolder(this.#directory, 0o700)
      // Not empty: a full disk has room for names.
      await appendFile(file, 'check', { mode: 0o600, flush: true })
      rmSync(file, { force: true })
      await this.#flush()
    } catch (cause) {
      throw new LoadError(UNWRITABLE, this.#describe(cause), undefined, { cause })
    }
  }

  /** Writes what is not written; after a failure again and again, and both are said once. */
  async #flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write())
    try {
      await this.#writing
      if (this.#retrying) warn(`The list of revoked sessions in ${formatFile(this.#directory)} is written again.`)
      clearTimeout(this.#retrying)
      this.#retrying = undefined
    } catch (error) {
      if (!this.#retrying) warn(`${this.#describe(error)} Until then a logout is 503, and holds in this process alone.`)
      clearTimeout(this.#retrying)
      this.#retrying = setTimeout(() => void this.#flush().catch(() => undefined), RETRY).unref()
      throw error
    }
  }

  #describe(cause: unknown): string {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    const what = `The list of revoked sessions in ${formatFile(this.#directory)} cannot be written${why}.`
    return `${what} Make room, fix its permissions, or give sessions.store.`
  }

  #enqueue(file: string, text: string): void {
    this.#unwritten.set(file, (this.#unwritten.get(file) ?? '') + text)
  }

  /** One writer at a time; what is revoked meanwhile goes with the next append. */
  async #write(): Promise<void> {
    if (this.#unwritten.size > 0) makeFolder(this.#directory, 0o700)
    for (const [file, text] of this.#unwritten) {
      this.#unwritten.delete(file)
      try {
        await appendFile(join(this.#directory, file), text, { mode: 0o600, flush: true })
      } catch (error) {
        // Half a line may be there now; the line break keeps it from swallowing the next one.
        this.#unwritten.set(file, `\n${text}${this.#unwritten.get(file) ?? ''}`)
        throw error
      }
    }
  }

  /**
   * Reads a file line by line. A line that is malformed, or has no end, is damage: it may have named any session. A barrier
   * `* <time>` behind it settles that, by refusing whatever was issued before the damage was found.
   */
  #read(path: string, now: number): void {
    const lines = readFileSync(path, 'latin1').split('\n')
    let isDamaged = false
    for (const [index, line] of lines.entries()) {
      const [, name, time] = (index < lines.length - 1 && LINE.exec(line)) || []
      if (name === undefined) isDamaged ||= line !== ''
      else if (name === '*') this.#issuedBefore = Math.max(this.#issuedBefore, Number(time))
      else this.#expiries.set(name, Number(time))
      isDamaged &&= name !== '*'
    }
    if (!isDamaged) return
    this.#issuedBefore = Math.max(this.#issuedBefore, now)
    appendFileSync(path, `\n* ${now}\n`, { flush: true })
  }

  #sweep(now: number): void {
    this.#sweepAt = now + DAY
    for (const [id, expiresAt] of this.#expiries) if (expiresAt <= now) this.#expiries.delete(id)
    for (const file of this.#files()) if (isOver(file, now)) rmSync(join(this.#directory, file), { force: true })
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.#directory).filter((file) => FILE.test(file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
}

/**
 * The log of a directory, one in a process: a reload, and a second copy of this module, must see what the other
 * revokes.
 *
 * @throws {@link LoadError} where it cannot be read.
 */
export function openRevocationLog(directory: string): Revocations {
  const logs = ((globalThis as { [LOGS]?: Map<string, Revocations> })[LOGS] ??= new Map())
  const path = resolve(directory)
  const known = logs.get(path)
  if (known) return known
  const log = new RevocationLog(path, Date.now())
  logs.set(path, log)
  return log
}

const LOGS = Symbol.for('svc.revocation-logs')
const DAY = 86_400_000
/** Milliseconds. */
const RETRY = 1_000
const UNWRITABLE = 'SVC_SESSION_REVOCATIONS_UNWRITABLE'
const FILE = /^expired-\d{4}-\d{2}-\d{2}$/
const LINE = /^([\w-]{22}|\*) (\d{1,16})$/

function warn(message: string): void {
  process.emitWarning(message, { type: 'SvcWarning', code: UNWRITABLE })
}

/** Named after the first day on which all of its sessions have expired. */
function fileOf(expiresAt: number): string {
  return `expired-${new Date(expiresAt + DAY).toISOString().slice(0, 10)}`
}

function isOver(file: string, now: number): boolean {
  return Date.parse(file.slice('expired-'.length)) <= now
}
