import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { LoadError } from '../base/errors.ts'
import type { SessionUser } from '../base/registry.ts'
import { type SessionOptions, Sessions } from './sessions.ts'

const NEW_SECRET = 'the newest secret of 32 characters and more'
const OLD_SECRET = 'the older secret of 32 characters and more'
const ANN: SessionUser = { name: 'ann' }

const isValid = async (sessions: Sessions, cookie: string): Promise<boolean> =>
  (await sessions.find(cookie)) !== undefined

describe('secrets of sessions', () => {
  const variable = process.env['SVC_SESSION_SECRET']
  const setVariable = (value: string | undefined): void => {
    if (value === undefined) delete process.env['SVC_SESSION_SECRET']
    else process.env['SVC_SESSION_SECRET'] = value
  }
  beforeEach(() => setVariable(undefined))
  after(() => setVariable(variable))

  const bare = (options: SessionOptions & { ephemeral?: boolean } = {}): Sessions =>
    new Sessions({ store: createStorage(), ...options }, true)
  const MISSING =
    'Sessions are used, but there is no secret for them. Set SVC_SESSION_SECRET to 32 random characters or more, such as `openssl rand -base64 32` prints.'

  it('come from SVC_SESSION_SECRET, newest first', async () => {
    setVariable(`${NEW_SECRET}, ${OLD_SECRET}\n`)
    const sessions = bare()
    expect(sessions.available).to.equal(true)
    const reader = bare({ secrets: [NEW_SECRET] })
    expect(await isValid(reader, await sessions.seal(ANN))).to.equal(true)
    expect(await isValid(sessions, await sessions.seal(ANN, { secret: OLD_SECRET }))).to.equal(true)
  })

  it('come from the options rather than from there', async () => {
    setVariable(OLD_SECRET)
    expect(await isValid(bare({ secrets: [NEW_SECRET] }), await bare({ secrets: [NEW_SECRET] }).seal(ANN))).to.equal(
      true,
    )
  })

  it('are missed at load, with the place that needs them', async () => {
    const sessions = bare()
    expect(sessions.available).to.equal(false)
    expect(() => sessions.requireSecret({ file: 'routes/pets.ts', line: 4 })).to.throw(
      LoadError,
      `routes/pets.ts:4  ${MISSING}`,
    )
    for (const attempt of [sessions.start(ANN), sessions.seal(ANN), Promise.resolve().then(() => sessions.find('x'))]) {
      expect(await attempt.catch((error: unknown) => error))
        .to.be.instanceOf(LoadError)
        .with.property('message', MISSING)
    }
  })

  it('are refused where they are too short, at the latest at load', () => {
    expect(() => bare({ secrets: ['short-canary'] }))
      .to.throw(LoadError)
      .with.property('message')
      .that.does.not.include('canary')
    setVariable(`${NEW_SECRET},`)
    expect(() => bare().requireSecret()).to.throw(LoadError, 'Session secret 2 of 2 is shorter than 32 characters.')
  })

  it('may be ephemeral, where that is asked for', async () => {
    const sessions = bare({ ephemeral: true })
    expect(sessions.available).to.equal(true)
    const cookie = await sessions.seal(ANN)
    expect([await isValid(sessions, cookie), await isValid(bare({ ephemeral: true }), cookie)]).to.deep.equal([
      true,
      false,
    ])
  })
})

describe('options of sessions', () => {
  const wrong: readonly (readonly [option: SessionOptions, message: string])[] = [
    [{ name: 'a b' }, 'sessions.name must be a cookie name without prefix, such as "svc-session"; got "a b".'],
    [
      { name: '__Host-x' },
      'sessions.name must be a cookie name without prefix, such as "svc-session"; got "__Host-x".',
    ],
    [
      { name: '__secure-x' },
      'sessions.name must be a cookie name without prefix, such as "svc-session"; got "__secure-x".',
    ],
    [{ maxAge: 0 }, 'sessions.maxAge must be seconds above 0; got 0.'],
    [{ maxAge: Number.NaN }, 'sessions.maxAge must be seconds above 0; got NaN.'],
    [{ maxAge: '60' as never }, 'sessions.maxAge must be seconds above 0; got "60".'],
    [{ maxAge: Number.POSITIVE_INFINITY }, 'sessions.maxAge must be seconds above 0; got Infinity.'],
    [{ idleTimeout: -1 }, 'sessions.idleTimeout must be seconds above 0, or leave it out; got -1.'],
    [{ revocationCache: -1 }, 'sessions.revocationCache must be seconds, or 0 to ask on every request; got -1.'],
  ]
  for (const [options, message] of wrong) {
    it(`refuses ${Object.keys(options)[0]} ${String(Object.values(options)[0])}`, () => {
      expect(() => new Sessions(options, true))
        .to.throw(LoadError)
        .with.property('message', message)
    })
  }
})
