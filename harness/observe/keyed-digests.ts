import crypto, { type BinaryToTextEncoding, type Encoding, type Hmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** A keyed digest (RFC 2104) that the application has made. */
export interface KeyedDigest {
  readonly algorithm: string
  readonly message: Buffer
  readonly digest: Buffer
}

/** Notes the keyed digests that `createHmac` makes in this process while something is sent. */
export async function watchKeyedDigests<T>(
  send: () => Promise<T>,
): Promise<{ readonly value: T; readonly made: readonly KeyedDigest[] }> {
  const made: KeyedDigest[] = []
  const { createHmac } = crypto
  crypto.createHmac = (algorithm, key, options) => noting(createHmac(algorithm, key, options), algorithm, made)
  syncBuiltinESMExports()
  try {
    return { value: await send(), made }
  } finally {
    crypto.createHmac = createHmac
    syncBuiltinESMExports()
  }
}

function noting(hmac: Hmac, algorithm: string, made: KeyedDigest[]): Hmac {
  const parts: Buffer[] = []
  const [update, digest] = [hmac.update.bind(hmac), hmac.digest.bind(hmac)]
  const bytesOf = (data: crypto.BinaryLike, encoding?: Encoding): Buffer =>
    typeof data === 'string'
      ? Buffer.from(data, encoding as BufferEncoding)
      : Buffer.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  const noted = {
    update(data: crypto.BinaryLike, encoding?: Encoding): Hmac {
      parts.push(bytesOf(data, encoding))
      update(data as string, encoding as Encoding)
      return hmac
    },
    digest(encoding?: BinaryToTextEncoding): Buffer | string {
      const bytes = digest()
      made.push({ algorithm, message: Buffer.concat(parts), digest: bytes })
      return encoding === undefined ? bytes : bytes.toString(encoding)
    },
  }
  return Object.assign(hmac, noted)
}
