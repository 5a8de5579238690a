import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import { type FixtureFile, loginWith } from './define.ts'
import { LoginRenewal } from './login-renewal.ts'
import type { Plan } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import type { Verdict } from '../model/verdict.ts'
import { Run } from '../run/run.ts'
import { sampleFixtures } from '../testdata/samples.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'

/** Milliseconds that a token of the application is good for. */
const LIFETIME = 8_000

/** An application with its own clock: every look at a token takes 100 ms. */
class Application {
  readonly api: AnyApi
  time = 0
  logins = 0
  readonly #issued = new Map<string, number>()

  constructor() {
    const api = new SvcAPI()
    const isGood = (token: string): boolean => this.time - (this.#issued.get(token) ?? -Infinity) <= LIFETIME
    const auth = bearer((_, token) => ((this.time += 100), isGood(token) ? { who: 'ann' } : null), { name: 'Token' })
    api.get('/x', { auth }, () => 1)
    api.post('/token', { auth: null }, () => ({ token: this.#issue() }))
    this.api = api
  }

  #issue(): string {
    const token = `issued-token-number-${String(++this.logins).padStart(4, '0')}`
    this.#issued.set(token, this.time)
    return token
  }
}

async function findingsOf({ api }: Application, now: () => number, renewAfter?: number): Promise<readonly string[]> {
  const request = { method: 'POST', path: '/token' } as const
  const login = loginWith({ request, take: { json: '/token' }, ...(renewAfter === undefined ? {} : { renewAfter }) })
  const fixtures: FixtureFile = { credentials: { Token: login } }
  const setup = await sampleSetup({
    subject: { kind: 'local', api, base: '' },
    fixtures,
    now,
  })
  const { targets, context } = await setup.open()
  const verdicts: Verdict[] = []
  const plan = { ...setup.plan, routes: setup.plan.routes.filter(({ route }) => route.path === '/x') }
  const run = new Run({
    plan,
    targets,
    context,
    ledger: setup.ledger,
    emit: (event) => void (event.type === 'scenario.ended' && verdicts.push(event.verdict)),
    jobs: 4,
    bail: 0,
    strict: false,
    safe: false,
    repeat: false,
  })
  await run.start()
  await targets.close()
  return verdicts.filter(({ outcome }) => outcome === 'failed').map(({ scenario }) => scenario.name)
}

describe('loginWith, its refresh', () => {
  it('repeats the login before its token is too old', async () => {
    const application = new Application()
    expect(await findingsOf(application, () => application.time, 3)).to.deep.equal([])
    expect(application.logins).to.be.greaterThan(2)
  })

  it('is what keeps good credentials from being refused', async () => {
    const application = new Application()
    expect(await findingsOf(application, () => application.time)).to.not.deep.equal([])
    expect(application.logins).to.equal(1)
  })

  it('does nothing while the token is young', async () => {
    const application = new Application()
    await findingsOf(application, () => 0, 5)
    expect(application.logins).to.equal(1)
  })

  for (const refresh of [0, -1, Number.NaN, '300'])
    it(`refuses ${JSON.stringify(refresh)} seconds`, () =>
      expect(() => new LoginRenewal().add('token', refresh as number, async () => '')).to.throw('above 0'))
})

describe('a login that is over before its time', () => {
  const request = { method: 'GET', target: '/me', headers: [['Authorization', 'Bearer first']] } as const

  /** @param now the status of what it has opened @param after milliseconds since it opened something */
  async function renewedBy(
    status: number,
    now: number,
    after = 1_000,
  ): Promise<readonly [isOver: boolean, sent: number]> {
    let time = 0
    let sent = 0
    const renewal = new LoginRenewal(() => time)
    renewal.add('first', undefined, async () => 'second')
    const input = {
      fixtures: sampleFixtures({}),
      plan: () => ({ routes: [], remarks: [] }) as unknown as Plan,
      onTaken: () => undefined,
      send: async () => {
        sent++
        return now
      },
    }
    expect(await renewal.isOver(request, 200, input)).to.equal(false)
    await renewal.isOver(request, 403, { ...input, send: async () => 200 })
    time += after
    return [await renewal.isOver(request, status, input), sent]
  }

  it('is repeated where what it has opened is refused, by 401 or by 403', async () => {
    for (const [status, now] of [
      [401, 401],
      [403, 401],
      [403, 403],
    ] as const)
      expect(await renewedBy(status, now)).to.deep.equal([true, 1])
  })
  it('is good where it opens that still', async () => {
    for (const status of [401, 403]) expect(await renewedBy(status, 200)).to.deep.equal([false, 1])
  })
  it('is not asked for at each 403 of a user who may not', async () => {
    expect(await renewedBy(403, 200, 100)).to.deep.equal([false, 0])
    expect(await renewedBy(401, 200, 100)).to.deep.equal([false, 1])
  })

  /** Sends a refused request some times; the logins that were made. @param opensAgain whether a new login opens it */
  async function loginsFor(refusals: number, opensAgain: boolean): Promise<number> {
    let logins = 0
    const renewal = new LoginRenewal()
    renewal.add('token-0', undefined, async () => `token-${++logins}`)
    const asked = (): RequestData => ({ ...request, headers: [['Authorization', `Bearer token-${logins}`]] })
    const input = {
      fixtures: sampleFixtures({}),
      plan: () => ({ routes: [], remarks: [] }) as unknown as Plan,
      onTaken: () => undefined,
      send: async () => 401,
    }
    await renewal.isOver(asked(), 200, input)
    for (let at = 0; at < refusals; at++) {
      await renewal.isOver(asked(), 401, input)
      if (opensAgain) await renewal.isOver(asked(), 200, input)
    }
    return logins
  }

  it('is repeated where another one ends it at once, and not for ever for a request that no login opens', async () => {
    expect(await loginsFor(10, true)).to.equal(10)
    expect(await loginsFor(10, false)).to.equal(3)
  })
})
