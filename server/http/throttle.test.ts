import { mock } from 'node:test'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import type { SharedCounts } from './throttle-counts.ts'
import { KnownCredentials } from './known-credentials.ts'
import { type Admission, checkThrottle, Throttle } from './throttle.ts'

const OPTIONS = { failures: 2, window: 10 }

/** Tries once and ends as said; the seconds to wait, or 0. */
async function attempt(throttle: Throttle, key: string, outcome: 'passed' | 'failed', credential?: string) {
  const admission = await throttle.enter(key, credential)
  await admission.end(outcome)
  return admission.wait
}

/** Shared counts as one of several processes sees them. */
function sharedCounts(): SharedCounts & { readonly state: { failures: number; underWay: number } } {
  const state = { failures: 0, underWay: 0 }
  return {
    state,
    enter: async () => ({ failures: state.failures, underWay: ++state.underWay, endsIn: 4_200 }),
    leave: async () => void state.underWay--,
    add: async () => void state.failures++,
  }
}

describe('Throttle', () => {
  afterEach(() => mock.timers.reset())

  it('forgets after the window, which the first failure starts', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
    const throttle = new Throttle(OPTIONS)
    await attempt(throttle, 'a', 'failed')
    mock.timers.tick(5_000)
    await attempt(throttle, 'a', 'failed')
    const early = await attempt(throttle, 'a', 'passed')
    mock.timers.tick(4_999)
    const late = await attempt(throttle, 'a', 'passed')
    mock.timers.tick(1)
    expect([early, late, await attempt(throttle, 'a', 'passed')]).to.deep.equal([5, 1, 0])
  })

  it('counts an IPv6 client by its network, and every operation by itself', () => {
    const { keyOf } = Throttle.prototype
    const keys = ['2001:db8::1', '2001:db8:0:0:ffff::9', '2001:db8:0:1::1', '192.0.2.1'].map((one) => keyOf(one, 'op'))
    expect(keys[0]).to.equal(keys[1])
    expect(new Set([...keys, keyOf('192.0.2.1', 'other')]).size).to.equal(4)
    expect(keys.join()).to.not.include('192')
  })

  it('knows a credential for a minute, by a digest under a key of its own', async () => {
    let now = 0
    const known = new KnownCredentials(() => now)
    const throttle = new Throttle({ failures: 1, window: 100 }, undefined, { known })
    await attempt(throttle, 'a', 'passed', 'secret')
    await attempt(throttle, 'a', 'failed', 'wrong')
    now = 59_999
    const within = [await attempt(throttle, 'a', 'passed', 'secret'), await attempt(throttle, 'a', 'passed', 'other')]
    now += 60_000
    expect([within[0], (within[1] ?? 0) > 0]).to.deep.equal([0, true])
    expect(await attempt(throttle, 'a', 'passed', 'secret')).to.be.greaterThan(0)
    expect(known.digest('a', 'secret')).to.not.equal(new KnownCredentials().digest('a', 'secret'))
    expect(known.digest('a', 'secret')).to.not.equal(known.digest('b', 'secret'))
    expect(inspect(throttle, { depth: 9, showHidden: true })).to.not.include('secret')
  })

  it('holds a bounded number of counts and of attempts that wait', async () => {
    const throttle = new Throttle({ failures: 1, window: 1_000 })
    for (let client = 0; client < 10_001; client++) await attempt(throttle, String(client), 'failed')
    expect([await attempt(throttle, '0', 'passed'), (await attempt(throttle, '1', 'passed')) > 0]).to.deep.equal([
      0,
      true,
    ])
    const first = await throttle.enter('new')
    const waiting = Array.from({ length: 1_000 }, () => throttle.enter('new'))
    expect((await throttle.enter('new')).wait).to.equal(1)
    await first.end('failed')
    expect(new Set((await Promise.all(waiting)).map(({ wait }) => wait))).to.deep.equal(new Set([1_000]))
  })

  it('lets an attempt wait for its turn, but not for ever', async () => {
    const throttle = new Throttle({ failures: 1, window: 10 }, undefined, { patience: 5 })
    const stuck = await throttle.enter('a')
    expect((await throttle.enter('a')).wait).to.equal(1)
    await stuck.end('unjudged')
    expect((await throttle.enter('a')).wait).to.equal(0)
  })

  it('ends an attempt once, whatever is said after', async () => {
    const throttle = new Throttle(OPTIONS)
    const admission = await throttle.enter('a')
    for (const outcome of ['failed', 'failed', 'failed'] as const) await admission.end(outcome)
    expect((await throttle.enter('a')).wait).to.equal(0)
  })

  /** The state of an attempt by now: its seconds, or `waiting`. */
  async function stateOf(admission: Promise<Admission>): Promise<number | 'waiting'> {
    const later = new Promise<'waiting'>((resolve) => setTimeout(() => resolve('waiting'), 20))
    return Promise.race([admission.then(({ wait }) => wait), later])
  }

  it('lets in with a credential that turns out right those that wait with it, and one other for its place', async () => {
    const throttle = new Throttle({ failures: 1, window: 10 })
    const first = await throttle.enter('a', 'right')
    const [same, ...guesses] = ['right', 'x', 'y', 'z'].map((credential) => throttle.enter('a', credential))
    await first.end('passed')
    expect(await stateOf(same as Promise<Admission>)).to.equal(0)
    expect(await Promise.all(guesses.map(stateOf))).to.deep.equal([0, 'waiting', 'waiting'])
    await (await (guesses[0] as Promise<Admission>)).end('failed')
    expect(await Promise.all(guesses.map(stateOf))).to.deep.equal([0, 10, 10])
  })

  it('refuses guesses once there are too many failures, but not who waits for a verdict on an equal credential', async () => {
    const throttle = new Throttle({ failures: 1, window: 10 })
    const first = await throttle.enter('a', 'right')
    const [same, guess] = [throttle.enter('a', 'right'), throttle.enter('a', 'x')]
    await throttle.countFailure('a')
    expect([await stateOf(guess), await stateOf(same)]).to.deep.equal([10, 'waiting'])
    await first.end('passed')
    expect(await stateOf(same)).to.equal(0)
  })

  describe('with counts that processes share', () => {
    it('looks at one attempt at a time, however many wait', async () => {
      let [asking, most] = [0, 0]
      const shared: SharedCounts = {
        ...sharedCounts(),
        enter: async () => {
          most = Math.max(most, ++asking)
          await new Promise((resolve) => setImmediate(resolve))
          asking--
          return { failures: 0, underWay: 1, endsIn: 0 }
        },
      }
      const throttle = new Throttle({ failures: 9, window: 10 }, shared)
      await Promise.all(Array.from({ length: 9 }, () => throttle.enter('a')))
      expect(most).to.equal(1)
    })

    it('counts what failed while they were away on top of what is under way elsewhere', async () => {
      const shared = sharedCounts()
      const throttle = new Throttle({ failures: 3, window: 10 }, shared)
      for (let failure = 0; failure < 2; failure++) await attempt(throttle, 'a', 'failed')
      Object.assign(shared.state, { failures: 0, underWay: 1 })
      const next = throttle.enter('a')
      expect(await stateOf(next)).to.equal('waiting')
      shared.state.underWay = 0
      expect((await next).wait).to.equal(0)
    })

    it('refuses after failures that others counted, for as long as they last', async () => {
      const shared = sharedCounts()
      const throttles = [new Throttle(OPTIONS, shared), new Throttle(OPTIONS, shared), new Throttle(OPTIONS, shared)]
      const waits: number[] = []
      for (const throttle of throttles) waits.push(await attempt(throttle, 'a', 'failed'))
      expect([waits, shared.state]).to.deep.equal([[0, 0, 5], { failures: 2, underWay: 0 }])
    })

    it('waits for attempts that are under way elsewhere', async () => {
      const shared = sharedCounts()
      const [here, there] = [new Throttle(OPTIONS, shared), new Throttle(OPTIONS, shared)]
      const underWay = [await here.enter('a'), await there.enter('a')]
      const next = here.enter('a', 'x')
      await Promise.all(underWay.map((each) => each.end('passed')))
      expect((await next).wait).to.equal(0)
    })

    it('asks once for an attempt that is not held up, and not at all for a known credential', async () => {
      const asked: string[] = []
      const shared: SharedCounts = {
        enter: async () => (asked.push('enter'), { failures: 0, underWay: 1, endsIn: 0 }),
        leave: async () => void asked.push('leave'),
        add: async () => void asked.push('add'),
      }
      const throttle = new Throttle(OPTIONS, shared)
      for (let count = 0; count < 9; count++) await attempt(throttle, 'a', 'passed', 'known')
      expect(asked).to.deep.equal(['enter', 'leave'])
      await attempt(throttle, 'a', 'failed', 'wrong')
      expect(asked).to.deep.equal(['enter', 'leave', 'enter', 'add', 'leave'])
    })

    it('counts for itself while they are away', async () => {
      const away: SharedCounts = {
        enter: async () => undefined,
        leave: async () => undefined,
        add: async () => undefined,
      }
      const throttle = new Throttle(OPTIONS, away)
      const waits: number[] = []
      for (let count = 0; count < 3; count++) waits.push(await attempt(throttle, 'a', 'failed'))
      expect(waits).to.deep.equal([0, 0, 10])
    })
  })
})

describe('the option throttle', () => {
  for (const options of [
    { failures: 0, window: 1 },
    { failures: 1, window: 0 },
    { failures: 1.5, window: 1 },
    { failures: 1 },
    // A timer of Node would forget at once.
    { failures: 1, window: 2_147_484 },
    { failures: 1, window: 1, per: 'ip' },
    null,
  ]) {
    it(`cannot be ${JSON.stringify(options)}`, () => {
      expect(() => checkThrottle(options, undefined)).to.throw(LoadError, /^throttle must be /)
    })
  }

  it('may be as long as a timer keeps', async () => {
    const options = { failures: 1, window: 2_147_483 }
    checkThrottle(options, undefined)
    const throttle = new Throttle(options)
    await attempt(throttle, 'a', 'failed')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await attempt(throttle, 'a', 'failed')).to.be.greaterThan(2_147_000)
  })
})
