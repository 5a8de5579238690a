import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { HttpError } from '../base/errors.ts'
import { createRecord } from '../base/record.ts'
import { parseJson } from '../grammar/json.ts'
import { type MediaType, parseMediaType } from './media-type.ts'
import { takeWholeBody } from './private-members.ts'
import { addValue, decodeForm, formPairs } from './query.ts'

/** The fields of a form by name; a repeated name gives a list. */
export type FormFields = Readonly<Record<string, FormDataEntryValue | readonly FormDataEntryValue[]>>

/** Where a body is read. */
export interface BodySource {
  readonly method: string
  /** Node's own request, where there is a socket: wrapping its stream costs more than reading it. */
  readonly node: IncomingMessage | undefined
  /** Has the body where there is no socket. */
  readonly web: Request
  /** One entry per header line of that name. */
  headerValues(name: string): readonly string[]
}

/** A body that has been read whole. It may be asked in several ways, and more than once. */
export interface Body {
  /** Whether it is empty and says no type: then none was sent. */
  readonly isAbsent: boolean
  /** As received. */
  bytes(): Uint8Array<ArrayBuffer>
  /** As text, exactly. Throws {@link HttpError} 400 where it is not UTF-8. */
  text(): string
  /**
   * As JSON: `application/json` or a `+json` type, strict UTF-8. Throws {@link HttpError} 415 for another type or none:
   * a page of another site can send a body without a type, and no preflight would ask first. 400 if it is not valid JSON,
   * or has a member `__proto__`.
   */
  json(): unknown
  /** As a form, URL-encoded or multipart. Throws {@link HttpError} 400, 413 for too many fields, 415. */
  formData(): Promise<FormData>
  /** The same as a record without a prototype. */
  fields(): Promise<FormFields>
}

/**
 * Reads the body of a request.
 *
 * @param limit bytes; a body that declares more is refused before any of it is read, one that sends more at that point
 * @param formFieldLimit fields of a form
 * @throws {@link HttpError} 413 over the limit, 415 for a content coding, which nothing here decodes (RFC 9110 section
 * 8.4), 400 for a client that goes away before the end.
 */
export async function readBody(source: BodySource, limit: number, formFieldLimit: number): Promise<Body> {
  const type = parseMediaType(fieldOf(source, 'content-type'))
  if (source.method === 'GET' || source.method === 'HEAD') return new BufferedBody(EMPTY, type, formFieldLimit)
  const coding = fieldOf(source, 'content-encoding')
  if (coding !== null && !/^\s*identity\s*$/i.test(coding))
    throw new HttpError(415, undefined, { 'accept-encoding': 'identity' })
  if (Number(fieldOf(source, 'content-length')) > limit) throw tooLarge()
  // A short body is there in the next turn, and is taken without the events of its stream.
  await NEXT_TURN
  const { node } = source
  const bytes = node
    ? (takeWholeBody(node, limit) ?? (await readSocket(node, limit)))
    : await readWeb(source.web, limit)
  return new BufferedBody(bytes, type, formFieldLimit)
}

const EMPTY = Buffer.alloc(0)

/** Whether one of Node's requests says that it has a body. */
export function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Repeated lines are one list, which neither a type nor a length is. */
function fieldOf(source: BodySource, name: string): string | null {
  const values = source.headerValues(name)
  return values.length === 0 ? null : values.join(',')
}

async function readWeb(web: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of web.body ?? []) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw endedEarly()
  }
  return Buffer.concat(chunks, size)
}

const NEXT_TURN = Promise.resolve()

/**
 * By events: an iterator costs several times as much. The stream is left open where the reading stops, since destroying
 * it would take the socket along, and with it the answer.
 */
function readSocket(node: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (node.readableDidRead) return reject(new TypeError('the body was read before it reached svc'))
    if (node.destroyed) return reject(endedEarly())
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      node.off('data', take).off('end', end).off('error', fail).off('close', fail)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= limit) return
      stop()
      node.pause()
      reject(tooLarge())
    }
    const end = (): void => {
      stop()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size))
    }
    const fail = (): void => {
      stop()
      reject(endedEarly())
    }
    node.on('data', take).on('end', end).on('error', fail).on('close', fail)
  })
}

