import { expect } from 'chai'
import { chooseCredentials, type Credential, type Demand, type Way } from './choice.ts'

const token = (value: string): Credential => ({
  kind: 'typed',
  in: 'header',
  name: 'Authorization',
  format: 'bearer',
  value,
})
const header = (value: string): Credential => ({ kind: 'typed', in: 'header', name: 'X-API-Key', value })
const query = (value: string): Credential => ({ kind: 'typed', in: 'query', name: 'api_key', value })
const cookie = (value: string): Credential => ({ kind: 'typed', in: 'cookie', name: 'key', value })
const session: Credential = { kind: 'carried' }

const way = (key: string, ...credentials: Credential[]): Way => ({ key, credentials })
const demand = (ways: readonly Way[], more: Partial<Demand> = {}): Demand => ({
  ways,
  isCustom: false,
  isLogin: false,
  ...more,
})

describe('what a test call carries', () => {
  const table: readonly [what: string, demand: Demand, send: readonly Credential[], mode: 'same-origin' | 'omit'][] = [
    ['public: nothing', demand([]), [], 'omit'],
    [
      'public and a login: the browser keeps the cookie of the answer',
      demand([], { isLogin: true }),
      [],
      'same-origin',
    ],
    ['custom: whatever the browser holds', demand([], { isCustom: true }), [], 'same-origin'],
    ['an empty field: nothing', demand([way('A', token(''))]), [], 'omit'],
    ['a filled field', demand([way('A', token('a'))]), [token('a')], 'omit'],
    [
      'the first filled of a list',
      demand([way('A', query('')), way('B', header('b')), way('C', token('c'))]),
      [header('b')],
      'omit',
    ],
    [
      'the selected one of a list',
      demand([way('A', query('a')), way('B', header('b'))], { selected: 'B' }),
      [header('b')],
      'omit',
    ],
    [
      'the selected one is empty: the first filled',
      demand([way('A', query('a')), way('B', header(''))], { selected: 'B' }),
      [query('a')],
      'omit',
    ],
    ['the selected one belongs elsewhere', demand([way('A', query('a'))], { selected: 'Z' }), [query('a')], 'omit'],
    ['all, filled', demand([way('A', token('a'), header('b'))]), [token('a'), header('b')], 'omit'],
    ['all, half filled: nothing', demand([way('A', token('a'), header(''))]), [], 'omit'],
    ['optional, empty: nothing', demand([way('A', token('')), way('')]), [], 'omit'],
    ['optional, filled', demand([way('A', token('a')), way('')]), [token('a')], 'omit'],
    [
      'optional, though nothing is selected',
      demand([way('A', token('a')), way('')], { selected: '' }),
      [token('a')],
      'omit',
    ],
    ['a session: the browser carries it', demand([way('S', session)]), [], 'same-origin'],
    ['a typed token beats a session', demand([way('S', session), way('A', token('a'))]), [token('a')], 'omit'],
    [
      'a selected session beats a typed token',
      demand([way('S', session), way('A', token('a'))], { selected: 'S' }),
      [],
      'same-origin',
    ],
    ['a session, if the token is empty', demand([way('A', token('')), way('S', session)]), [], 'same-origin'],
    ['all of a session and a key', demand([way('A', session, header('b'))]), [header('b')], 'same-origin'],
    ['a cookie key', demand([way('C', cookie('c'))]), [cookie('c')], 'same-origin'],
    ['an empty cookie key: the browser may hold one', demand([way('C', cookie(''))]), [], 'same-origin'],
  ]
  for (const [what, given, send, mode] of table) {
    it(what, () => {
      expect(chooseCredentials(given)).to.deep.equal({ send, mode })
    })
  }
})
