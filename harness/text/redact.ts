import type { Secret } from '../model/fixtures.ts'
import { isInName, isOfLongerName, LONGEST_NAME } from './within-names.ts'
import { fold, type Form, FormIndex, hiddenForms, leakingForms, SHORTEST, SHORTEST_LEAK } from './secret-forms.ts'

/** The characters of ordinary text; a run with a digit in it is not there by chance. */
const WORDS = /^[-_. ]?[a-z]+(?:[-_. ][a-z]+)*[-_. ]?$/

/** Words of answers, forms and lines of logs about credentials. */
// oxfmt-ignore
const ORDINARY = [
  'account', 'admin', 'authorization', 'authorized', 'basic', 'bearer', 'client', 'cookie', 'credential', 'credentials', 'header', 'invalid',
  'login', 'password', 'request', 'secret', 'session', 'signature', 'token', 'unauthorized', 'user', 'username', 'valid',
]

/** The end of a text behind which a secret stands: the name of its member, a scheme. */
const BEHIND_NAME =
  /(?:pass\w*|pwd|secret|pin|key|token|cookie|credential|authorization|bearer|basic)["'\\]*\s*[:= ]+["'\\]*$/
/** The end of a text behind which a name or a role stands. */
const OF_NAME = /["'](?:user_?name|user|name|login|roles?|type|kind|scope)\\*["']\s*:\s*\[?\\*["']$/
/** Characters before and behind a part of an encoded text in which the rest of it is looked for: what is longer is hidden. */
const LONGEST_TOKEN = 2_048

const IN_BASE64 = /[\w+/-]/

/** Answers that were found clean; refusals of one route are identical, so few differ. */
const REMEMBERED = 512

/** Makes texts fit to be shown. */
export type Redacting = Pick<Redactor, 'redact'>

/** Finds secrets by their value, in every form in which a request or an answer may carry them. */
export class Redactor {
  readonly #secrets: Secret[]
  readonly #words: ReadonlySet<string>
  readonly #clean = new Set<string>()
  #hidden: FormIndex | undefined
  #leaking: FormIndex | undefined

  /** @param words in small letters: a part of a secret that is one of them gives nothing away */
  constructor(secrets: readonly Secret[], words: Iterable<string> = []) {
    this.#words = new Set([...ORDINARY, ...words])
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

  /** Whether a text holds a secret, or a long run of one, in any form. A run that is one word of {@link ORDINARY} is a word. */
  leaks(text: string): boolean {
    if (this.#clean.has(text)) return false
    const index = (this.#leaking ??= new FormIndex(this.#secrets.flatMap(leakingForms), SHORTEST_LEAK))
    const folded = fold(text)
    for (let at = 0; at < folded.length; at++)
      if (index.has(folded, at))
        for (const form of index.all(folded, at)) {
          const piece = { start: at, end: at + form.length, form }
          if (!isOneWord(form) && !isInName(folded, at, form) && !isOfLongerName(folded, piece)) return true
        }
    if (this.#clean.size >= REMEMBERED) this.#clean.clear()
    this.#clean.add(text)
    return false
  }

  /**
   * The runs of secrets that a text holds, where they may be ordinary words of it, `-password` of `ann-password`;
   * `undefined` if it holds a whole secret, or a run that is not a word.
   */
  wordsIn(text: string): readonly string[] | undefined {
    const index = (this.#leaking ??= new FormIndex(this.#secrets.flatMap(leakingForms), SHORTEST_LEAK))
    const folded = fold(text)
    if (this.#secrets.some(({ value }) => folded.includes(fold(value)))) return undefined
    const words = new Set<string>()
    for (let at = 0; at < folded.length; at++) {
      for (const form of index.all(folded, at)) {
        const text = textOf(form)
        if (form.length === form.whole.length || !WORDS.test(text)) return undefined
        words.add(text)
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
      let piece = bestPiece(index, folded, at, owners)
      if (piece !== undefined && this.#isShown(text, folded, piece, index)) {
        at = piece.end - 1
        continue
      }
      result += text.slice(kept, at)
      kept = at
      while (piece !== undefined) {
        result += showPiece(piece, kept)
        const from = kept + 1
        kept = piece.end
        piece = nextPiece(index, folded, { from, end: kept }, owners)
      }
      at = kept - 1
    }
    return result + text.slice(kept)
  }

  #isShown(text: string, folded: string, piece: Piece, index: FormIndex): boolean {
    if (piece.form.isEncoded) return this.#isEncodedWord(text, folded, piece, index)
    const part = { ...piece.form, length: piece.end - piece.start }
    return (
      this.#isWord(folded, piece, index) ||
      this.#isPublic(folded, piece) ||
      isInName(folded, piece.start, part) ||
      isOfLongerName(folded, piece)
    )
  }

  /**
   * Whether the beginning of an encoded secret is that of a public word: `admin` of the claims of a token, where a password begins so. All of the base64 around
   * it has to be text of which nothing is hidden.
   */
  #isEncodedWord(text: string, folded: string, { start, end, form }: Piece, index: FormIndex): boolean {
    if (end - start === form.whole.length || !this.#isAlone(folded, { start, end }, index)) return false
    let from = start
    while (from > start - LONGEST_TOKEN && IN_BASE64.test(text[from - 1] ?? '')) from--
    const encoded = /^[\w+/-]*/.exec(text.slice(from, start + LONGEST_TOKEN))?.[0] ?? ''
    const decoded = Buffer.from(encoded, 'base64').toString('latin1')
    // Where it was cut, the last character has bits of the next one.
    if (Buffer.from(decoded, 'latin1').toString('base64url') !== encoded.replaceAll('+', '-').replaceAll('/', '_'))
      return false
    // Each character has six bits; a byte of which some are outside is not counted.
    const covered = decoded.slice(Math.ceil(((start - from) * 6) / 8), Math.floor(((end - from) * 6) / 8))
    const part = /^[^a-z0-9]*([a-z]+)[^a-z0-9]*$/.exec(fold(covered))?.[1]
    if (part === undefined || !/^[\x20-\x7e]*$/.test(decoded)) return false
    return [...this.#words].some((word) => word.includes(part)) && this.redact(decoded) === decoded
  }

  /** Whether no whole secret stands in a piece, and no other piece goes on behind it. */
  #isAlone(folded: string, { start, end }: Pick<Piece, 'start' | 'end'>, index: FormIndex): boolean {
    for (let at = start; at < end; at++)
      for (const { length, whole } of index.all(folded, at)) if (length === whole.length) return false
    return nextPiece(index, folded, { from: start, end: end - 1, behind: end }, []) === undefined
  }

  /**
   * Whether a secret is a word that everybody knows of the application, the `admin` of `/admin/users`, and stands where names do: in a path, in a
   * member for a name or a role, or between words. To hide it there says what it is.
   */
  #isPublic(folded: string, { start, end, form }: Piece): boolean {
    const isWhole = form.offset === 0 && end - start === form.whole.length
    if (!isWhole || form.isEncoded || !this.#words.has(form.whole)) return false
    const before = folded.slice(Math.max(0, start - LONGEST_NAME), start)
    if (/\/[\w.-]*$/.test(before) || OF_NAME.test(before)) return true
    return /(?:^|[\s(])$/.test(before) && !/[\w"'=>]/.test(folded[end] ?? '') && !BEHIND_NAME.test(before)
  }

  /** Whether a part of a secret is a word that stands in the text by itself, and no secret is that word. */
  #isWord(folded: string, { start, end, form }: Piece, index: FormIndex): boolean {
    const word = /^[^a-z0-9]*([a-z]+)[^a-z0-9]*$/.exec(folded.slice(start, end))?.[1]
    if (word === undefined || form.isEncoded || !this.#words.has(word)) return false
    const from = folded.indexOf(word, start)
    // The plural of a word is one.
    const next = from + word.length + (folded[from + word.length] === 's' ? 1 : 0)
    if (isLetter(folded[from - 1]) || isLetter(folded[next])) return false
    return this.#isAlone(folded, { start, end }, index)
  }
}

/** `password` of `MyPassword`, and a secret that is that word: such a text stands in messages, paths and names of members. */
function isOneWord(form: Form): boolean {
  return !form.isEncoded && ORDINARY.includes(textOf(form).replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, ''))
}

/** The part of a secret that is looked for. */
function textOf({ whole, offset, length }: Form): string {
  return whole.slice(offset, offset + length)
}

function isLetter(character = ''): boolean {
  return /[a-z0-9]/.test(character)
}

/** A stretch of a text that stands in a secret just so. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly form: Form
}

/** The longest match that starts here; ties go to the owner's, the unencoded, the shortest secret, the first. */
function bestPiece(index: FormIndex, folded: string, start: number, owners: readonly string[]): Piece | undefined {
  let best: Piece | undefined
  for (const form of index.all(folded, start, owners)) {
    // Its last character first: hundreds of tokens begin alike.
    const least = best?.end ?? start + 1
    if (folded[least - 1] !== form.whole[form.offset + least - 1 - start]) continue
    best = betterOf(best, { start, end: start + commonLength(folded, start, form), form }, owners)
  }
  return best
}

/**
 * The longest match that starts where another one has, or behind it, at its end at the latest, and goes on behind that. A part begins at each character of a
 * secret: of a match that goes on behind a place, a part does too, so only the parts that reach it are looked at, and not all of hundreds of tokens.
 *
 * @param behind where it has to go on; the end, if absent
 */
function nextPiece(
  index: FormIndex,
  folded: string,
  { from, end, behind = end }: { readonly from: number; readonly end: number; readonly behind?: number },
  owners: readonly string[],
): Piece | undefined {
  let best: Piece | undefined
  for (let at = from; at <= end; at++) {
    const forms = at > behind - index.longestRun ? index.all(folded, at, owners) : index.wholes(folded, at, owners)
    for (const form of forms) {
      const back = commonBefore(folded, { at, from }, form)
      const piece = {
        start: at - back,
        end: at + commonLength(folded, at, form),
        form: { ...form, offset: form.offset - back },
      }
      if (piece.end > behind) best = betterOf(best, piece, owners)
    }
  }
  return best
}

function betterOf(best: Piece | undefined, piece: Piece, owners: readonly string[]): Piece {
  return best === undefined || isBetter(piece, best, owners) ? piece : best
}

/** How far a text is as the secret before a place, from another one on. */
function commonBefore(
  folded: string,
  { at, from }: { readonly at: number; readonly from: number },
  { whole, offset }: Form,
): number {
  let length = 0
  while (at - length > from && offset > length && folded[at - length - 1] === whole[offset - length - 1]) length++
  return length
}

/** How far a text goes on as the secret does. */
function commonLength(folded: string, at: number, { whole, offset }: Form): number {
  let length = 0
  while (offset + length < whole.length && folded[at + length] === whole[offset + length]) length++
  return length
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
