import { createHash, hash } from 'node:crypto'

/** A text as Latin-1 carries its UTF-8 bytes: what {@link RequestData} wants for anything beyond ASCII. */
export function utf8Bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Base64 of a text's UTF-8 bytes. */
export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** Control characters as `\\x1b`: what came over the wire must not move the cursor of a terminal. */
export function escapeControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The text in the full-width letters of East Asian fonts, which compatibility normalisation takes for the same. */
export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

/** The text in other letters whose low bytes are its own: whoever keeps one byte of each has it again. */
export function otherHighByte(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0x100))
}

/** `1 route`, `2 routes`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Eight hexadecimal digits that depend on the parts only. */
export function shortHash(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\u0000'), 'hex').slice(0, 8)
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

/** The nearest of some names to a misspelt one, or `undefined` when none is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(2, name.length / 3) ? best.candidate : undefined
}

function rotateIn(character: string, first: number, size: number, step: number): string {
  return String.fromCharCode(first + ((character.charCodeAt(0) - first + 1 + (step % (size - 1))) % size))
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + cost)
    }
    row = next
  }
  return row[b.length] as number
}
