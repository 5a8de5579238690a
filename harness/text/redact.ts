import { fullWidth, otherHighByte } from './encoding.ts'
import type { Secret } from '../model/fixtures.ts'

/** The shortest text that is taken for a secret: what is shorter stands in ordinary words. */
const SHORTEST = 4

/** Runs shorter than this say too little to be called a leak; they are hidden all the same. */
const SHORTEST_LEAK = 8

/** Of longer secrets (seals) only the whole and its encodings are looked for. */
const LONGEST_WITH_RUNS = 96

/** Characters of a seal that are enough to know it by. */
const SEAL_RUN = 20

/** The characters of ordinary text; a run with a digit in it is not there by chance. */
const WORDS = /^[-_. ]?[a-z]+(?:[-_. ][a-z]+)*[-_. ]?$/

/** Answers that were found clean; refusals of one route are identical, so few differ. */
const REMEMBERED = 512

/** Makes texts fit to be shown. */
export type Redacting = Pick<Redactor, 'redact'>

/** Finds secrets by their value, in every form in which a request or an answer may carry them. */
export class Redactor {
  readonly #secrets: Secret[]
  readonly #clean = new Set<string>()
  #hidden: FormIndex | undefined
  #leaking: FormIndex | undefined

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets.filter(({ value }) => value.length >= SHORTEST)
  }

  /** One more secret, which the run came by itself: the cookie of a login. */
  add(secret: Secret): void {
    if (secret.value.length < SHORTEST) return
    this.#secrets.push(secret)
    this.#hidden?.add(hiddenForms(secret))
    this.#leaking?.add(leakingForms(secret))
    this.#clean.clear()
  }

  /** Whether a text holds a secret, or a long run of one, in any form. */
  leaks(text: string): boolean {
    if (this.#clean.has(text)) return false
    const index = (this.#leaking ??= new FormIndex(this.#secrets.flatMap(leakingForms), SHORTEST_LEAK))
    const folded = fold(text)
    for (let at = 0; at < folded.length; at++) if (index.has(folded, at)) return true
    if (this.#clean.size >= REMEMBERED) this.#clean.clear()
    this.#clean.add(text)
    return false
  }

  /**
   * The runs of secrets that a text holds, where they may be ordinary words of it, `-password` of `ann-password`;
   * `undefined` if it holds a whole secret, or a run that is no word.
   */
  wordsIn(text: string): readonly string[] | undefined {
    const index = (this.#leaking ??= new FormIndex(this.#secrets.flatMap(leakingForms), SHORTEST_LEAK))
    const folded = fold(text)
    if (this.#secrets.some(({ value }) => folded.includes(fold(value)))) return undefined
    const words = new Set<string>()
    for (let at = 0; at < folded.length; at++) {
      for (const form of index.all(folded, at)) {
        if (form.text.length === form.whole.length || !WORDS.test(form.text)) return undefined
        words.add(form.text)
      }
    }
    return [...words]
  }

  /** For texts about these authenticators. */
  preferring(owners: readonly string[]): Redacting {
    return { redact: (text) => this.redact(text, owners) }
  }

  /**
   * The text with every secret, and every run of one, replaced by its label.
   *
   * @param owners authenticators whose secrets are meant where several are written alike: those of the route
   */
  redact(text: string, owners: readonly string[] = []): string {
    const index = (this.#hidden ??= new FormIndex(this.#secrets.flatMap(hiddenForms), SHORTEST))
    const folded = fold(text)
    let result = ''
    let kept = 0
    for (let at = 0; at < folded.length; at++) {
      if (!index.has(folded, at)) continue
      const pieces = piecesFrom(index, folded, at)
      const end = Math.max(...pieces.map((piece) => piece.end))
      result += text.slice(kept, at) + showPieces(pieces, at, end, owners)
      kept = end
      at = end - 1
    }
    return result + text.slice(kept)
  }
}

/** A stretch of a text that stands in a secret just so. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly form: Form
}

/** Everything of secrets in the stretch that begins here, where a form does: what overlaps belongs to it, whosever it is. */
function piecesFrom(index: FormIndex, folded: string, start: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = start, end = start + 1; at < end; at++) {
    for (const form of index.all(folded, at)) {
      if (pieces.some((piece) => continues(piece, at, form))) continue
      const piece = { start: at, end: at + commonLength(folded, at, form), form }
      pieces.push(piece)
      end = Math.max(end, piece.end)
    }
  }
  return pieces
}

/** Whether a form says only again what a piece says of its secret. */
function continues({ start, end, form }: Piece, at: number, { whole, label, owner, offset }: Form): boolean {
  const isSame = form.whole === whole && form.label === label && form.owner === owner
  return isSame && at < end && form.offset - start === offset - at
}

/** How far a text goes on as the secret does. */
function commonLength(folded: string, at: number, { whole, offset }: Form): number {
  let length = 0
  while (offset + length < whole.length && folded[at + length] === whole[offset + length]) length++
  return length
}

/** The labels of a stretch: at each place of what reaches farthest, then of one of the owners, then of what is whole. */
function showPieces(pieces: readonly Piece[], start: number, end: number, owners: readonly string[]): string {
  let shown = ''
  for (let at = start; at < end;) {
    const here = pieces.filter((piece) => piece.start <= at && at < piece.end)
    const best = here.reduce((a, b) => (isBetter(b, a, owners) ? b : a))
    shown += showPiece(best, at)
    at = best.end
  }
  return shown
}

function isBetter(a: Piece, b: Piece, owners: readonly string[]): boolean {
  const rank = ({ end, form, start }: Piece): readonly number[] => [
    end,
    form.owner !== undefined && owners.includes(form.owner) ? 1 : 0,
    form.isEncoded ? 0 : 1,
    -form.whole.length,
    -start,
  ]
  const [ranksA, ranksB] = [rank(a), rank(b)]
  const differs = ranksA.findIndex((value, i) => value !== ranksB[i])
  return differs >= 0 && (ranksA[differs] as number) > (ranksB[differs] as number)
}

function showPiece({ start, end, form }: Piece, at: number): string {
  const first = form.offset + at - start
  const last = form.offset + end - start
  if (first === 0 && last === form.whole.length) return `[${form.label}]`
  return `[${form.label}: chars ${first + 1}-${last} of ${form.whole.length}${form.isEncoded ? ', encoded' : ''}]`
}

/** In small letters, each character in its place. */
function fold(text: string): string {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  return text.replace(/[^]/g, (character) => {
    const small = character.toLowerCase()
    return small.length === 1 ? small : character
  })
}

/** Forms by their first characters, so that a text is read once however many secrets there are. */
class FormIndex {
  readonly #byStart = new Map<string, Form[]>()
  readonly #length: number

  constructor(forms: readonly Form[], length: number) {
    this.#length = length
    this.add(forms)
  }

  add(forms: readonly Form[]): void {
    for (const form of forms) {
      const start = form.text.slice(0, this.#length)
      const list = this.#byStart.get(start)
      if (list === undefined) this.#byStart.set(start, [form])
      else list.push(form)
    }
  }

  /** Whether a form begins here. */
  has(folded: string, at: number): boolean {
    return this.#at(folded, at)?.some(({ text }) => folded.startsWith(text, at)) ?? false
  }

  /** The forms that begin here. */
  all(folded: string, at: number): readonly Form[] {
    return this.#at(folded, at)?.filter(({ text }) => folded.startsWith(text, at)) ?? []
  }

  #at(folded: string, at: number): readonly Form[] | undefined {
    return this.#byStart.get(folded.slice(at, at + this.#length))
  }
}

interface Form {
  /** The texts to look for, in lower case. */
  readonly text: string
  /** The secret that it stands in, in the same form. */
  readonly whole: string
  /** Where in it. */
  readonly offset: number
  readonly isEncoded: boolean
  readonly label: string
  readonly owner: string | undefined
}

/** Texts that an answer must not hold: a secret in any form, or most of one. */
function leakingForms(secret: Secret): readonly Form[] {
  const runs =
    secret.value.length > LONGEST_WITH_RUNS
      ? []
      : runsOf(secret, secret.value, Math.max(SHORTEST_LEAK, Math.ceil(secret.value.length * 0.75)))
  return [...wholeForms(secret), ...runs].filter(({ text }) => text.length >= SHORTEST_LEAK)
}

/** Texts that are not shown: a secret in any form, or a good part of one. Seals are cut and changed, so any part of theirs. */
function hiddenForms(secret: Secret): readonly Form[] {
  if (secret.value.length > LONGEST_WITH_RUNS) return [...wholeForms(secret), ...runsOf(secret, secret.value, SEAL_RUN)]
  return [
    ...wholeForms(secret),
    ...textsOf(secret.value).flatMap((text) => runsOf(secret, text, Math.max(6, Math.ceil(text.length * 0.4)))),
  ]
}

function wholeForms(secret: Secret): readonly Form[] {
  return textsOf(secret.value)
    .filter((text) => text.length >= SHORTEST)
    .map((text) => formOf(secret, text))
}

/** A whole secret, written as `text`. */
function formOf({ value, label, owner }: Secret, text: string): Form {
  const whole = fold(text)
  return { text: whole, whole, offset: 0, isEncoded: text !== value, label, owner }
}

/** A secret as itself and as scenarios bend it, in every coding in which that is sent or repeated. */
function textsOf(value: string): readonly string[] {
  const reversed = [...value].toReversed().join('')
  // There are hundreds of seals, each half a kilobyte: what scenarios make of them is cut from the seal itself.
  const bent =
    value.length > LONGEST_WITH_RUNS
      ? [reversed]
      : [reversed, fullWidth(value), otherHighByte(value)].flatMap(codingsOf)
  return [...new Set([...codingsOf(value), ...bent])]
}

function codingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8')
  const hex = bytes.toString('hex')
  return [
    text,
    bytes.toString('latin1'),
    encodeURIComponent(text),
    new URLSearchParams({ '': text }).toString().slice(1),
    bytes.toString('base64'),
    ...[0, 1, 2].flatMap((shift) => [withinBase64(bytes, shift, 'base64'), withinBase64(bytes, shift, 'base64url')]),
    hex,
    hex.replace(/../g, '%$&'),
    JSON.stringify(text).slice(1, -1),
  ]
}

/** The base64 of the bytes at some place in a longer text, `user:password` for one, but for what its neighbours decide. */
function withinBase64(bytes: Buffer, shift: number, coding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(coding)
    .replace(/=+$/, '')
  return shift === 0 ? text : text.slice(shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1)
}

function runsOf(secret: Secret, text: string, length: number): readonly Form[] {
  if (text.length <= length) return []
  const form = formOf(secret, text)
  return Array.from({ length: text.length - length + 1 }, (_, offset) => ({
    ...form,
    text: form.whole.slice(offset, offset + length),
    offset,
  }))
}
