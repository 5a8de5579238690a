/** A text that must never show, and what is shown instead. */
export interface Secret {
  readonly value: string
  /** `env:SVC_TOKEN`, or the name of the credential. */
  readonly label: string
}

/** The shortest text that is taken for a secret: what is shorter stands in ordinary words. */
const SHORTEST = 4
/** Runs shorter than this say too little to be called a leak; they are hidden all the same. */
const SHORTEST_LEAK = 8
/** Of longer secrets (seals) only the whole and its encodings are looked for. */
const LONGEST_WITH_RUNS = 96
/** Characters of a seal that are enough to know it by. */
const SEAL_RUN = 20
/** Answers that were found clean; refusals of one route are identical, so few differ. */
const REMEMBERED = 512

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
    const folded = text.toLowerCase()
    for (let at = 0; at < folded.length; at++) if (index.find(folded, at) !== undefined) return true
    if (this.#clean.size >= REMEMBERED) this.#clean.clear()
    this.#clean.add(text)
    return false
  }

  /** The text with every secret, and every run of one, replaced by its label. */
  redact(text: string): string {
    const index = (this.#hidden ??= new FormIndex(this.#secrets.flatMap(hiddenForms), SHORTEST))
    const folded = text.toLowerCase()
    let result = ''
    let kept = 0
    for (let at = 0; at < folded.length; at++) {
      const first = index.find(folded, at)
      if (first === undefined) continue
      const end = endOf(index, folded, at, first)
      const length = end - at
      const shown =
        length >= first.size
          ? `[${first.label}]`
          : `[${first.label}: chars ${first.offset + 1}-${first.offset + length} of ${first.size}]`
      result += text.slice(kept, at) + shown
      kept = end
      at = end - 1
    }
    return result + text.slice(kept)
  }
}

/** Where the stretch ends that overlapping forms of one secret cover. */
function endOf(index: FormIndex, folded: string, start: number, first: Form): number {
  let end = start + first.text.length
  for (let at = start + 1; at < end; at++) {
    const more = index.find(folded, at)
    if (more?.label === first.label) end = Math.max(end, at + more.text.length)
  }
  return end
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
    const touched = new Set<Form[]>()
    for (const form of new Map(forms.map((form) => [form.text, form])).values()) {
      const start = form.text.slice(0, this.#length)
      const list = this.#byStart.get(start) ?? []
      this.#byStart.set(start, list)
      list.push(form)
      touched.add(list)
    }
    for (const list of touched) list.sort((a, b) => b.text.length - a.text.length)
  }

  /** The longest form that begins here. */
  find(folded: string, at: number): Form | undefined {
    return this.#byStart.get(folded.slice(at, at + this.#length))?.find(({ text }) => folded.startsWith(text, at))
  }
}

interface Form {
  /** In small letters. */
  readonly text: string
  readonly label: string
  /** Length of the whole secret in this form. */
  readonly size: number
  /** Where in the secret it begins. */
  readonly offset: number
}

/** What an answer must not hold: a secret in any form, or most of one. */
function leakingForms(secret: Secret): readonly Form[] {
  const runs =
    secret.value.length > LONGEST_WITH_RUNS
      ? []
      : runsOf(secret, Math.max(SHORTEST_LEAK, Math.ceil(secret.value.length * 0.75)))
  return [...wholeForms(secret), ...runs].filter(({ text }) => text.length >= SHORTEST_LEAK)
}

/** What is not shown: a secret in any form, or a good part of one. Seals are cut and changed, so any part of theirs. */
function hiddenForms(secret: Secret): readonly Form[] {
  if (secret.value.length > LONGEST_WITH_RUNS) return [...wholeForms(secret), ...runsOf(secret, SEAL_RUN)]
  return [
    ...wholeForms(secret),
    ...textsOf(secret.value).flatMap((value) =>
      runsOf({ ...secret, value }, Math.max(6, Math.ceil(value.length * 0.4))),
    ),
  ]
}

function wholeForms({ value, label }: Secret): readonly Form[] {
  return textsOf(value)
    .filter((text) => text.length >= SHORTEST)
    .map((text) => ({ text: text.toLowerCase(), label, size: text.length, offset: 0 }))
}

/** A secret as itself and as scenarios bend it, in every coding in which that is sent or repeated. */
function textsOf(value: string): readonly string[] {
  const reversed = [...value].toReversed().join('')
  // There are hundreds of seals, each half a kilobyte: what scenarios make of them is cut from the seal itself.
  const bent = value.length > LONGEST_WITH_RUNS ? [reversed] : [reversed, fullWidth(value)].flatMap(codingsOf)
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

/** Letters that look the same and are the same to whoever normalises. */
function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

/** What base64 makes of the bytes at some place in a longer text, `user:password` for one, but for what its neighbours decide. */
function withinBase64(bytes: Buffer, shift: number, coding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(coding)
    .replace(/=+$/, '')
  return shift === 0 ? text : text.slice(shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1)
}

function runsOf({ value, label }: Secret, length: number): readonly Form[] {
  if (value.length <= length) return []
  const folded = value.toLowerCase()
  return Array.from({ length: value.length - length + 1 }, (_, at) => ({
    text: folded.slice(at, at + length),
    label,
    size: value.length,
    offset: at,
  }))
}
