import { expect } from 'chai'
import { readTarget } from './target.ts'

describe('readTarget', () => {
  const accepted: readonly (readonly [string, string, string])[] = [
    ['/', '/', ''],
    ['/pets?limit=1', '/pets', '?limit=1'],
    ['/pets/a%20b', '/pets/a%20b', ''],
    ['/pets/%C3%BC', '/pets/%C3%BC', ''],
    ['/a;b=1/c,d', '/a;b=1/c,d', ''],
    ['//pets', '//pets', ''],
    ['/.well-known/x', '/.well-known/x', ''],
    ['/a/...', '/a/...', ''],
    ['/a?next=/../b', '/a', '?next=/../b'],
    ['/a?b?c', '/a', '?b?c'],
    ['/a%2520b', '/a%2520b', ''],
  ]
  for (const [target, path, search] of accepted) {
    it(`reads ${target}`, () => expect(readTarget(target)).to.deep.equal({ path, search }))
  }

  const refused = [
    '',
    '*',
    'pets',
    'http://127.0.0.1/pets',
    '/a#b',
    '/a?b#c',
    '/a\\b',
    '/a b',
    '/a/../b',
    '/a/./b',
    '/..',
    '/%2e%2e/b',
    '/%2E/b',
    '/.%2e/b',
    '/a%2fb',
    '/a%5Cb',
    '/a%00',
    '/a%0a',
    '/a%7f',
    '/a%',
    '/a%2',
    '/a%zz',
    '/a\u0000',
    '/a\u00e9',
    '/a"b',
    '/a<b>',
    '/a|b',
    '/a{b}',
    '/a%c0%af',
    '/a%FF',
    '/a%E2%82',
    '/a%ED%A0%80',
  ]
  for (const target of refused) {
    it(`refuses ${JSON.stringify(target)}`, () => expect(readTarget(target)).to.equal(undefined))
  }
})
