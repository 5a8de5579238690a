import { base64, fullWidth } from '../text/encoding.ts'
import { line, changedPair } from './basic-row.ts'
import type { Row } from './row.ts'

/** Other spellings of the text inside a Basic credential, and of its base64. */
export const BASIC_SPELLINGS: readonly Row[] = [
  ...changedPair('the decoder drops a byte order mark, so one credential has several spellings', {
    'basic.bom': ['a byte order mark before a good credential', (c) => [`\ufeff${c.username}`, c.password]],
  }),
  ...changedPair('users and passwords are normalised before they are compared', {
    'basic.fullwidth': [
      'a good credential in full-width letters',
      (c) => [fullWidth(c.username), fullWidth(c.password)],
    ],
  }),
  ...line('a lenient decoder: one credential has several spellings (docs/semantics.md section 6)', 'unusable', {
    'basic.spare-bits': [
      'a credential whose last base64 character has other spare bits',
      (_b, c) => `Basic ${withSpareBits(`${c.username}:${c.password}`)}`,
    ],
  }),
]

/** Base64 that decodes to the text and is not how it is written; where no bit is to spare, the text is one longer. */
function withSpareBits(text: string): string {
  const padded = base64(Buffer.byteLength(text) % 3 === 0 ? `${text}x` : text)
  const at = padded.indexOf('=') - 1
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const spare = alphabet.charAt(alphabet.indexOf(padded.charAt(at)) + 1)
  return padded.slice(0, at) + spare + padded.slice(at + 1)
}
