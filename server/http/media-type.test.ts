import { expect } from 'chai'
import { growthOf, LINEAR } from '../../fixtures/test-time.ts'
import { parseMediaType } from './media-type.ts'

describe('parseMediaType', () => {
  const readable: readonly (readonly [field: string, essence: string, parameters: Readonly<Record<string, string>>])[] =
    [
      ['application/json', 'application/json', {}],
      ['Application/JSON ; Charset=UTF-8', 'application/json', { charset: 'UTF-8' }],
      ['a/b;c=d;e="f;g=\\"h"', 'a/b', { c: 'd', e: 'f;g="h' }],
      ['a/b;', 'a/b', {}],
      ['a/b; ; c=d', 'a/b', { c: 'd' }],
      ['a/b;c=""', 'a/b', { c: '' }],
      ['a/vnd.c+json', 'a/vnd.c+json', {}],
    ]
  for (const [field, essence, parameters] of readable) {
    it(`reads ${field}`, () => {
      const type = parseMediaType(field)
      expect([type?.essence, Object.fromEntries(type?.parameters ?? [])]).to.deep.equal([essence, parameters])
    })
  }

  const unreadable = [
    '',
    'json',
    '/json',
    'a/',
    'a /b',
    'a/b c',
    'a/b, c/d',
    'a/b;c',
    'a/b;c=',
    'a/b;c=d e',
    'a/b;c="d',
    'a/b;c=d;C=e',
  ]
  for (const field of unreadable) {
    it(`does not read ${JSON.stringify(field)}`, () => {
      expect(parseMediaType(field)).to.deep.equal({ essence: '', parameters: new Map() })
    })
  }

  it('returns undefined for an absent field', () => expect(parseMediaType(null)).to.equal(undefined))

  it('takes linear time', () => {
    for (const fieldOf of [
      (count: number) => `a/b${';'.repeat(count)}`,
      (count: number) => `a/b;c="${'\\'.repeat(count)}`,
      (count: number) => `a/b${' '.repeat(count)}x`,
    ]) {
      expect(growthOf((count) => parseMediaType(fieldOf(count)), 131_072)).to.be.below(LINEAR)
    }
  })
})
