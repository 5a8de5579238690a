import { rotateText } from './encoding.ts'

/**
 * A token as its reader has it: the last part of a JSON Web Token (RFC 7519) is bytes in base64url, whose last character
 * may have bits to spare.
 */
export function decodeToken(token: string): string {
  const parts = /^([\w-]+\.[\w-]+\.)([\w-]+)$/.exec(token)
  return parts === null ? token : `${parts[1]}${Buffer.from(parts[2] as string, 'base64url').toString('hex')}`
}

/** The text with another last character, which also means something else. */
export function withOtherEnd(text: string): string {
  const [start, end] = [text.slice(0, -1), text.slice(-1)]
  const others = [rotateText(end), 'A', 'Q', 'g', 'w'].map((other) => start + other)
  return others.find((other) => decodeToken(other) !== decodeToken(text)) ?? others[0] ?? ''
}
