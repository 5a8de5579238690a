import type { Finding } from '../model/verdict.ts'
import { escapeControls } from '../text/controls.ts'
import { shorten } from '../text/shorten.ts'

/** Characters of a body that are shown. */
const LONGEST = 200

/** The beginning of a body, in one line. */
export function excerpt(text: string): string {
  return shorten(escapeControls(text.trim().replace(/\s+/g, ' ')), LONGEST)
}

/** The body that was sent, the differences of a finding, and what was thrown: each with the word that stands before it. */
export function factLines(
  { request: { body = '' }, problems, thrown }: Finding,
  most: number = problems.length,
): readonly (readonly [word: string, text: string])[] {
  return [
    ...(body === '' ? [] : [['body', excerpt(body)] as const]),
    ...problems.slice(0, most).flatMap(
      ({ expected, got }) =>
        [
          ['expected', expected],
          ['got', got],
        ] as const,
    ),
    ...(thrown === undefined ? [] : [['threw', thrown.join(' ')] as const]),
  ]
}

/** The same as lines with a column for the words. */
export function factTexts(finding: Finding): readonly string[] {
  return factLines(finding).map(([word, text]) => `${word.padEnd(10)}${text}`)
}
