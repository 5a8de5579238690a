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
  /** The secret as it is written, in lower case. */
  readonly whole: string
  /** Where in it the part begins that is looked for. */
  readonly offset: number
  /** Characters of the part. */
  readonly length: number
  readonly isEncoded: boolean
  readonly label: string
  readonly owner: string | undefined
}

/** One way to write a secret, and what of it is looked for. */
export interface Forms extends Pick<Form, 'whole' | 'isEncoded' | 'label' | 'owner'> {
  /** Characters of each part that is looked for, from every place of the secret on; all of them if it is looked for as a whole. */
  readonly length: number
}

/** Texts that an answer must not hold: a secret in any form, or most of one. */
export function leakingForms(secret: Secret): readonly Forms[] {
  const runs =
    secret.value.length > LONGEST_WITH_RUNS
      ? []
      : runsOf(secret, secret.value, Math.max(SHORTEST_LEAK, Math.ceil(secret.value.length * 0.75)))
  return [...wholeForms(secret), ...runs].filter(({ length }) => length >= SHORTEST_LEAK)
}

/** Texts that are not shown: a secret in any form, or a good part of one. Seals are cut and changed, so any part of theirs. */
export function hiddenForms(secret: Secret): readonly Forms[] {
  if (secret.value.length > LONGEST_WITH_RUNS) return [...wholeForms(secret), ...runsOf(secret, secret.value, SEAL_RUN)]
  return [
    ...wholeForms(secret),
    ...textsOf(secret.value).flatMap((text) => runsOf(secret, text, Math.max(6, Math.ceil(text.length * 0.4)))),
  ]
}

function wholeForms(secret: Secret): readonly Forms[] {
  return textsOf(secret.value)
    .filter((text) => text.length >= SHORTEST)
    .map((text) => formOf(secret, text))
}

/** A secret, written as `text`. */
function formOf({ value, label, owner }: Secret, text: string, length = text.length): Forms {
  return { whole: fold(text), length, isEncoded: text !== value, label, owner }
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

function runsOf(secret: Secret, text: string, length: number): readonly Forms[] {
  return text.length <= length ? [] : [formOf(secret, text, length)]
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
  readonly first: Forms
  readonly byOwner: Map<string, Forms>
}

/** A place at which a part begins: the place of its {@link Alike} among all, and the offset in it, as one number: there are hundreds of thousands. */
type Place = number

/** Offsets below it; a text of a secret is shorter. */
const OFFSETS = 2 ** 20

/** Places by the characters that begin there; of most one begins so. */
type ByStart = Map<string, Place | Place[]>

/** Forms by their first characters, so that a text is read once however many secrets there are. */
export class FormIndex {
  readonly #alike: Alike[] = []
  readonly #byForm = new Map<string, Alike>()
  readonly #wholes: ByStart = new Map()
  /** Parts of secrets: one begins at each character of a secret that has some, but for the last ones. */
  readonly #runs: ByStart = new Map()
  readonly #length: number
  #longestRun = 0

  constructor(forms: readonly Forms[], length: number) {
    this.#length = length
    this.add(forms)
  }

  add(forms: readonly Forms[]): void {
    for (const form of forms) {
      const key = `${form.length} ${form.isEncoded} ${form.whole}`
      const alike = this.#byForm.get(key) ?? this.#addAlike(key, form)
      if (form.owner !== undefined && !alike.byOwner.has(form.owner)) alike.byOwner.set(form.owner, form)
    }
  }

  #addAlike(key: string, first: Forms): Alike {
    const alike = { first, byOwner: new Map<string, Forms>() }
    const at = this.#alike.push(alike) - 1
    this.#byForm.set(key, alike)
    const { whole, length } = first
    if (length < whole.length) this.#longestRun = Math.max(this.#longestRun, length)
    const places = length < whole.length ? this.#runs : this.#wholes
    for (let offset = 0; offset <= whole.length - length; offset++)
      addPlace(places, whole.slice(offset, offset + this.#length), at * OFFSETS + offset)
    return alike
  }

  /** The most characters of a part of a secret. */
  get longestRun(): number {
    return this.#longestRun
  }

  /** Whether a form begins here. */
  has(folded: string, at: number): boolean {
    const start = folded.slice(at, at + this.#length)
    return [this.#wholes, this.#runs].some((places) =>
      placesOf(places.get(start)).some((place) => this.#isAt(place, folded, at)),
    )
  }

  #isAt(place: Place, folded: string, at: number): boolean {
    const { whole, length } = (this.#alike[Math.floor(place / OFFSETS)] as Alike).first
    const offset = place % OFFSETS
    return folded.startsWith(offset === 0 && length === whole.length ? whole : whole.slice(offset, offset + length), at)
  }

  /** The forms that begin here: of those that are alike the one of the first owner that has one, else the first. */
  *all(folded: string, at: number, owners: readonly string[] = []): Iterable<Form> {
    yield* this.wholes(folded, at, owners)
    yield* this.#formsAt(this.#runs, folded, { at, owners })
  }

  /** The same without parts of secrets. */
  wholes(folded: string, at: number, owners: readonly string[] = []): Iterable<Form> {
    return this.#formsAt(this.#wholes, folded, { at, owners })
  }

  *#formsAt(
    forms: ByStart,
    folded: string,
    { at, owners }: { readonly at: number; readonly owners: readonly string[] },
  ): Iterable<Form> {
    for (const place of placesOf(forms.get(folded.slice(at, at + this.#length)))) {
      if (!this.#isAt(place, folded, at)) continue
      const { first, byOwner } = this.#alike[Math.floor(place / OFFSETS)] as Alike
      const owner = owners.find((one) => byOwner.has(one))
      yield { ...(owner === undefined ? first : (byOwner.get(owner) as Forms)), offset: place % OFFSETS }
    }
  }
}

function placesOf(known: Place | Place[] = []): readonly Place[] {
  return typeof known === 'number' ? [known] : known
}

function addPlace(places: ByStart, start: string, place: Place): void {
  const known = places.get(start)
  if (known === undefined) places.set(start, place)
  else if (typeof known === 'number') places.set(start, [known, place])
  else known.push(place)
}
