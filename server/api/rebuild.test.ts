import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { SvcAPI } from './api.ts'
import { fwAuth } from '../auth/session-auth.ts'
import type { Rebuild } from './rebuild.ts'

const SECRET = 'a secret for sessions of 32 characters and more'
const ANN = { name: 'ann' }

function createApi(): SvcAPI {
  const sessions = { secrets: [SECRET], maxAge: 100, store: createStorage() }
  const api = new SvcAPI({ sessions, authTimeout: 60_000 })
  api.get('/slow', { auth: () => new Promise(() => undefined) }, () => 'in')
  api.get('/session', { auth: fwAuth }, () => 'in')
  return api
}

describe('withOperations', () => {
  const statusOf = async (api: SvcAPI, rebuild: Rebuild, path: string, cookie = ''): Promise<number> => {
    const copy = api.withOperations(api.operations(), rebuild)
    return (await copy.fetch(new Request(`http://svc.test${path}`, { headers: { cookie } }))).status
  }

  it('may give authenticators less time, which the application itself keeps', async () => {
    const api = createApi()
    expect(await statusOf(api, { authTimeout: 5 }, '/slow')).to.equal(503)
    expect(api.settings.authTimeout).to.equal(60_000)
  })

  it('may give the sessions another clock, with the same keys and revocations', async () => {
    const api = createApi()
    const { session, setCookie } = await api.sessions.start(ANN)
    const cookie = setCookie.split(';')[0] ?? ''
    const at = (ahead: number): Promise<number> =>
      statusOf(api, { sessionClock: () => Date.now() + ahead }, '/session', cookie)
    expect([
      await at(0),
      await at(99_000),
      await at(101_000),
      await statusOf(api, {}, '/session', cookie),
    ]).to.deep.equal([200, 200, 401, 200])
    await api.sessions.revoke(session)
    expect(await at(0)).to.equal(401)
  })

  it('keeps listeners where that is asked for, through any number of steps, and those of a copy to itself', async () => {
    const api = createApi()
    const heard: string[] = []
    const listenAs = (name: string): Parameters<typeof api.observe>[0] => {
      return ({ type }) => void (type === 'request.ended' && heard.push(name))
    }
    const end = api.observe(listenAs('api'))
    const copy = api.withOperations(api.operations(), { keepsListeners: true })
    const second = copy.withOperations(copy.operations(), { keepsListeners: true })
    copy.observe(listenAs('copy'))
    const hearing = async (one: Pick<SvcAPI, 'fetch'>): Promise<readonly string[]> => {
      heard.length = 0
      await one.fetch(new Request('http://svc.test/none'))
      return [...heard]
    }
    expect(await hearing(second)).to.deep.equal(['api', 'copy'])
    expect(await hearing(api)).to.deep.equal(['api'])
    expect(await hearing(second.withOperations(second.operations()))).to.deep.equal([])
    end()
    expect(await hearing(second)).to.deep.equal(['copy'])
  })
})

describe('sessionsOn', () => {
  it('has the cookie of the server that listens there', () => {
    const names = (api: SvcAPI): readonly string[] =>
      [api.sessionsOn(), api.sessionsOn('127.0.0.9'), api.sessionsOn('0.0.0.0')].map(({ cookieName }) => cookieName)
    expect(names(new SvcAPI())).to.deep.equal(['svc-session', 'svc-session', '__Host-svc-session'])
    expect(new Set(names(new SvcAPI({ publicUrl: 'https://api.example' })))).to.deep.equal(
      new Set(['__Host-svc-session']),
    )
    expect(new Set(names(new SvcAPI({ publicUrl: 'http://localhost:8080' })))).to.deep.equal(new Set(['svc-session']))
  })
})