function endedEarly(): HttpError {
  return new HttpError(400, 'The body ended early')
}

class BufferedBody implements Body {
  readonly #bytes: Buffer
  readonly #type: MediaType | undefined
  readonly #fieldLimit: number

  constructor(bytes: Buffer, type: MediaType | undefined, fieldLimit: number) {
    this.#bytes = bytes
    this.#type = type
    this.#fieldLimit = fieldLimit
  }

  get isAbsent(): boolean {
    return this.#bytes.length === 0 && this.#type === undefined
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes)
  }

  text(): string {
    if (!isUtf8(this.#bytes)) throw new HttpError(400, 'The body is not valid UTF-8')
    return this.#bytes.toString('utf8')
  }

  json(): unknown {
    // An empty body is not JSON, whatever its type.
    if (this.#bytes.length > 0 && !isJson(this.#type)) throw new HttpError(415)
    return readJson(this.text())
  }

  async formData(): Promise<FormData> {
    // No body at all is a form without fields: validation says which ones are missing.
    if (this.#bytes.length === 0 && !this.#type) return new FormData()
    switch (this.#type?.essence) {
      case 'application/x-www-form-urlencoded':
        return parseForm(this.text(), this.#fieldLimit)
      case 'multipart/form-data':
        return parseMultipart(this.#bytes, this.#type.parameters.get('boundary'), this.#fieldLimit)
      default:
        throw new HttpError(415)
    }
  }

  async fields(): Promise<FormFields> {
    const fields = createRecord<FormDataEntryValue | FormDataEntryValue[]>()
    for (const [name, value] of await this.formData()) addValue<FormDataEntryValue>(fields, name, value)
    return fields
  }
}

function isJson(type: MediaType | undefined): boolean {
  if (!type || (type.essence !== 'application/json' && !/^[^/]+\/[^/]+\+json$/.test(type.essence))) return false
  return (type.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8'
}

/** Messages of the parser quote the input, so they stay here. */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new HttpError(400, 'The body is not valid JSON')
  }
}

function parseForm(text: string, fieldLimit: number): FormData {
  const form = new FormData()
  let count = 0
  for (const [rawName, rawValue] of formPairs(text)) {
    if (++count > fieldLimit) throw tooManyFields()
    const name = decodeForm(rawName)
    const value = decodeForm(rawValue)
    if (name === undefined || value === undefined) throw invalidForm()
    form.append(name, value)
  }
  return form
}

async function parseMultipart(bytes: Buffer, boundary: string | undefined, fieldLimit: number): Promise<FormData> {
  if (boundary === undefined || !BOUNDARY.test(boundary)) throw invalidForm()
  if (countParts(bytes, boundary, fieldLimit) > fieldLimit) throw tooManyFields()
  // Written anew, so that the parser below cannot find another boundary in the field than we did.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch {
    throw invalidForm()
  }
}

/** RFC 2046 section 5.1.1. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/

/** Counts delimiters, up to one more than are allowed, before anything is built for a part. */
function countParts(bytes: Buffer, boundary: string, fieldLimit: number): number {
  const delimiter = `--${boundary}`
  let parts = bytes.indexOf(delimiter) === 0 ? 0 : -1
  for (let at = 0; parts <= fieldLimit; parts++) {
    const next = bytes.indexOf(`\r\n${delimiter}`, at)
    if (next < 0) break
    at = next + 2
  }
  return parts
}

/** The connection ends with the answer: what the client still sends would be taken for its next request. */
function tooLarge(): HttpError {
  return new HttpError(413, undefined, { connection: 'close' })
}

function tooManyFields(): HttpError {
  return new HttpError(413, 'The form has too many fields')
}

function invalidForm(): HttpError {
  return new HttpError(400, 'The body is not a valid form')
}
