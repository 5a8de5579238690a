import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { fwAuth, login } from 'svc/security'

const START = Date.UTC(2030, 0, 1)
const SELF = { 'sec-fetch-site': 'same-origin' }

describe('the session as the reference page asks for it', () => {
  let now = START
  beforeEach(() => {
    now = START
  })

  /** Logs in; the answers to `GET /docs/session` with that cookie. */
  async function open(sessions: object, secret = 's'.repeat(32)) {
    const api = new SvcAPI({
      title: 'Asked',
      auth: fwAuth,
      sessions: { secrets: [secret], now: () => now, ...sessions },
    })
    api.post('/login', { auth: null }, (request) => login(request, { name: 'ann' }))
    const fetch = async (path: string, init: RequestInit = {}): Promise<Response> =>
      api.fetch(new Request(`http://localhost${path}`, init))
    const set = (await fetch('/login', { method: 'POST' })).headers.get('set-cookie') ?? ''
    const cookie = set.slice(0, set.indexOf(';'))
    return async (sent: string = cookie) => {
      const answer = await fetch('/docs/session', { headers: { ...SELF, cookie: sent } })
      return { status: answer.status, set: answer.headers.get('set-cookie'), body: (await answer.json()) as unknown }
    }
  }

  const answerOf = (body: object) => ({ status: 200, set: null, body })

  it('ends by maxAge', async () => {
    const ask = await open({ maxAge: 3_600 })
    expect(await ask()).to.deep.equal(answerOf({ loggedIn: true, until: START + 3_600_000 }))
    now += 3_599_000
    expect(await ask()).to.deep.equal(answerOf({ loggedIn: true, until: START + 3_600_000 }))
    now += 1_000
    expect(await ask()).to.deep.equal(answerOf({ loggedIn: false }))
  })

  it('ends by idleTimeout, and being asked for does not keep it alive', async () => {
    const ask = await open({ maxAge: 3_600, idleTimeout: 600 })
    now += 400_000
    expect(await ask()).to.deep.equal(answerOf({ loggedIn: true, until: START + 600_000 }))
    now += 200_000
    expect(await ask()).to.deep.equal(answerOf({ loggedIn: false }))
  })

  it('is not there without a cookie, with two, and with a guess', async () => {
    const ask = await open({})
    for (const cookie of ['', 'svc-session=a; svc-session=b', 'svc-session=guess'])
      expect(await ask(cookie)).to.deep.equal(answerOf({ loggedIn: false }))
  })
})
