import { hash } from 'node:crypto'

/** Eight hexadecimal digits that depend on the parts only. */
export function shortHash(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\u0000'), 'hex').slice(0, 8)
}

const ALGORITHMS = ['sha256', 'sha512', 'sha1', 'sha384', 'md5'] as const
const ENCODINGS = ['hex', 'base64', 'base64url'] as const

/** Whether a text is a digest of a body, as `Content-Digest` has it (RFC 9530), or alone. @param body as latin1 */
export function isDigestOf(body: string, text: string): boolean {
  const bytes = Buffer.from(body, 'latin1')
  const bare = text
    .trim()
    .replace(/^(?:(?:sha|md)-?\d+|digest)=/i, '')
    .replace(/^:(.*):$/, '$1')
  return ALGORITHMS.some((algorithm) =>
    ENCODINGS.some((encoding) => {
      const digest = hash(algorithm, bytes, encoding)
      return (encoding === 'hex' ? bare.toLowerCase() : bare) === digest
    }),
  )
}
