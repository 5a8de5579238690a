import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { jwt } from 'svc/identity'
import { bearer } from 'svc/security'

const CLIENT = { clientId: 'page' }
const issuedBy = (issuer: string, flows?: object) =>
  jwt({ issuer, audience: 'pets', name: new URL(issuer).hostname, ...(flows ? { flows: flows as never } : {}) })
const ONE = issuedBy('https://one.example')
const TWO = issuedBy('https://two.example')
const TOKEN = bearer((_, token) => token, { name: 'Token' })

/** The problem of an API with this client, at load. */
function problemOf(oauth: unknown, ...auth: readonly object[]): string | undefined {
  try {
    const api = new SvcAPI({ title: 'Pets', docs: { oauth: oauth as never } })
    for (const [index, one] of auth.entries()) api.get(`/${index}`, { auth: one as typeof TOKEN }, () => 1)
    api.nodeHandler()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('docs: { oauth }', () => {
  const wrong: readonly (readonly [what: string, oauth: unknown, problem: RegExp])[] = [
    ['nothing', undefined, /names a client at a provider\. Write \{ clientId: 'pets-page' \}/],
    ['a text', 'page', /names a client at a provider/],
    ['no clientId', {}, /needs clientId/],
    ['an empty clientId', { clientId: '' }, /needs clientId/],
    ['an unset secret', { ...CLIENT, clientSecret: undefined }, /clientSecret that is undefined, .* Set it, or leave/],
    ['an empty secret', { ...CLIENT, clientSecret: '' }, /clientSecret that is empty/],
    ['a list of scopes', { ...CLIENT, scope: ['a'] }, /scope that is not a text/],
    [
      'a misspelt option',
      { ...CLIENT, clientSecrets: 'x' },
      /no option "clientSecrets"\. Did you mean "clientSecret"\?/,
    ],
    ['parameters of each login', { ...CLIENT, parameters: { state: 'x' } }, /may not say state/],
    ['parameters of other types', { ...CLIENT, parameters: { a: 1 } }, /parameters as an object of texts/],
    [
      'another issuer',
      { ...CLIENT, issuer: 'https://other.example' },
      /"https:\/\/other\.example", of which no operation/,
    ],
  ]
  for (const [what, oauth, problem] of wrong) {
    it(`is refused with ${what}, where it stands`, () => {
      const message = problemOf(oauth, ONE)
      expect(message).to.match(problem)
      expect(message).to.match(/oauth-clients\.test\.ts:\d+ /)
    })
  }

  it('is refused where no operation takes tokens of a provider', () => {
    expect(problemOf(CLIENT, TOKEN)).to.match(/no operation takes tokens of a provider\. Declare jwt\(\{ issuer/)
    const own = jwt({ issuer: 'pets', audience: 'pets', secret: crypto.randomUUID() })
    expect(problemOf(CLIENT, own)).to.match(/no operation takes tokens/)
  })

  it('asks nothing of a copy for tests, which may hold other operations', () => {
    const api = new SvcAPI({ title: 'Pets', docs: { oauth: CLIENT } })
    api.get('/pets', { auth: ONE }, () => 1)
    expect(() => api.withOperations([]).nodeHandler()).to.not.throw()
  })

  it('must say which of two providers', () => {
    expect(problemOf(CLIENT, ONE, TWO)).to.match(/issuer is one of "https:\/\/one\.example", "https:\/\/two\.example"/)
    expect(problemOf({ ...CLIENT, issuer: 'https://two.example' }, ONE, TWO)).to.equal(undefined)
  })

  it('waits for a provider where there is the issuer for development', () => {
    expect(problemOf(CLIENT, jwt({ issuer: 'dev', audience: 'pets' }))).to.equal(undefined)
  })

  const flowsOf = (tokenUrl: string): object => issuedBy('https://one.example', { password: { tokenUrl, scopes: {} } })
  for (const tokenUrl of ['http://evil.example/token', '//evil.example/token', 'ftp://one.example/']) {
    it(`sends no password to ${tokenUrl}`, () => {
      expect(problemOf(CLIENT, flowsOf(tokenUrl))).to.match(/cannot use the flow password of .*not an address of https/)
    })
  }
  for (const tokenUrl of ['https://one.example/token', 'http://localhost:4000/token', '/token', 'login']) {
    it(`takes ${tokenUrl}`, () => {
      expect(problemOf(CLIENT, flowsOf(tokenUrl))).to.equal(undefined)
    })
  }
})
