import { crc32, deflateSync } from 'node:zlib'
import { isObject } from '../text/json.ts'

/** A file of a form. */
export interface SentFile {
  readonly fileName: string
  readonly mediaType: string
  /** Its bytes, one character each. */
  readonly content: string
}

/** A small file whose name and content hold a text. */
export function fileOf(text: string, isPicture: boolean): SentFile {
  return isPicture
    ? { fileName: `${text}.png`, mediaType: 'image/png', content: pictureOf(text) }
    : { fileName: `${text}.txt`, mediaType: 'text/plain', content: text }
}

/** One pixel, and a text beside it (PNG, sections 11.2 and 11.3.4.3). */
function pictureOf(text: string): string {
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const chunks = [
    ['IHDR', size],
    ['tEXt', Buffer.from(`Comment\0${text}`, 'latin1')],
    ['IDAT', deflateSync(Buffer.from([0, 0]))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return `\x89PNG\r\n\x1a\n${chunks.map(([name, data]) => chunkOf(name, data)).join('')}`
}

function chunkOf(name: string, data: Buffer): string {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum]).toString('latin1')
}

const BOUNDARY = 'svc-test-auth-made'

/** The members of a body as a form with files (RFC 7578, section 4). */
export function writeMultipart(body: object): { readonly contentType: string; readonly text: string } {
  const parts = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const one: unknown = Array.isArray(value) ? value[0] : value
    if (isFile(one))
      return partOf(`"${name}"; filename="${one.fileName}"\r\nContent-Type: ${one.mediaType}`, one.content)
    return partOf(`"${name}"`, typeof value === 'string' ? value : JSON.stringify(value))
  })
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, text: `${parts.join('')}--${BOUNDARY}--\r\n` }
}

function partOf(about: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name=${about}\r\n\r\n${content}\r\n`
}

function isFile(value: unknown): value is SentFile {
  return isObject(value) && typeof value['fileName'] === 'string' && typeof value['mediaType'] === 'string'
}
