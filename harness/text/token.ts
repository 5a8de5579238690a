import { rotateText } from './encoding.ts'
import { type Json, parseObject } from './json.ts'

/**
 * A token as its reader has it: the last part of a JSON Web Token (RFC 7519) is bytes in base64url, whose last character
 * may have bits to spare. So is the signature of other tokens, which is as long as a hash.
 */
export function decodeToken(token: string): string {
  const parts = /^([\w-]+\.[\w-]+\.)(\S+)$/.exec(token) ?? /^(.+\.)((?:[\w+/=-]|[^!-~]){26,})$/.exec(token)
  if (parts === null) return token
  // Most decoders pass over what is not of the alphabet.
  const signature = (parts[2] as string).replaceAll(/[^\w+/-]/g, '')
  return `${parts[1]}${Buffer.from(signature, 'base64url').toString('hex')}`
}

/**
 * Whether two tokens carry claims that differ in more than who has them and when: one issuer made them for two purposes.
 */
export function haveTwoPurposes(token: string, other: string): boolean {
  const [claims, others] = [readClaims(token), readClaims(other)]
  if (claims === undefined || others === undefined) return false
  const names = [...new Set([...Object.keys(claims), ...Object.keys(others)])]
  return names.some((name) => {
    if (PURPOSE.test(name)) return JSON.stringify(claims[name]) !== JSON.stringify(others[name])
    return !Object.hasOwn(claims, name) || !Object.hasOwn(others, name)
  })
}

const PURPOSE = /^(?:aud|iss|typ|type|token_?(?:use|type)|use|kind|purpose|scope|scp)$/i

/** The claims of a signed token, which every client can read: the last part in JSON before the signature (RFC 7519); `undefined` for other texts. */
export function readClaims(token: string): Json | undefined {
  const parts = token.split('.').slice(0, -1)
  return parts.map((part) => parseObject(Buffer.from(part, 'base64url').toString('utf8'))).findLast((found) => found)
}

/** The year 5138 in seconds: a larger time is in milliseconds, which some servers write and read. */
export const MILLISECONDS = 1e11

/** The header of a JSON Web Token in its compact form; `undefined` for other texts. */
export function readHeader(token: string): Json | undefined {
  const first = /^(eyJ[\w-]+)\.[\w-]+\.[\w-]+$/.exec(token)?.[1]
  return first === undefined ? undefined : parseObject(Buffer.from(first, 'base64url').toString('utf8'))
}

/** Whether a space behind a token is nothing to its reader. */
export function isReadWithSpace(token: string): boolean {
  return decodeToken(`${token} `) === decodeToken(token)
}

/** Another token of the same form: of a JSON Web Token only the signature is another, and a word before it (`Token eyJ…`) stays. */
export function withOtherSecret(text: string): string {
  const [, word = ''] = /^([A-Za-z][\w-]* )\S+$/.exec(text) ?? []
  const token = text.slice(word.length)
  const parts = /^([\w-]+\.[\w-]+\.)([\w-]+)$/.exec(token)
  return `${word}${parts === null ? rotateText(token) : `${parts[1]}${rotateText(parts[2] as string)}`}`
}

/** The text with another last character, which also means something else. */
export function withOtherEnd(text: string): string {
  const [start, end] = [text.slice(0, -1), text.slice(-1)]
  const isBase64 = BASE64.test(text)
  // These leave no bit to spare set, whatever the length.
  const others = [...(isBase64 || decodeToken(text) !== text ? [] : [rotateText(end)]), 'A', 'Q', 'g', 'w']
  const differs = isBase64
    ? (other: string): boolean => leadingBits(other) !== leadingBits(end)
    : (other: string): boolean => decodeToken(start + other) !== decodeToken(text)
  return start + (others.find(differs) ?? others[0] ?? '')
}

/** A text that ends in bytes as base64 writes them, such as a signature: neither a number nor hexadecimal. */
const BASE64 = /(?=[\w+/-]*[g-zG-Z])[\w+/-]{16,}$/

/** The two bits of a last character of base64 that are never to spare. */
function leadingBits(character: string): number {
  return (Buffer.from(`${character}A`, 'base64')[0] as number) >> 6
}
