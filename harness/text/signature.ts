import { splitSignature } from './split-signature.ts'

/**
 * The bytes of a signature as its reader has them, which is written in hexadecimal or base64 behind a name such as
 * `sha256=`: decoders pass over the case of digits, padding, and what follows the last digit.
 */
function decodeSignature(text: string, isHex: boolean): string {
  const digits = text.trim().replace(NAME, '')
  return isHex
    ? (/^(?:[\da-f]{2})*/i.exec(digits)?.[0] ?? '').toLowerCase()
    : Buffer.from(digits, 'base64').toString('hex')
}

/** Whether two texts are one signature, of which the first is written as its sender writes it. */
export function isSameSignature(good: string, other: string): boolean {
  const [own, given] = [splitSignature(good), splitSignature(other)]
  // Members such as `t=1,v1=signature`: the last is the signature, and the others are as they are, behind any that a reader passes over.
  if (own?.separator.endsWith('='))
    return given?.payload.endsWith(own.payload) === true && isSameSignature(own.signature, given.signature)
  const digits = good.replace(NAME, '')
  const isHex = /^(?:[\da-f]{2})+$/i.test(digits)
  return decodeSignature(good, isHex) === decodeSignature(other, isHex)
}

/** `sha256=`, and any other text before the first equals sign that is not padding. */
const NAME = /^[^=]{1,32}=(?=[^=])/
