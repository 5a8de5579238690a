import { inspect } from 'node:util'
import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { LoadError } from '../base/errors.ts'
import { type SessionOptions, Sessions } from './sessions.ts'

const SECRETS = ['the newest secret of 32 characters and more', 'an older secret of 32 characters and more']
const ANN = { name: 'ann' }

const start = (options: SessionOptions = {}): Sessions =>
  new Sessions({ store: createStorage(), secrets: SECRETS, ...options }, true)

describe('the limits of sessions', () => {
  it('are what the options say, and of secrets only their number', () => {
    const { limits } = start({ maxAge: 100, idleTimeout: 10, loadUser: () => null })
    expect(limits).to.deep.equal({ maxAge: 100_000, idleTimeout: 10_000, secrets: 2, loadsUser: true })
    expect(inspect(limits, { depth: 9, showHidden: true })).to.not.match(/secret of 32/)
  })

  it('have the defaults of the options', () => {
    expect(start({ secrets: [SECRETS[0] as string] }).limits).to.deep.equal({
      maxAge: 604_800_000,
      idleTimeout: undefined,
      secrets: 1,
      loadsUser: false,
    })
  })

  it('are not known without a secret', () => {
    const variable = process.env['SVC_SESSION_SECRET']
    delete process.env['SVC_SESSION_SECRET']
    try {
      const { secrets: _, ...bare } = { secrets: SECRETS, store: createStorage() }
      expect(() => new Sessions(bare, true).limits).to.throw(LoadError)
    } finally {
      if (variable !== undefined) process.env['SVC_SESSION_SECRET'] = variable
    }
  })
})

describe('a seal for tests', () => {
  it('may be made with any secret of the application, by its place', async () => {
    const onlyOld = start({ secrets: [SECRETS[1] as string] })
    expect((await onlyOld.find(await start().seal(ANN, { secret: 1 })))?.session.user).to.deep.equal(ANN)
    expect(await onlyOld.find(await start().seal(ANN, { secret: 0 }))).to.equal(undefined)
  })

  it('may not be made with one that is not there', async () => {
    const error = await start()
      .seal(ANN, { secret: 2 })
      .catch((reason: unknown) => reason)
    expect(error)
      .to.be.instanceOf(RangeError)
      .with.property('message', 'there is no session secret 2; the application has 2')
  })

  it('may hold a text that is not JSON, and is refused then', async () => {
    const content = { id: 'AAAAAAAAAAAAAAAAAAAAAA', issuedAt: Date.now(), lastSeen: Date.now(), user: ANN }
    expect((await start().find(await start().sealText(JSON.stringify(content))))?.session.user).to.deep.equal(ANN)
    for (const text of ['', '{', JSON.stringify(content).slice(1)])
      expect(await start().find(await start().sealText(text)), text).to.equal(undefined)
  })
})
