import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MailSource } from '../model/fixtures.ts'
import { isObject, parseJson } from '../text/json.ts'
import { readableMail } from '../text/readable-mail.ts'

/** Milliseconds to wait for a mail, and after one that did not come; between two looks; how far two clocks may differ. */
const [PATIENCE, AGAIN, PAUSE, SKEW] = [5_000, 1_000, 150, 2_000] as const
/** Bytes of a mail that are read, and files of a folder that are looked at. */
const [LONGEST, MOST] = [1_000_000, 10_000] as const

/** Whom a mail is for, by the name or the address, and since when: milliseconds since 1970. */
interface Addressee {
  readonly name: string
  /** Empty where none is known. */
  readonly address: string
  readonly since: number
}

/** A text that holds one mail or more, and the place where it was found. */
interface Found {
  readonly place: string
  readonly text: string
}

/** The mails that the server under test writes to a folder, or sends to a mail catcher. */
export class Mailbox {
  readonly #source: MailSource
  /** By the place: the text that was given for a mail before. */
  readonly #given = new Map<string, string>()
  #patience: number = PATIENCE

  constructor(source: MailSource) {
    this.#source = source
  }

  /** The reason for which no mail was given, in words. */
  get lacks(): string {
    const where = 'folder' in this.#source ? this.#source.folder : this.#source.url
    return `no mail to it came within ${PATIENCE / 1_000} s to ${where}`
  }

  /**
   * The texts of the newest mail to a user, decoded, which was not given before; where none comes that is the one, any other.
   *
   * @param isIt whether a mail is the one that is waited for, and not one that welcomes the user
   */
  async newest(to: Addressee, isIt: (text: string) => boolean): Promise<string | undefined> {
    let other: string | undefined
    const end = Date.now() + this.#patience
    do {
      const found = 'folder' in this.#source ? inFolder(this.#source.folder, to) : await atCatcher(this.#source.url, to)
      for (const one of found) {
        const text = readableMail(this.#newIn(one))
        if (!isFor(text, 'folder' in this.#source ? [to.name, to.address] : [])) continue
        this.#given.set(one.place, one.text)
        if (isIt(text)) return text
        other = text
      }
      await delay(PAUSE)
    } while (Date.now() < end)
    this.#patience = AGAIN
    return other
  }

  /** The text without that of the mails before: some servers write all of them to one file. */
  #newIn({ place, text }: Found): string {
    const before = this.#given.get(place)
    return before !== undefined && text.startsWith(before) ? text.slice(before.length) : text
  }
}

/** Files that were written since then, the newest first. */
function inFolder(folder: string, { since }: Addressee): readonly Found[] {
  const files = list(folder).flatMap((file) => {
    const { mtimeMs = 0, size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return mtimeMs >= since - SKEW && size > 0 && size <= LONGEST ? [{ file, mtimeMs }] : []
  })
  const newest = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)
  return newest.map(({ file }) => ({ place: file, text: readFileSync(file, 'utf8') }))
}

function list(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).slice(0, MOST)
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch {
    // The server makes it with the first mail.
    return []
  }
}

/** The mails that a catcher has for an address, each by itself where it answers a list. */
async function atCatcher(url: string, { name, address }: Addressee): Promise<readonly Found[]> {
  const asked = url.replaceAll('{mail}', encodeURIComponent(address === '' ? name : address))
  const answer = await fetch(asked, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined)
  const body = answer?.ok === true ? (await answer.text()).slice(0, LONGEST) : ''
  return listed(body).map((text) => ({ place: text, text }))
}

/** The entries of the first list of JSON that holds objects; a text that is not JSON is one mail. */
function listed(body: string): readonly string[] {
  const json = parseJson(body)
  if (json === undefined) return body.trim() === '' ? [] : [body]
  const lists = [json, ...Object.values(isObject(json) ? json : {})].filter((one) => Array.isArray(one))
  const entries = lists.find((list) => list.some((entry) => isObject(entry))) ?? (lists.length > 0 ? [] : [json])
  return entries.map((entry) => JSON.stringify(entry))
}

/** Whether a text names one of the users: not another one whose name begins alike. Without names any text does. */
function isFor(text: string, names: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return (
    text !== '' &&
    (names.length === 0 ||
      names.some((name) => {
        const after = name === '' ? [] : folded.split(name.toLowerCase()).slice(1)
        return after.some((rest) => !/^[a-z0-9]/.test(rest))
      }))
  )
}
