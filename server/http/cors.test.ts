import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { Answer } from './answer.ts'
import { toResponse } from './response.ts'
import { checkCors, compileCors, type CorsOptions } from './cors.ts'

const APP = 'https://app.example'

/** A request with these header lines, names in small letters. */
function source(
  method: string,
  lines: Record<string, readonly string[]>,
): { method: string; headerValues(name: string): readonly string[] } {
  return { method, headerValues: (name) => lines[name] ?? [] }
}

/** The grants in the answer to a request of these origins. */
function granted(options: CorsOptions, origins: readonly string[], fields: HeadersInit = {}): Record<string, string> {
  const cors = compileCors(options)
  const asked = source('GET', { origin: origins })
  const own = new Headers({ 'content-type': 'a/b', ...fields })
  const response = toResponse(cors.apply(asked, new Response('x', { headers: own })))
  const answer = cors.apply(asked, new Answer(200, [...own].flat(), 'x'))
  expect([...toResponse(answer).headers]).to.deep.equal([...response.headers])
  return Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-type'))
}

describe('apply', () => {
  const listed: CorsOptions = { origins: [APP, 'http://localhost:3000'] }
  const rows: readonly (readonly [
    what: string,
    options: CorsOptions,
    origins: readonly string[],
    grants: Record<string, string>,
  ])[] = [
    ['grants a listed origin itself', listed, [APP], { 'access-control-allow-origin': APP, vary: 'origin' }],
    ['grants nothing to another', listed, ['https://evil.example'], { vary: 'origin' }],
    ['grants nothing to one that ends alike', listed, ['https://evil-app.example'], { vary: 'origin' }],
    ['grants nothing to one that starts alike', listed, [`${APP}.evil.example`], { vary: 'origin' }],
    ['grants nothing to another scheme', listed, ['http://app.example'], { vary: 'origin' }],
    ['grants nothing to null', listed, ['null'], { vary: 'origin' }],
    ['grants nothing without an origin', listed, [], { vary: 'origin' }],
    ['grants nothing to two origins', listed, [APP, APP], { vary: 'origin' }],
    [
      'grants everybody the same where any may',
      { origins: '*' },
      ['https://evil.example'],
      { 'access-control-allow-origin': '*' },
    ],
    [
      'shares cookies only where that is said',
      { ...listed, credentials: true },
      [APP],
      { 'access-control-allow-origin': APP, 'access-control-allow-credentials': 'true', vary: 'origin' },
    ],
    [
      'names the fields that may be read',
      { ...listed, exposedHeaders: ['etag', 'x-total'] },
      [APP],
      { 'access-control-allow-origin': APP, 'access-control-expose-headers': 'etag, x-total', vary: 'origin' },
    ],
    [
      'shares nothing more with a stranger',
      { ...listed, credentials: true, exposedHeaders: ['etag'] },
      ['https://evil.example'],
      { vary: 'origin' },
    ],
  ]
  for (const [what, options, origins, grants] of rows) {
    it(what, () => expect(granted(options, origins)).to.deep.equal(grants))
  }

  it('keeps what an answer varies by, and says origin once', () => {
    expect([
      granted(listed, [APP], { vary: 'accept' })['vary'],
      granted(listed, [APP], { vary: 'Accept, Origin' })['vary'],
      granted(listed, [APP], { vary: '*' })['vary'],
    ]).to.deep.equal(['accept, origin', 'Accept, Origin', '*'])
  })

  it('keeps status and body', async () => {
    const unauthorized = new Response('body', { status: 401, statusText: 'Unauthorized' })
    const response = toResponse(compileCors(listed).apply(source('GET', {}), unauthorized))
    expect([response.status, response.statusText, await response.text()]).to.deep.equal([401, 'Unauthorized', 'body'])
  })
})

describe('an answer whose length is known', () => {
  const cors = compileCors({ origins: [APP] })

  it('stays one, with each of its lines and its length', () => {
    const challenges = ['www-authenticate', 'A', 'www-authenticate', 'B']
    for (const vary of [[], ['vary', 'accept']]) {
      const answer = cors.apply(
        source('GET', { origin: [APP] }),
        new Answer(401, [...challenges, ...vary], 'no'),
      ) as Answer
      expect(answer.head.slice(0, 4)).to.deep.equal(challenges)
      expect(answer.head.slice(-2)).to.deep.equal(['content-length', '2'])
      expect(answer.head).to.include.members(['vary', 'access-control-allow-origin', APP])
    }
  })
})

describe('a preflight', () => {
  const cors = compileCors({ origins: [APP], headers: ['x-key'], maxAge: 60 })
  const asked = { origin: [APP], 'access-control-request-method': ['PUT'] }

  it('is an OPTIONS with one origin that asks for one method', () => {
    expect([
      cors.isPreflight(source('OPTIONS', asked)),
      cors.isPreflight(source('GET', asked)),
      cors.isPreflight(source('OPTIONS', { origin: [APP] })),
      cors.isPreflight(source('OPTIONS', { 'access-control-request-method': ['PUT'] })),
      cors.isPreflight(source('OPTIONS', { ...asked, origin: [APP, APP] })),
      cors.isPreflight(source('OPTIONS', { ...asked, 'access-control-request-method': ['PUT', 'GET'] })),
    ]).to.deep.equal([true, false, false, false, false, false])
  })

  it('learns what may be sent; another site does not', () => {
    const answer = (origin: string): Record<string, string> =>
      Object.fromEntries(
        toResponse(cors.apply(source('OPTIONS', { ...asked, origin: [origin] }), cors.preflightAnswer('GET, PUT')))
          .headers,
      )
    const vary = 'access-control-request-method, access-control-request-headers, origin'
    expect([answer(APP), answer('https://evil.example')]).to.deep.equal([
      {
        allow: 'GET, PUT',
        'access-control-allow-methods': 'GET, PUT',
        'access-control-allow-headers': 'x-key',
        'access-control-max-age': '60',
        'access-control-allow-origin': APP,
        vary,
      },
      { allow: 'GET, PUT', vary },
    ])
  })
})

describe('checkCors', () => {
  const wrong: readonly unknown[] = [
    null,
    true,
    {},
    { origins: [] },
    { origins: APP },
    { origins: ['null'] },
    { origins: ['*'] },
    { origins: [`${APP}/`] },
    { origins: ['https://*.example'] },
    { origins: '*', credentials: true },
    { origins: [APP], header: [] },
    { origins: [APP], headers: ['a b'] },
    { origins: [APP], exposedHeaders: [''] },
    { origins: [APP], maxAge: -1 },
    { origins: [APP], maxAge: 1.5 },
  ]
  for (const options of wrong) {
    it(`refuses ${JSON.stringify(options)}`, () =>
      expect(() => checkCors(options, undefined)).to.throw(LoadError, 'cors'))
  }

  it('takes what a browser can do something with', () => {
    for (const options of [{ origins: '*' }, { origins: [APP], credentials: true, headers: ['x-key'], maxAge: 0 }]) {
      expect(() => checkCors(options, undefined)).to.not.throw()
    }
  })
})
