import { expect } from 'chai'
import { readKinds } from './kinds.ts'

describe('readKinds', () => {
  const cases: readonly { readonly text: string; readonly kinds: readonly string[] | RegExp }[] = [
    { text: 'bearer', kinds: ['bearer'] },
    { text: 'session, bearer', kinds: ['bearer', 'session'] },
    { text: 'key key bearer,session', kinds: ['bearer', 'key', 'session'] },
    {
      text: 'bearer,cookie',
      kinds: /^--auth takes bearer, key, session, jwt, oidc, separated by commas; got "cookie"\.$/,
    },
    { text: ' ', kinds: /; got " "\.$/ },
  ]
  for (const { text, kinds } of cases) {
    it(`reads ${JSON.stringify(text)}`, () => {
      if (kinds instanceof RegExp) expect(() => readKinds(text)).to.throw(kinds)
      else expect(readKinds(text)).to.deep.equal(kinds)
    })
  }
})
