import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { bearer, fwAuth } from '../auth/index.ts'
import { LoadError } from '../base/errors.ts'
import { defineConfig, SvcAPI } from '../index.ts'
import type { ApiOptions } from '../declaring/settings.ts'

const STORE = 'redis://127.0.0.1:1'
const SECRETS = ['a secret of the tests, thirty-two characters']
const THROTTLE = { failures: 1, window: 1 }
/** A storage whose driver is not of this process. */
const ELSEWHERE = Object.assign(createStorage(), { getMount: () => ({ base: '', driver: { name: 'redis' } }) })

describe('state that lives in one process', () => {
  const rows: readonly (readonly [
    what: string,
    options: ApiOptions<null>,
    auth: unknown,
    expected: readonly string[],
  ])[] = [
    ['nothing', {}, bearer(() => true), []],
    ['a throttle', { throttle: THROTTLE }, bearer(() => true), ['throttle']],
    ['sessions', { sessions: { secrets: SECRETS } }, fwAuth, ['sessions']],
    [
      'sessions among others',
      { sessions: { secrets: SECRETS }, throttle: THROTTLE },
      [bearer(() => true), fwAuth],
      ['sessions', 'throttle'],
    ],
    ['sessions and a store', { sessions: { secrets: SECRETS }, throttle: THROTTLE, store: STORE }, fwAuth, []],
    [
      'sessions in the memory of the process',
      { sessions: { secrets: SECRETS, store: createStorage() } },
      fwAuth,
      ['sessions'],
    ],
    ['sessions in a storage elsewhere', { sessions: { secrets: SECRETS, store: ELSEWHERE } }, fwAuth, []],
    [
      'a page behind a session',
      { sessions: { secrets: SECRETS }, docs: { auth: fwAuth } },
      bearer(() => true),
      ['sessions'],
    ],
  ]
  for (const [what, options, auth, expected] of rows) {
    it(`is ${expected.join(' and ') || 'none'} of an application with ${what}`, () => {
      const api = new SvcAPI<null>({ docs: false, auth: null, ...options })
      api.get('/a', { auth: auth as never }, () => 1)
      expect(api.localState()).to.deep.equal(expected)
    })
  }

  it('is shared where SVC_STORE says so, and nothing is connected before it is needed', async () => {
    const variable = process.env['SVC_STORE']
    process.env['SVC_STORE'] = STORE
    try {
      const api = new SvcAPI({ docs: false, throttle: THROTTLE })
      expect(api.localState()).to.deep.equal([])
    } finally {
      if (variable === undefined) delete process.env['SVC_STORE']
      else process.env['SVC_STORE'] = variable
    }
    expect(await new SvcAPI({ docs: false }).checkHealth()).to.deep.equal({ status: 'ok' })
  })

  it('cannot be in a store that is not one', () => {
    expect(() => new SvcAPI({ store: 'http://me:secret@127.0.0.1' }))
      .to.throw(LoadError, /store \(or SVC_STORE\) must be the address of a Redis/)
      .with.property('message')
      .that.does.not.include('secret')
  })
})

describe('the place of the store in messages', () => {
  it('is the call that was given its address, of the API or of a config', async () => {
    const { api } = defineConfig({ store: 'redis://127.0.0.1:2' })
    for (const one of [api, new SvcAPI({ store: 'redis://127.0.0.1:3' })]) {
      const health = await one.checkHealth()
      expect(health.status === 'unavailable' && health.reason).to.match(
        / \(server\/api\/shared-state\.test\.ts:\d+\) is away: /,
      )
    }
  })
})
