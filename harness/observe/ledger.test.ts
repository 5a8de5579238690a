import { expect } from 'chai'
import { type AuthInput, middleware, SvcAPI } from 'svc'
import { fwAuth, headerKey, resource } from 'svc/security'
import { Ledger, type LedgerEntry } from './ledger.ts'

/** An application and what its ledger says of one request to it. */
function observe(auth: AuthInput | null, ledger = new Ledger(() => true)) {
  const api = new SvcAPI({ sessions: { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] } })
  api.get('/x/[id]', { auth: auth as never }, () => 'done')
  const detach = ledger.attach(api)
  const ask = async (headers: Readonly<Record<string, string>> = {}, path = '/x/1'): Promise<LedgerEntry> => {
    const id = ledger.issue()
    await api.fetch(new Request(`http://127.0.0.1${path}`, { headers: { [ledger.field]: id, ...headers } }))
    return ledger.read(id)
  }
  return { api, ledger, detach, ask }
}

const key = (check: (value: string) => unknown): AuthInput =>
  headerKey('X-Key', (_, value) => check(value), { name: 'Key' }) as AuthInput

const callsOf = ({ calls }: LedgerEntry): readonly unknown[] =>
  calls.map(({ authenticator, outcome, detail }) => [authenticator, outcome, detail])

