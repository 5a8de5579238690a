import { fullWidth, otherHighByte } from './encoding.ts'
import type { Secret } from '../model/fixtures.ts'

/** The shortest text that is taken for a secret: what is shorter stands in ordinary words. */
export const SHORTEST = 4

/** Runs shorter than this say too little to be called a leak; they are hidden all the same. */
export const SHORTEST_LEAK = 8

/** Of longer secrets (seals) only the whole and its encodings are looked for. */
const LONGEST_WITH_RUNS = 96

/** Characters of a seal that are enough to know it by. */
const SEAL_RUN = 20

/** One way to write a secret, or a part of it. */
export interface Form {
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
export function leakingForms(secret: Secret): readonly Form[] {
  const runs =
    secret.value.length > LONGEST_WITH_RUNS
      ? []
      : runsOf(secret, secret.value, Math.max(SHORTEST_LEAK, Math.ceil(secret.value.length * 0.75)))
  return [...wholeForms(secret), ...runs].filter(({ text }) => text.length >= SHORTEST_LEAK)
}

/** Texts that are not shown: a secret in any form, or a good part of one. Seals are cut and changed, so any part of theirs. */
export function hiddenForms(secret: Secret): readonly Form[] {
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

/** In small letters, each character in its place. */
export function fold(text: string): string {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  return text.replace(/[^]/g, (character) => {
    const small = character.toLowerCase()
    return small.length === 1 ? small : character
  })
}

/** The forms that differ in the credential that the secret belongs to alone: hundreds of authenticators may share one key. */
interface Alike {
  readonly first: Form
  readonly byOwner: Map<string, Form>
}

/** Forms by their first characters, then by their texts: hundreds of tokens begin alike. */
type ByStart = Map<string, Map<string, Map<string, Alike>>>

/** Forms by their first characters, so that a text is read once however many secrets there are. */
export class FormIndex {
  readonly #wholes: ByStart = new Map()
  /** Parts of secrets: one begins at each character of a secret that has some, but for the last ones. */
  readonly #runs: ByStart = new Map()
  readonly #length: number
  #longestRun = 0

  constructor(forms: readonly Form[], length: number) {
    this.#length = length
    this.add(forms)
  }

  add(forms: readonly Form[]): void {
    for (const form of forms) {
      const isRun = form.text.length < form.whole.length
      if (isRun) this.#longestRun = Math.max(this.#longestRun, form.text.length)
      const start = form.text.slice(0, this.#length)
      const byText = entryOf(isRun ? this.#runs : this.#wholes, start, () => new Map<string, Map<string, Alike>>())
      const byWhole = entryOf(byText, form.text, () => new Map<string, Alike>())
      const key = `${form.offset} ${form.isEncoded} ${form.whole}`
      const { byOwner } = entryOf(byWhole, key, () => ({ first: form, byOwner: new Map<string, Form>() }))
      if (form.owner !== undefined && !byOwner.has(form.owner)) byOwner.set(form.owner, form)
    }
  }

  /** The most characters of a part of a secret. */
  get longestRun(): number {
    return this.#longestRun
  }

  /** Whether a form begins here. */
  has(folded: string, at: number): boolean {
    const start = folded.slice(at, at + this.#length)
    for (const text of this.#wholes.get(start)?.keys() ?? []) if (folded.startsWith(text, at)) return true
    for (const text of this.#runs.get(start)?.keys() ?? []) if (folded.startsWith(text, at)) return true
    return false
  }

  /** The forms that begin here: of those that are alike the one of the first owner that has one, else the first. */
  *all(folded: string, at: number, owners: readonly string[] = []): Iterable<Form> {
    yield* this.wholes(folded, at, owners)
    yield* formsAt(this.#runs, folded, { at, length: this.#length, owners })
  }

  /** The same without parts of secrets. */
  wholes(folded: string, at: number, owners: readonly string[] = []): Iterable<Form> {
    return formsAt(this.#wholes, folded, { at, length: this.#length, owners })
  }
}

function* formsAt(
  forms: ByStart,
  folded: string,
  { at, length, owners }: { readonly at: number; readonly length: number; readonly owners: readonly string[] },
): Iterable<Form> {
  for (const [text, alike] of forms.get(folded.slice(at, at + length)) ?? []) {
    if (!folded.startsWith(text, at)) continue
    for (const { first, byOwner } of alike.values()) {
      const owner = owners.find((one) => byOwner.has(one))
      yield owner === undefined ? first : (byOwner.get(owner) as Form)
    }
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
