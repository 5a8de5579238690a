import { expect } from 'chai'
import { cookieRefusal, plantCookies } from './cookie-jar.ts'

/** A document that notes every assignment. */
function createStore(): { readonly written: string[]; cookie: string } {
  const written: string[] = []
  return {
    written,
    get cookie() {
      return ''
    },
    set cookie(text) {
      written.push(text)
    },
  }
}

describe('cookies for one call', () => {
  it('sets them on the exact path and removes them again', () => {
    const store = createStore()
    const uproot = plantCookies([{ name: 'key', value: 'a=b/c' }], new URL('http://localhost/api/a%3Bb?x=1'), store)
    uproot()
    expect(store.written).to.deep.equal([
      'key=a=b/c; Path=/api/a%3Bb; SameSite=Strict; Max-Age=60',
      'key=; Path=/api/a%3Bb; SameSite=Strict; Max-Age=0',
    ])
  })

  it('marks them as secure where the page is', () => {
    const store = createStore()
    plantCookies([{ name: 'key', value: 'v' }], new URL('https://api.example/x'), store)
    expect(store.written).to.deep.equal(['key=v; Path=/x; SameSite=Strict; Secure; Max-Age=60'])
  })

  for (const value of ['a;b', 'a b', 'a"b', 'a,b', String.raw`a\b`, 'é', 'a\nb', '\u007f']) {
    it(`refuses ${JSON.stringify(value)} and sets nothing`, () => {
      const store = createStore()
      const cookies = [
        { name: 'fine', value: 'v' },
        { name: 'key', value },
      ]
      expect(() => plantCookies(cookies, new URL('http://localhost/'), store)).to.throw(
        'The value for the cookie "key"',
      )
      expect(store.written).to.deep.equal([])
    })
  }

  it('refuses one of more than 4096 octets with its name, which a browser would leave out unsaid', () => {
    expect(cookieRefusal('key', 'v'.repeat(4093))).to.equal(undefined)
    expect(cookieRefusal('key', 'v'.repeat(4094))).to.equal(
      'The cookie "key" cannot be sent: with its name it has 4097 octets, and browsers take no cookie of more than 4096.',
    )
  })

  it('refuses a name that is not a token', () => {
    expect(() => plantCookies([{ name: 'a=b', value: 'v' }], new URL('http://localhost/'), createStore())).to.throw(
      '"a=b"',
    )
  })
})
