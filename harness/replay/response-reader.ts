/** An answer as it came over a connection. Texts are Latin-1: one character is one byte. */
export interface RawResponse {
  readonly status: number
  /** Status line and header lines, without the empty line at their end. */
  readonly head: string
  /** Names in small letters. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Whether the server will close the connection after it. */
  readonly closes: boolean
  /** It went on and on, though it is not a stream of events, and stands as far as it has come. */
  readonly isCut?: true
  /** A stream of events, which stands as far as it has come. */
  readonly isStream?: true
}

/** How a body ends (RFC 9112 section 6.3). */
type Framing =
  | { readonly kind: 'length'; readonly end: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' }

interface Head {
  readonly text: string
  readonly status: number
  readonly headers: RawResponse['headers']
  readonly framing: Framing
}

const HEAD_END = '\r\n\r\n'
/** Enough for any answer that a check looks at; what is longer counts as a broken answer. */
const LONGEST = 4_194_304
/** Answers, heads and bodies that were read already: the refusals of a route are alike, and a run has thousands of them. */
const REMEMBERED = 256
/** Longer chunks are hardly one refusal. */
const LONGEST_WHOLE = 2_048

/** Reads the answers of one connection, in the order of its requests. */
export class ResponseReader {
  #text = ''
  #head: Head | undefined

  /** Adds what arrived. */
  push(chunk: Buffer): void {
    this.#text += chunk.toString('latin1')
    if (this.#text.length > LONGEST) throw new RangeError('the answer is longer than 4 MiB')
  }

  /** Whether bytes are left that belong to no answer yet. */
  get hasRest(): boolean {
    return this.#text !== ''
  }

  /**
   * The next answer, or `undefined` while it is not complete. Informational answers (1xx but 101) are passed over.
   *
   * @param method of the request: the answer to HEAD has no body
   * @param ended whether nothing more will arrive
   */
  next(method: string, ended: boolean): RawResponse | undefined {
    // A refusal that is the whole of what arrived: most answers of a run are, and there are few different ones.
    const text = this.#head === undefined && this.#text.length <= LONGEST_WHOLE && method !== 'HEAD' ? this.#text : ''
    const known = text === '' ? undefined : refusals.get(text)
    if (known === undefined) return this.#read(text, method, ended)
    this.#text = ''
    return known
  }

  /** Whether an answer has begun that says of itself that it goes on (server-sent events, HTML Living Standard section 9.2). */
  get isStream(): boolean {
    return this.#head !== undefined && /^text\/event-stream/i.test(fieldOf(this.#head.headers, 'content-type') ?? '')
  }

  /** The answer as far as it has come, where it does not say how long it is; `undefined` for any other. */
  cut(): RawResponse | undefined {
    if (this.#head === undefined || this.#head.framing.kind === 'length') return undefined
    const { status, text: head, headers, framing } = this.#head
    const body = framing.kind === 'chunked' ? this.#chunks().body : this.#text
    return { status, head, headers, body, closes: true, ...(this.isStream ? { isStream: true } : { isCut: true }) }
  }

  #read(whole: string, method: string, ended: boolean): RawResponse | undefined {
    const head = (this.#head ??= this.#readHead(method))
    if (head === undefined) return undefined
    if (head.status >= 100 && head.status < 200 && head.status !== 101) {
      this.#head = undefined
      return this.next(method, ended)
    }
    const body = this.#readBody(head.framing, ended)
    if (body === undefined) return undefined
    this.#head = undefined
    const closes =
      head.framing.kind === 'close' ||
      head.status === 101 ||
      fieldOf(head.headers, 'connection')?.toLowerCase() === 'close'
    const response = { status: head.status, head: head.text, headers: head.headers, body, closes }
    if (whole !== '' && this.#text === '' && isRefusal(head)) keep(refusals, whole, response)
    return response
  }

  #readHead(method: string): Head | undefined {
    const end = this.#text.indexOf(HEAD_END)
    if (end < 0) return undefined
    const head = readHead(this.#text.slice(0, end))
    this.#text = this.#text.slice(end + HEAD_END.length)
    return { ...head, framing: framingOf(head.status, head.headers, method) }
  }

  #readBody(framing: Framing, ended: boolean): string | undefined {
    switch (framing.kind) {
      case 'length': {
        if (this.#text.length < framing.end) return undefined
        return this.#take(framing.end)
      }
      case 'chunked':
        return this.#readChunks()
      case 'close':
        return ended ? this.#take(this.#text.length) : undefined
    }
  }

  #readChunks(): string | undefined {
    const { body, end } = this.#chunks()
    return end === undefined ? undefined : this.#endChunks(body, end)
  }

  /** The chunks that are whole, and where the last one ends, if it has come. */
  #chunks(): { readonly body: string; readonly end?: number } {
    let at = 0
    let body = ''
    for (;;) {
      const lineEnd = this.#text.indexOf('\r\n', at)
      if (lineEnd < 0) return { body }
      const size = Number.parseInt(this.#text.slice(at, lineEnd), 16)
      if (Number.isNaN(size)) throw new SyntaxError('a chunk of the answer has no size')
      at = lineEnd + 2
      if (size === 0) return { body, end: at }
      if (this.#text.length < at + size + 2) return { body }
      body += this.#text.slice(at, at + size)
      at += size + 2
    }
  }

  #endChunks(body: string, at: number): string | undefined {
    const end = this.#text.startsWith('\r\n', at) ? at + 2 : this.#text.indexOf(HEAD_END, at) + HEAD_END.length
    if (end < at + 2 || this.#text.length < end) return undefined
    this.#take(end)
    return body
  }

  #take(length: number): string {
    const taken = this.#text.slice(0, length)
    this.#text = this.#text.slice(length)
    return length > LONGEST_REMEMBERED ? taken : remember(bodies, taken, () => taken)
  }
}

/** A body longer than this is hardly a refusal. */
const LONGEST_REMEMBERED = 1_024

const heads = new Map<string, Omit<Head, 'framing'>>()
const bodies = new Map<string, string>()
/** By all of their bytes. Only those that say how long they are: nothing that arrives later belongs to them. */
const refusals = new Map<string, RawResponse>()

function isRefusal({ status, framing }: Head): boolean {
  return status >= 400 && framing.kind === 'length'
}

function readHead(text: string): Omit<Head, 'framing'> {
  return remember(heads, text, () => {
    const [statusLine = '', ...lines] = text.split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? Number.NaN)
    if (Number.isNaN(status)) throw new SyntaxError('the answer does not begin with a status line')
    const headers = lines.map((line): readonly [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
    return { text, status, headers }
  })
}

function remember<T>(known: Map<string, T>, text: string, read: () => T): T {
  const found = known.get(text)
  if (found !== undefined) return found
  return keep(known, text, read())
}

function keep<T>(known: Map<string, T>, text: string, value: T): T {
  if (known.size >= REMEMBERED) known.clear()
  known.set(text, value)
  return value
}

/** The first value of a header, by its name in small letters. */
export function fieldOf(headers: RawResponse['headers'], name: string): string | undefined {
  return headers.find(([field]) => field === name)?.[1]
}

/** Every value of a header, by its name in small letters. */
export function fieldsOf(headers: RawResponse['headers'], name: string): readonly string[] {
  return headers.flatMap(([field, value]) => (field === name ? [value] : []))
}

/** The line that sets a cookie: the last of its name counts (RFC 6265 section 5.3). */
export function setCookieOf({ headers }: Pick<RawResponse, 'headers'>, name: string): string | undefined {
  return fieldsOf(headers, 'set-cookie').findLast((line) => line.startsWith(`${name}=`))
}

function framingOf(status: number, headers: RawResponse['headers'], method: string): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'length', end: 0 }
  if (/chunked\s*$/i.test(fieldOf(headers, 'transfer-encoding') ?? '')) return { kind: 'chunked' }
  const length = fieldOf(headers, 'content-length')
  return length === undefined ? { kind: 'close' } : { kind: 'length', end: Number(length) }
}
