import { expect } from 'chai'
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

  it('tells an absent field', () => expect(parseMediaType(null)).to.equal(undefined))

  it('takes linear time', () => {
    const started = performance.now()
    for (const field of [
      `a/b${';'.repeat(1_000_000)}`,
      `a/b;c="${'\\'.repeat(1_000_000)}`,
      `a/b${' '.repeat(1_000_000)}x`,
    ]) {
      parseMediaType(field)
    }
    expect(performance.now() - started).to.be.below(2_000)
  })
})
