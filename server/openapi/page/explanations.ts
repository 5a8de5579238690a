import type { ExplainedRefusal } from './configuration.ts'

/**
 * Numbers the calls of this page, and keeps the reasons of those that were refused: `svc dev` sends them on the stream of
 * events that this page opened under its own name.
 */
export class Explanations {
  /** The name of this page: 128 random bits, which no other page knows. */
  readonly page: string = randomName()
  readonly #operations = new Map<number, string>()
  readonly #latest = new Map<string, number>()
  readonly #refusals = new Map<string, ExplainedRefusal>()
  readonly #listeners = new Set<() => void>()
  readonly #remarks = new Map<string, string>()
  #calls = 0
  #note: string | undefined

  /** Begins a call of an operation: the reasons of the one before go. @returns the value of its header field */
  number(operation: string): string {
    const call = ++this.#calls
    const before = this.#latest.get(operation)
    if (before !== undefined) this.#operations.delete(before)
    this.#operations.set(call, operation)
    this.#latest.set(operation, call)
    this.#refusals.delete(operation)
    this.#note = undefined
    this.#announce()
    return `${this.page}.${call}`
  }

  /** Takes the reasons of a call, unless another call of its operation followed. */
  take(refusal: ExplainedRefusal): void {
    const operation = this.#operations.get(refusal.call)
    if (operation === undefined) return
    this.#refusals.set(operation, refusal)
    this.#announce()
  }

  /** Keeps a remark about the answer to the last call of an operation; `undefined` takes it away. */
  remark(operation: string, text: string | undefined): void {
    if (text === undefined) this.#remarks.delete(operation)
    else this.#remarks.set(operation, text)
    this.#announce()
  }

  /** The remark about the answer to the last call of an operation. */
  remarkOf(operation: string): string | undefined {
    return this.#remarks.get(operation)
  }

  /** Why the last call of an operation was refused. */
  of(operation: string): ExplainedRefusal | undefined {
    return this.#refusals.get(operation)
  }

  /** A word about what was done about it. */
  get said(): string | undefined {
    return this.#note
  }

  note(text: string): void {
    this.#note = text
    this.#announce()
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** 22 characters of the alphabet of URLs. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCodePoint(...bytes))
    .slice(0, 22)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
