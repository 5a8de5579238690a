import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a file may stay empty before that is taken for what its author wants, in milliseconds. */
const SETTLE = 60
/**
 * Two writes within a tick of the file system's clock leave the same times. A file that was written less than this
 * before it was read, in milliseconds, is compared by content and not by its times.
 */
const RACY = 100

/** A file that was read: its content, and its state right before. `undefined` for one that cannot be read. */
export interface FileReading {
  readonly bytes: Buffer | undefined
  /** `undefined` where the state would not show a later write. */
  readonly state: string | undefined
}

/** Reads a file at once, whole or not. */
export function readFile(file: string): FileReading {
  const now = Date.now()
  const stat = statOf(file)
  const bytes = stat && bytesOf(file)
  return { bytes, state: stat && stat.changed + RACY < now ? stat.state : undefined }
}

/** Reads a file that is not in the middle of being saved: most editors empty a file before they write it. */
export async function readSettled(file: string, patience: number = SETTLE): Promise<FileReading> {
  // Synchronously: a thousand small files are read five times as fast.
  const size = statOf(file)?.size
  const reading = readFile(file)
  const { length = 0 } = reading.bytes ?? {}
  if (reading.bytes === undefined || (length > 0 && length === size) || patience <= 0) return reading
  await delay(10)
  return readSettled(file, patience - 10)
}

/** How a file is now, compared with how it was read. */
export type FileComparison = 'same' | 'different' | 'empty' | 'gone'

/** The content that was read of a file, kept to be compared with what the file holds later. */
export class FileRecord {
  readonly file: string
  #digest: string | undefined
  #state: string | undefined

  constructor(file: string, { bytes, state }: FileReading) {
    this.file = file
    this.#digest = bytes && digestOf(bytes)
    this.#state = state
  }

  /** Notes that the file was read once more. If its content was another, no content equals both. */
  add({ bytes }: FileReading): void {
    if ((bytes && digestOf(bytes)) !== this.#digest) this.#digest = TORN
    this.#state = undefined
  }

  compare(): FileComparison {
    if (this.#state !== undefined && statOf(this.file)?.state === this.#state) return 'same'
    const { bytes, state } = readFile(this.file)
    const digest = bytes && digestOf(bytes)
    if (digest === this.#digest) {
      this.#state = state
      return 'same'
    }
    if (bytes === undefined) return 'gone'
    return bytes.length === 0 ? 'empty' : 'different'
  }
}

/** Equal to no digest. */
const TORN = 'torn'

function digestOf(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('base64')
}

interface FileStat {
  /** Changes with every write, rename and replacement that the clock of the file system can distinguish. */
  readonly state: string
  readonly size: number
  /** Milliseconds since the epoch of the last change, of content or name. */
  readonly changed: number
}

function statOf(file: string): FileStat | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file)
    return { state: `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`, size, changed: Math.max(mtimeMs, ctimeMs) }
  } catch {
    return undefined
  }
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
