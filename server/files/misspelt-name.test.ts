import { expect } from 'chai'
import { isLikeMiddleware, likenessOf } from './misspelt-name.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  twin: [
    '__auth.ts',
    '_Auth.ts',
    '_AUTH.ts',
    '_auht.ts',
    '_atuh.js',
    '-auth.ts',
    '_auth_.ts',
    '_au-th.ts',
    '_auth.TS',
    '_auth.tsx',
    '_auth.jsx',
    '_auth.cts',
    '_auth.cjs',
    // Blanks, and characters that no editor shows.
    '_auth.ts ',
    '_auth .ts',
    ' _auth.ts',
    '_auth.ts\u00A0',
    '_au\u200Bth.ts',
    '_auth.ts\t',
    '\uFEFF_auth.ts',
    '_a\u00ADuth.ts',
    // Cyrillic, Greek, Armenian, full width, accents.
    '_\u0430uth.ts',
    '_au\u0442h.ts',
    '_aut\u04BB.ts',
    '_\u03B1uth.ts',
    '_a\u057Dth.ts',
    '_\uFF41uth.ts',
    '\uFF3Fauth.ts',
    '_\u00E1uth.ts',
    '_auth.t\u0455',
    '_auth\u2024ts',
  ],
  copy: [
    '_auth',
    '__auth',
    '_Auth',
    '_auth.',
    '_auth.txt',
    '_auth.ts.bak',
    '_auth.ts~',
    '_auth.json',
    '_auth.ts.txt',
    '_auth.ts___jb_tmp___',
  ],
  near: [
    '_authentication.ts',
    '_authorization.ts',
    '_authz.mts',
    '_auths.ts',
    '_aut.ts',
    '_ath.ts',
    '_aauth.ts',
    '_auyh.ts',
    '_oauth.ts',
    '_auto.ts',
    '_authz.ts',
    '_auth2.ts',
    '_authh.mjs',
  ],
  bare: ['auth.ts', 'Auth.ts', 'auht.ts', 'auths.ts', '\u0430uth.ts', 'auth.mjs', 'oauth.ts'],
  honest: [
    '_auth.ts',
    '_auth.mts',
    '_auth.js',
    '_auth.mjs',
    '_auth.test.ts',
    '_auth.spec.js',
    '_auth.d.ts',
    '_authors.ts',
    '_author.ts',
    '_users.ts',
    '_path.ts',
    '_math.ts',
    '_both.ts',
    '_a.ts',
    '_.ts',
    '_utils.ts',
    'authors.ts',
    'users.ts',
    'index.ts',
    '[id].ts',
    'auth.md',
    'author.ts',
    'th.ts',
    '_middleware.ts',
    '._auth.ts',
    '._auth.ts.swp',
    '.#_auth.ts',
    '#_auth.ts#',
    '_\u0434\u0430\u0442\u0430.ts',
  ],
}

describe('likenessOf', () => {
  for (const [likeness, names] of Object.entries(NAMES)) {
    it(`finds ${likeness}: ${names.length} names`, () => {
      const expected = likeness === 'honest' ? undefined : likeness
      expect(names.map((name) => [name, likenessOf(name)])).to.deep.equal(names.map((name) => [name, expected]))
    })
  }
})

describe('isLikeMiddleware', () => {
  const names: Readonly<Record<'yes' | 'alone' | 'no', readonly string[]>> = {
    yes: [
      '__middleware.ts',
      '_Middleware.ts',
      '_MIDDLEWARE.ts',
      '-middleware.ts',
      '_middle-ware.ts',
      '_middle_ware.ts',
      '_midlleware.ts',
      '_middlewrae.ts',
      '_middlewares.ts',
      '_midleware.ts',
      '_middlewere.ts',
      '_middleware.tsx',
      '_middleware.cts',
      '_middleware.ts ',
      '_middle\u200Bware.ts',
      '_m\u0456ddleware.ts',
      '_middl\u0435ware.ts',
      '_midd\u04CFeware.ts',
    ],
    alone: ['_middleware', '_middleware.ts.bak', '_middleware.json'],
    no: [
      '_middleware.ts',
      '_middleware.mjs',
      '_middleware.test.ts',
      'middleware.ts',
      '_middle.ts',
      '_software.ts',
      '_ware.ts',
    ],
  }
  for (const [when, list] of Object.entries(names)) {
    it(`is ${when} for each of ${list.length} names`, () => {
      const expected = [when === 'yes', when !== 'no']
      const found = list.map((name) => [name, isLikeMiddleware(name, false), isLikeMiddleware(name, true)])
      expect(found).to.deep.equal(list.map((name) => [name, ...expected]))
    })
  }
})
