/**
 * An answer whose bytes are known when it is made: a status, fields and a text. It is what almost every request ends
 * with, and making a `Response` of it would cost more than the rest of the request; one is made only for those who ask for
 * one, and for streams. An answer does not change, so that one which is the same for every request is made at load.
 */
export class Answer {
  readonly status: number
  /** Names, in lower case, and values by turns, as Node's `writeHead` takes them. */
  readonly fields: readonly string[]
  /** `null` for none. */
  readonly text: string | null
  #bytes: number | undefined
  #head: string[] | undefined

  constructor(status: number, fields: readonly string[], text: string | null) {
    this.status = status
    this.fields = fields
    this.text = text
  }

  /** The fields and the length of the text. Made once for an answer, however often it is sent. */
  get head(): string[] {
    return (this.#head ??=
      this.text === null ? [...this.fields] : [...this.fields, 'content-length', String(this.bytes)])
  }

  /** How many bytes the text has; 0 for none. */
  get bytes(): number {
    return (this.#bytes ??= this.text === null ? 0 : Buffer.byteLength(this.text))
  }
}

/** The answer to a request. */
export type Outcome = Answer | Response
