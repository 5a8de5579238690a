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
const session: Credential = { kind: 'carried', isLoggedIn: false }
const loggedIn: Credential = { kind: 'carried', isLoggedIn: true }

const way = (key: string, ...credentials: Credential[]): Way => ({ key, credentials })
const demand = (ways: readonly Way[], more: Partial<Demand> = {}): Demand => ({
  ways,
  isCustom: false,
  isLogin: false,
  ...more,
})
const SAME = 'same-origin'

describe('what a test call carries', () => {
  type Row = readonly [
    what: string,
    demand: Demand,
    way: string | undefined,
    send: readonly Credential[],
    mode: 'same-origin' | 'omit',
  ]
  const table: readonly Row[] = [
    ['public: nothing', demand([]), undefined, [], 'omit'],
    [
      'public and a login: the browser keeps the cookie of the answer',
      demand([], { isLogin: true }),
      undefined,
      [],
      SAME,
    ],
    ['custom: whatever the browser holds', demand([], { isCustom: true }), undefined, [], SAME],
    ['an empty field: nothing', demand([way('A', token(''))]), undefined, [], 'omit'],
    ['a filled field', demand([way('A', token('a'))]), 'A', [token('a')], 'omit'],
    [
      'the first filled of a list',
      demand([way('A', query('')), way('B', header('b')), way('C', token('c'))]),
      'B',
      [header('b')],
      'omit',
    ],
    [
      'the picked one of a list',
      demand([way('A', query('a')), way('B', header('b'))], { picked: 'B' }),
      'B',
      [header('b')],
      'omit',
    ],
    [
      'the picked one is empty: the first filled',
      demand([way('A', query('a')), way('B', header(''))], { picked: 'B' }),
      'A',
      [query('a')],
      'omit',
    ],
    ['a session that is left out', demand([way('S', loggedIn)], { isAlone: true }), undefined, [], 'omit'],
    [
      'a session that is left out, and an alternative that is filled',
      demand([way('S', loggedIn), way('A', query('a'))], { picked: 'S', isAlone: true }),
      'A',
      [query('a')],
      'omit',
    ],
    [
      'a key in a cookie, whatever is left out: the browser adds its own',
      demand([way('A', cookie('a'))], { isAlone: true }),
      'A',
      [cookie('a')],
      SAME,
    ],
    ['a login, whatever is left out', demand([], { isLogin: true, isAlone: true }), undefined, [], SAME],
    ['the picked one is gone', demand([way('A', query('a'))], { picked: 'Z' }), 'A', [query('a')], 'omit'],
    ['all, filled', demand([way('A', token('a'), header('b'))]), 'A', [token('a'), header('b')], 'omit'],
    ['all, half filled: nothing', demand([way('A', token('a'), header(''))]), undefined, [], 'omit'],
    ['optional, empty: nothing', demand([way('A', token('')), way('')]), '', [], 'omit'],
    ['optional, filled', demand([way('A', token('a')), way('')]), 'A', [token('a')], 'omit'],
    ['optional, anonymous picked', demand([way('A', token('a')), way('')], { picked: '' }), '', [], 'omit'],
    ['a session: the browser may hold it', demand([way('S', session)]), 'S', [], SAME],
    [
      'a typed token beats a session that may be',
      demand([way('S', session), way('A', token('a'))]),
      'A',
      [token('a')],
      'omit',
    ],
    ['a session that is, before a typed token', demand([way('S', loggedIn), way('A', token('a'))]), 'S', [], SAME],
    [
      'a typed token before a session that is',
      demand([way('A', token('a')), way('S', loggedIn)]),
      'A',
      [token('a')],
      'omit',
    ],
    [
      'a picked session that may be beats a typed token',
      demand([way('S', session), way('A', token('a'))], { picked: 'S' }),
      'S',
      [],
      SAME,
    ],
    ['a session, if the token is empty', demand([way('A', token('')), way('S', session)]), 'S', [], SAME],
    ['all of a session and a key', demand([way('A', session, header('b'))]), 'A', [header('b')], SAME],
    ['all of a session and an empty key: nothing', demand([way('A', loggedIn, header(''))]), undefined, [], 'omit'],
    ['public, with a cookie among its inputs', demand([], { hasCookie: true }), undefined, [], SAME],
    ['a cookie key', demand([way('C', cookie('c'))]), 'C', [cookie('c')], SAME],
    ['an empty cookie key: the browser may hold one', demand([way('C', cookie(''))]), 'C', [], SAME],
  ]
  for (const [what, given, chosen, send, mode] of table) {
    it(what, () => {
      const { needs: _needs, ...choice } = chooseCredentials(given)
      expect(choice).to.deep.equal({ way: chosen, send, mode })
    })
  }
})

describe('the reason for which cookies cannot be left out', () => {
  const table: readonly (readonly [string, Demand, 'own' | 'answer' | undefined])[] = [
    ['a cookie among the inputs', demand([], { hasCookie: true }), 'own'],
    ['a key in a cookie', demand([way('C', cookie('c'))]), 'own'],
    ['a login', demand([], { isLogin: true }), 'answer'],
    ['none: a session', demand([way('S', loggedIn)]), undefined],
    ['none: a check', demand([], { isCustom: true }), undefined],
    ['none: an empty key in a cookie', demand([way('C', cookie(''))]), undefined],
  ]
  for (const [what, given, needs] of table)
    for (const isAlone of [false, true])
      it(`is ${what}${isAlone ? ', whatever the user wants' : ''}`, () => {
        const choice = chooseCredentials({ ...given, isAlone })
        expect(choice.needs).to.equal(needs)
        if (isAlone && needs === undefined) expect(choice.mode).to.equal('omit')
      })
})
