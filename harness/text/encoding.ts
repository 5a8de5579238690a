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
 * so it must not lead back to a secret: how far each character moves is drawn from a hash of the whole.
 */
export function rotateText(text: string): string {
  const steps = createHash('sha512').update(text).digest()
  let at = 0
  return text.replace(/[a-z]|[A-Z]|\d|[^]/gu, (character) => {
    const step = steps[at++ % steps.length] as number
    if (/[a-z]/.test(character)) return rotateIn(character, 97, 26, step)
    if (/[A-Z]/.test(character)) return rotateIn(character, 65, 26, step)
    if (/\d/.test(character)) return rotateIn(character, 48, 10, step)
    return character
  })
}

function rotateIn(character: string, first: number, size: number, step: number): string {
  return String.fromCharCode(first + ((character.charCodeAt(0) - first + 1 + (step % (size - 1))) % size))
}

/** The text with its percent escapes decoded; as it is if they are broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