describe('the ledger', () => {
  it('knows the operation of a request by its declared path, and what the handler was given', async () => {
    const entry = await observe(key(() => 'ann')).ask({ 'X-Key': 'k' })
    expect({ operation: entry.operation, runs: entry.runs }).to.deep.equal({
      operation: 'GET /x/[id]',
      runs: [{ operation: 'GET /x/[id]', isProtected: true, afterPass: true, auth: 'ann' }],
    })
  })

  it('notes middleware, and whether an authenticator had passed by then', async () => {
    const ledger = new Ledger(() => true)
    const api = new SvcAPI({ middleware: middleware((_, next) => next()) })
    api.get('/x', { auth: key(() => 'ann') as never }, () => 'done')
    ledger.attach(api)
    const ask = async (headers: Readonly<Record<string, string>>): Promise<LedgerEntry> => {
      const id = ledger.issue()
      await api.fetch(new Request('http://127.0.0.1/x', { headers: { [ledger.field]: id, ...headers } }))
      return ledger.read(id)
    }
    const [refused, passed] = [await ask({}), await ask({ 'X-Key': 'k' })]
    expect([refused.middleware, passed.middleware]).to.deep.equal([
      [],
      [{ operation: 'GET /x', isProtected: true, afterPass: true }],
    ])
  })

  it('notes a handler that ran before any authenticator had passed', async () => {
    const [run] = (await observe(null, new Ledger((operation) => operation !== 'GET /x/[id]')).ask()).runs
    expect(run).to.deep.equal({ operation: 'GET /x/[id]', isProtected: false, afterPass: false, auth: undefined })
  })

  it('notes what became of each resource, and which function said no', async () => {
    const order = resource('order', { params: ['id'], load: ({ params }) => params.id, may: (id) => id === '1' })
    const line = resource('line', {
      parent: order,
      params: [],
      load: () => {
        throw new Error('no store')
      },
    })
    const api = new SvcAPI()
    api.get('/orders/[id]', { auth: null, resource: order }, () => 'done')
    api.get('/lines/[id]', { auth: null, resource: line }, () => 'done')
    const ledger = new Ledger(() => true)
    ledger.attach(api)
    const ask = async (path: string): Promise<unknown> => {
      const id = ledger.issue()
      await api.fetch(new Request(`http://127.0.0.1${path}`, { headers: { [ledger.field]: id } }))
      return ledger.read(id).resources.map(({ name, outcome, by, source }) => [name, outcome, by, source?.line])
    }
    const [loaded, refused, thrown] = [await ask('/orders/1'), await ask('/orders/2'), await ask('/lines/1')]
    expect({ loaded, refused, thrown }).to.deep.equal({
      loaded: [['order', 'loaded', undefined, undefined]],
      refused: [['order', 'refused', 'may', 57]],
      thrown: [
        ['order', 'loaded', undefined, undefined],
        ['line', 'threw', 'load', 58],
      ],
    })
  })

  it('notes no operation and no run for a path that leads nowhere', async () => {
    const { operation, runs, calls } = await observe(key(() => 'ann')).ask({ 'X-Key': 'k' }, '/elsewhere')
    expect({ operation, runs, calls }).to.deep.equal({ operation: undefined, runs: [], calls: [] })
  })

  const outcomes: Readonly<
    Record<string, readonly [check: (value: string) => unknown, calls: readonly unknown[], passed: boolean]>
  > = {
    'a text': [() => 'ann', ['Key', 'passed', 'string'], true],
    'a list': [() => [1], ['Key', 'passed', 'list'], true],
    'a promise of an object': [() => Promise.resolve({ id: 1 }), ['Key', 'passed', 'object'], true],
    nothing: [() => null, ['Key', 'refused', undefined], false],
  }
  for (const [name, [check, call, passed]] of Object.entries(outcomes)) {
    it(`says what came of an authenticator that gives ${name}`, async () => {
      const entry = await observe(key(check)).ask({ 'X-Key': 'k' })
      expect({ calls: callsOf(entry), passed: entry.passed, threw: entry.threw }).to.deep.equal({
        calls: [call],
        passed,
        threw: false,
      })
    })
  }

  it('distinguishes an authenticator that throws from one that refuses, also when a second one passes', async () => {
    const failing = headerKey('X-Other', () => Promise.reject(new Error('broken')), { name: 'Other' }) as AuthInput
    const { ask } = observe([failing, key(() => 'ann')] as AuthInput)
    const entry = await ask({ 'X-Other': 'o', 'X-Key': 'k' })
    expect({ calls: callsOf(entry)[0], threw: entry.threw }).to.deep.equal({
      calls: ['Other', 'threw', undefined],
      threw: true,
    })
  })

  it('says why an authenticator was not asked', async () => {
    expect(callsOf(await observe(key(() => 'ann')).ask())).to.deep.equal([['Key', 'skipped', 'absent']])
  })

  it('measures how long a hook took', async () => {
    const slow = key(() => new Promise((resolve) => setTimeout(resolve, 40, 'ann')))
    const [call] = (await observe(slow).ask({ 'X-Key': 'k' })).calls
    expect(call?.duration).to.be.within(35, 5_000)
  })

  it('knows sessions and callables by name', async () => {
    const { ask } = observe([fwAuth, function byAddress() {}] as never)
    const { sessions, callables } = await ask()
    expect({ sessions: [...sessions], callables: [...callables] }).to.deep.equal({
      sessions: ['fwAuth'],
      callables: ['byAddress'],
    })
  })

  it('keeps requests in flight apart', async () => {
    const { ask } = observe(key((value) => new Promise((resolve) => setTimeout(resolve, Number(value), value))))
    const entries = await Promise.all(['20', '5', '10'].map((value) => ask({ 'X-Key': value })))
    expect(entries.map(({ runs }) => runs.map(({ auth }) => auth))).to.deep.equal([['20'], ['5'], ['10']])
  })

  it('leaves requests alone that bring an id which it did not give out', async () => {
    const { api, ledger } = observe(key(() => 'ann'))
    for (const id of ['2', 'x']) {
      await api.fetch(new Request('http://127.0.0.1/x/1', { headers: { [ledger.field]: id, 'X-Key': 'k' } }))
      expect(ledger.read(id).runs).to.deep.equal([])
    }
  })

  it('carries its ids in a header that no other ledger looks at', () => {
    expect(new Ledger(() => true).field).to.match(/^x-[\da-f]{12}$/)
    expect(new Ledger(() => true).field).to.not.equal(new Ledger(() => true).field)
  })

  it('hears nothing more once it is detached', async () => {
    const { ask, detach } = observe(key(() => 'ann'))
    detach()
    expect((await ask({ 'X-Key': 'k' })).runs).to.deep.equal([])
  })
})
