import { expect } from 'chai'
import { HttpError, SvcAPI } from 'svc'
import { bearer, constantTimeEqual, fwAuth, headerKey, queryKey } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { Setup } from '../setup/setup.ts'
import { createMutants } from './mutants.ts'
import { mutate } from './mutate.ts'
import type { MutationResult, RunEvent } from '../model/event.ts'
import { SMALL_RUN } from '../report/testdata/small-run.ts'
import { OPERATORS } from './operators.ts'
import { ScoreCard, scoreOf } from '../report/score-card.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'

const TOKEN = 'Token-of-ann-7f31c0de'
const KEY = 'Key-of-acme-4711-99'
const token = bearer((_, text) => constantTimeEqual(text, TOKEN) && 'ann', { name: 'Token' })
const first = headerKey('X-API-Key', (_, key) => constantTimeEqual(key, KEY) && 'header', { name: 'First' })
const second = queryKey('api_key', (_, key) => constantTimeEqual(key, KEY) && 'query', { name: 'Second' })

function apiOf(): AnyApi {
  const api = new SvcAPI()
  api.get('/token', { auth: token }, ({ auth }) => auth)
  api.get('/list', { auth: [first, second] }, ({ auth }) => auth)
  return api
}

const good: FixtureFile = {
  credentials: {
    Token: { valid: TOKEN, principal: 'ann' },
    First: { valid: KEY, principal: 'header' },
    Second: { valid: KEY, principal: 'query' },
  },
}

async function mutationsOf(fixtures: FixtureFile, api: AnyApi = apiOf()): Promise<readonly MutationResult[]> {
  const renew = (): Promise<Setup> =>
    sampleSetup({
      subject: { kind: 'local', api, base: '' },
      fixtures,
      seed: 'mutate',
      timeout: 60_000,
    })
  const setup = await renew()
  return mutate({
    api,
    base: '',
    setup,
    plan: setup.plan,
    renew,
    timeout: 60_000,
    jobs: 4,
    signal: undefined,
    begin: () => undefined,
    report: () => undefined,
  })
}

describe('svc test-auth --mutate on sessions', () => {
  it('leaves out what needs a copy of its own: another clock, or the public', async () => {
    const api = new SvcAPI({ sessions: { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] } })
    api.get('/me', { auth: fwAuth }, ({ auth }) => auth)
    const mutations = await mutationsOf({}, api)
    expect(mutations.some(({ outcome }) => outcome === 'killed')).to.equal(true)
  })
})

const survivorsOf = (mutations: readonly MutationResult[]): readonly string[] =>
  scoreOf(mutations).survivors.map(({ route, operator, authenticator }) => `${route} ${operator} ${authenticator}`)

describe('svc test-auth --mutate', () => {
  it('makes every fault, and good fixtures notice all that change something', async () => {
    const mutations = await mutationsOf(good)
    expect(survivorsOf(mutations)).to.deep.equal([])
    expect(new Set(mutations.map(({ operator }) => operator))).to.deep.equal(new Set(OPERATORS.map(({ name }) => name)))
    expect(mutations.every(({ position }) => position?.file.endsWith('mutate.test.ts'))).to.equal(true)
  })

  it('makes the fault of HEAD only on routes that answer HEAD', async () => {
    const api = apiOf()
    ;(api as SvcAPI).post('/token', { auth: token }, ({ auth }) => auth)
    const { plan, fixtures } = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures: good })
    const mutants = createMutants(api.operations(), plan.routes, fixtures, '2026-01-01')
    const routesOf = (name: string): readonly string[] =>
      mutants.flatMap(({ operator, plan: { route } }) => (operator.name === name ? [route.key] : []))
    expect(routesOf('always-allow')).to.include('POST /token')
    expect(routesOf('skip-head')).to.deep.equal(['GET /token', 'GET /list', 'GET /list'])
  })

  it('lists what is not really tested where a principal is missing', async () => {
    const fixtures: FixtureFile = { credentials: { ...good.credentials, Token: { valid: TOKEN } } }
    expect(survivorsOf(await mutationsOf(fixtures))).to.deep.equal(['GET /token constant-principal Token'])
  })

  it('lists what is not really tested where a good credential is missing', async () => {
    const { First, Second } = good.credentials ?? {}
    const survivors = survivorsOf(await mutationsOf({ credentials: { First: First ?? {}, Second: Second ?? {} } }))
    expect(survivors).to.include('GET /token always-deny Token')
  })

  it('leaves out what the fixtures ignore with a reason, and counts it apart', async () => {
    const ignore = [{ scenario: 'mutate.constant-principal', reason: 'one user only' }]
    const fixtures: FixtureFile = {
      credentials: { ...good.credentials, Token: { valid: TOKEN } },
      routes: { 'GET /token': { ignore } },
    }
    const score = scoreOf(await mutationsOf(fixtures))
    expect({ percent: score.percent, ignored: score.ignored.map(({ ignored }) => ignored) }).to.deep.equal({
      percent: 100,
      ignored: ['one user only'],
    })
  })

  it('refuses to begin where tests fail without a fault', async () => {
    const wrong: FixtureFile = { credentials: { Token: { valid: 'not-the-token-0815' } } }
    const refusal = await mutationsOf(wrong).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refusal).to.match(/^GET \/token fails valid, .* before anything is broken; mend that first: /)
  })

  it('begins where the handler alone knows whose record it is, and one request uses it up', async () => {
    const owners = new Map([['17', 'ann']])
    const users = bearer((_, text) => [TOKEN, KEY].includes(text) && (text === TOKEN ? 'ann' : 'bob'), {
      name: 'Token',
    })
    const api = new SvcAPI({ auth: users })
    api.delete('/orders/[id]', {}, ({ auth, params: { id } }) => {
      if (owners.get(id) !== auth || !owners.delete(id)) throw new HttpError(404)
    })
    const mutations = await mutationsOf(
      {
        users: { ann: { principal: 'ann' }, bob: { principal: 'bob' } },
        credentials: { Token: { ann: TOKEN, bob: KEY } },
        routes: { 'DELETE /orders/[id]': { params: { id: '17' }, allow: ['ann'], deny: ['bob'] } },
      },
      api,
    )
    expect(survivorsOf(mutations)).to.deep.equal([])
  })

  it('writes a score card that says what to add', () => {
    let text = ''
    const card = new ScoreCard({ color: false, interactive: false, wanted: 80, write: (line) => void (text += line) })
    const mutation: MutationResult = {
      operator: 'always-deny',
      title: 'lets no one pass',
      advice: 'a good credential',
      route: 'GET /x',
      authenticator: 'Token',
      position: { file: '/app/routes/x.ts', line: 4 },
      outcome: 'survived',
    }
    const [last] = SMALL_RUN.slice(-1) as [Extract<RunEvent, { type: 'run.ended' }>]
    card.report({ type: 'mutation.planned', faults: [mutation] })
    card.report({ type: 'mutation.ended', mutation })
    card.report({ ...last, summary: { ...last.summary, duration: 1_500 } })
    expect(text.split('\n')).to.deep.equal([
      'svc test-auth --mutate  1 fault in 1 protected route',
      '',
      '  GET /x     0/1',
      '',
      '  SURVIVED  GET /x   always-deny',
      '            /app/routes/x.ts:4   Token',
      '            Token lets no one pass, and no scenario notices.',
      '            add  a good credential',
      '',
      '  your auth tests catch 0/1 injected faults    1.5 s',
      '  not really tested by your fixtures: Token',
      '  0 % is below the 80 % that --mutate-break asks for',
      '',
    ])
  })
})
