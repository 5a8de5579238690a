import { createHash } from 'node:crypto'

/** A text as Latin-1 carries its UTF-8 bytes: what {@link RequestData} wants for anything beyond ASCII. */
export function utf8Bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Base64 of a text's UTF-8 bytes. */
export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** The text in capitals, or in small letters where it is in capitals. */
export function otherCase(text: string): string {
  const upper = text.toUpperCase()
  return upper === text ? text.toLowerCase() : upper
}

/** The text with its first character percent-encoded, needed or not. */
export function escapeFirst(text: string): string {
  return `%${text.charCodeAt(0).toString(16).padStart(2, '0')}${text.slice(1)}`
}

/** The text in the full-width letters of East Asian fonts, which compatibility normalisation takes for the same. */
export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

/** The text in other letters whose low bytes are its own: keeping one byte of each gives the text again. */
export function otherHighByte(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0x100))
}

/**
 * Another text of the same length and the same classes of characters, different at every place. It is shown in reports,
 * so it must not lead back to a secret: how far each character moves is drawn from a hash of the whole. What is bytes in
 * base64 stays so (RFC 4648 section 3.5): some decoders refuse bits to spare in words of their own.
 */
export function rotateText(text: string): string {
  const steps = createHash('sha512').update(text).digest()
  const ends = base64Ends(text)
  let at = 0
  return text.replace(/[a-z]|[A-Z]|\d|[^]/gu, (character, place: number) => {
    const step = steps[at++ % steps.length] as number
    const letters = CLASSES.find((one) => one.includes(character))
    if (letters === undefined) return character
    const ending = ends.get(place) ?? letters
    return rotateIn(
      letters.replace(/[^]/g, (one) => (ending.includes(one) ? one : '')),
      character,
      step,
    )
  })
}

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const

/** The last characters of base64 that leave no bit to spare set, by the number of characters modulo four. */
const LAST: readonly (string | undefined)[] = [undefined, undefined, 'AQgw', 'AEIMQUYcgkosw048']

/** Where bytes in base64 end in a text, with the characters that may stand there. */
function base64Ends(text: string): ReadonlyMap<number, string> {
  const found = [...text.matchAll(/[\w+/-]{16,}/g)].flatMap(({ index, 0: { length } }) => {
    const at = index + length - 1
    const last = LAST[length % 4]
    return last?.includes(text.charAt(at)) ? [[at, last] as const] : []
  })
  return new Map(found)
}

function rotateIn(characters: string, character: string, step: number): string {
  const { length } = characters
  return characters.charAt((characters.indexOf(character) + 1 + (step % (length - 1))) % length)
}

/** The text with its percent escapes decoded; as it is if they are broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The same; empty if they are broken. */
export function decodedOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
