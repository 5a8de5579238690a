import { expect } from 'chai'
import { namesOf } from '../base/option-names.ts'
import { LoadError } from '../base/errors.ts'
import { checkOptionNames } from './option-checks.ts'
import { type ApiOptions, readSettings } from './settings.ts'

const MAX_TIMER = 2_147_483_647

describe('readSettings', () => {
  it('puts every default in its place (promise 19, semantics 5)', () => {
    expect(readSettings({}, undefined)).to.deep.equal({
      title: 'api',
      version: '0.0.0',
      description: undefined,
      csrf: undefined,
      trustedOrigins: [],
      trustProxy: [],
      publicUrl: undefined,
      docs: {},
      offersDocs: false,
      limits: {
        headers: 16 * 1_024,
        target: 8 * 1_024,
        body: 1_024 * 1_024,
        formFields: 100,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
      },
      allowedHosts: undefined,
      cors: undefined,
      throttle: undefined,
      authTimeout: 10_000,
      validationMessages: 'own',
    })
  })

  it('keeps what is said, and the defaults of the limits that are not', () => {
    const said = {
      title: 'Pets',
      version: '1.0.0',
      description: 'd',
      csrf: false,
      trustedOrigins: ['https://app.example', 'http://localhost:3000'],
      trustProxy: ['10.0.0.1'],
      publicUrl: 'https://api.example',
      docs: false,
      allowedHosts: ['api.example'],
      cors: { origins: '*' },
      throttle: { failures: 5, window: 60 },
      authTimeout: MAX_TIMER,
      validationMessages: 'validator',
    } as const
    const limits = { ...readSettings({}, undefined).limits, body: 1 }
    expect(readSettings({ ...said, limits: { body: 1 } }, undefined)).to.deep.equal({
      ...said,
      limits,
      offersDocs: false,
    })
  })

  it('has the page in a build where the options set docs, and not where they turn it off', () => {
    const offers = (docs?: ApiOptions['docs']): boolean =>
      readSettings(docs === undefined ? {} : { docs }, undefined).offersDocs
    expect([offers(), offers(false), offers({})]).to.deep.equal([false, false, true])
  })

  const wrong: readonly (readonly [what: string, options: object, message: RegExp])[] = [
    ['a misspelt option', { atuh: null }, /^SvcAPI has no option "atuh"\. Did you mean "auth"\?$/],
    ['an unknown option', { wholly: 1 }, /^SvcAPI has no option "wholly"\. Options are title, version,/],
    ['a misspelt limit', { limits: { bodi: 1 } }, /^limits has no option "bodi"\. Did you mean "body"\?$/],
    [
      'a misspelt session option',
      { sessions: { secret: [] } },
      /^sessions has no option "secret"\. Did you mean "secrets"\?$/,
    ],
    [
      'a login of the docs that names no route',
      { docs: { login: '/login' } },
      /^docs: \{ login \} must name a route as svc routes prints it; got "\/login"\. Write 'POST \/login', without the base\.$/,
    ],
    ['a misspelt option of the docs', { docs: { auht: null } }, /^docs has no option "auht"\. Did you mean "auth"\?$/],
    ['a limit of nothing', { limits: { body: 0 } }, /^body must be a whole number above 0; got 0\.$/],
    ['half a byte', { limits: { body: 0.5 } }, /^body must be a whole number above 0; got 0\.5\.$/],
    ['a limit in words', { limits: { body: '1mb' } }, /^body must be a whole number above 0; got 1mb\.$/],
    ['no number', { authTimeout: Number.NaN }, /^authTimeout must be a whole number above 0; got NaN\.$/],
    ['no end', { authTimeout: Infinity }, /^authTimeout must be a whole number above 0; got Infinity\.$/],
    [
      'more than a timer keeps',
      { limits: { requestTimeout: MAX_TIMER + 1 } },
      /^requestTimeout must be a whole number/,
    ],
    ['an origin with a path', { publicUrl: 'https://api.example/' }, /^"https:\/\/api\.example\/" is not an origin/],
    [
      'an origin without a scheme',
      { trustedOrigins: ['app.example'] },
      /is not an origin .* Write "https:\/\/app\.example"\.$/,
    ],
    ['an origin with a wildcard', { trustedOrigins: ['https://*.example'] }, /has a wildcard, .* Name every origin/],
    ['the origin null', { trustedOrigins: ['null'] }, /^"null" is not an origin/],
    ['hosts with a scheme', { allowedHosts: ['https://a.example'] }, /^allowedHosts must list host names/],
    ['cookies for everybody', { cors: { origins: '*', credentials: true } }, /credentials cannot be shared/],
    ['a throttle without a window', { throttle: { failures: 5 } }, /^throttle must be \{ failures, window \}/],
  ]
  for (const [what, options, message] of wrong) {
    it(`refuses ${what}`, () => expect(() => readSettings(options, undefined)).to.throw(LoadError, message))
  }

  it('says where', () => {
    expect(() => readSettings({ title: 'x', atuh: null } as ApiOptions, { file: 'svc.config.ts', line: 4 })).to.throw(
      /^svc\.config\.ts:4 {2}SvcAPI has no option/,
    )
  })
})

describe('checkOptionNames', () => {
  it('takes an option under its own name only', () => {
    const check = (options: object) => () =>
      checkOptionNames(options, namesOf<{ auth: 1; tags: 1 }>({ auth: 1, tags: 1 }), 'Router', undefined)
    expect(check({ auth: undefined, tags: [] })).to.not.throw()
    expect(check({ Auth: null })).to.throw('Router has no option "Auth". Did you mean "auth"?')
    expect(check({ toString: 1 })).to.throw('Router has no option "toString"')
  })
})
