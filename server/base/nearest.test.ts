import { expect } from 'chai'
import { findNearest } from './nearest.ts'

describe('the word that was meant', () => {
  const words: readonly (readonly [word: string, candidates: readonly string[], meant: string | undefined])[] = [
    ['auht', ['body', 'auth', 'tags'], 'auth'],
    ['AUTH', ['auth'], 'auth'],
    ['auth', ['AUTH'], 'AUTH'],
    ['aut', ['auth'], 'auth'],
    ['auuth', ['auth'], 'auth'],
    ['a', ['abc'], 'abc'],
    ['a', ['abcd'], undefined],
    ['trustProxi_', ['trustedOrigins', 'trustProxy'], 'trustProxy'],
    ['operatoinIdxx', ['operationId'], 'operationId'],
    // Two neighbours exchanged are one edit; letters that only look like it are not.
    ['uaht', ['auth'], 'auth'],
    ['hatu', ['auth'], undefined],
    ['gast', ['tags'], undefined],
    // The first of equals.
    ['tag', ['tags', 'tagx'], 'tags'],
    ['', [], undefined],
  ]
  for (const [word, candidates, meant] of words) {
    it(`by ${JSON.stringify(word)} among ${candidates.join(', ') || 'none'} is ${meant ?? 'none of them'}`, () => {
      expect(findNearest(word, candidates)).to.equal(meant)
    })
  }
})
