import type { Finding } from '../model/verdict.ts'

/** The differences of a finding, and what was thrown: each with the word that stands before it. */
export function factLines(
  { problems, thrown }: Finding,
  most: number = problems.length,
): readonly (readonly [word: string, text: string])[] {
  return [
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
