import { expect } from 'chai'
import type { Plan, RequestData } from '../model.ts'
import { mannWhitney } from './mann-whitney.ts'
import { measureTiming, type Timed } from './timing.ts'

const KEY = 'K-header-9f27c1-012'
const FIRST = `X${KEY.slice(1)}`
const LAST = `${KEY.slice(0, -1)}X`

describe('the Mann-Whitney test', () => {
  const upTo = (n: number, from = 0): readonly number[] => Array.from({ length: n }, (_, i) => from + i)

  it('gives the value of the textbook', () => {
    // U = 0 of 10 and 10: z = 49.5 / sqrt(175), with the correction for continuity.
    expect(mannWhitney(upTo(10), upTo(10, 100))).to.be.closeTo(0.000_182_7, 1e-6)
  })
  it('sees no difference in equal samples', () => expect(mannWhitney(upTo(200), upTo(200))).to.be.greaterThan(0.99))
  it('sees none where every value is a tie', () => expect(mannWhitney([1, 1, 1], [1, 1, 1])).to.equal(1))
  it('sees none without samples', () => expect(mannWhitney([], [])).to.equal(1))
  it('sees a small shift in many samples', () => {
    expect(mannWhitney(upTo(200), upTo(200, 40))).to.be.lessThan(1e-3)
  })
  it('does not care which sample is the first', () => {
    const [a, b] = [upTo(30), upTo(30, 7)]
    expect(mannWhitney(a, b)).to.be.closeTo(mannWhitney(b, a), 1e-12)
  })
})

describe('timing', () => {
  it('remarks on a comparison that ends at the first difference', async () => {
    const remarks = await measureTiming(createPlan(), stopwatch(earlyExitSteps))
    expect(remarks).to.have.lengthOf(1)
    expect(remarks[0]).to.include({ kind: 'warning', route: 'GET /x' })
    expect(remarks[0]?.message)
      .to.match(/^Key takes 18\.\d µs longer .*CWE-208.*constantTimeEqual$/)
      .and.not.include(KEY)
  })

  it('says nothing of a comparison that always looks at everything', async () => {
    expect(
      await measureTiming(
        createPlan(),
        stopwatch(() => KEY.length),
      ),
    ).to.deep.equal([])
  })

  it('says that it knows nothing where the answers are not alike', async () => {
    let sent = 0
    const limited = async (): Promise<Timed> => ({ status: ++sent > 100 ? 429 : 401, duration: sent })
    const [remark] = await measureTiming(createPlan(), limited)
    expect(remark).to.deep.equal({
      kind: 'notice',
      route: 'GET /x',
      message: 'the timing of Key says nothing: it answered 401 and 429',
    })
  })

  it('takes 200 samples of each after its warm-up, and nothing once interrupted', async () => {
    const sent: string[] = []
    const count = async ({ headers }: RequestData): Promise<Timed> => {
      sent.push(headers[0]?.[1] ?? '')
      return { status: 401, duration: 1 }
    }
    await measureTiming(createPlan(), count, AbortSignal.abort())
    expect(sent).to.deep.equal([])
    await measureTiming(createPlan(), count)
    expect([FIRST, LAST].map((key) => sent.filter((one) => one === key).length)).to.deep.equal([220, 220])
  })
})

/** Durations that depend on the steps of a comparison alone, and a jitter that repeats itself. */
function stopwatch(steps: (key: string) => number): (request: RequestData) => Promise<Timed> {
  const sent = new Map<string, number>()
  return async ({ headers }) => {
    const key = headers[0]?.[1] ?? ''
    const turn = (sent.get(key) ?? 0) + 1
    sent.set(key, turn)
    return { status: 401, duration: 0.2 + steps(key) / 1_000 + ((turn * 7) % 13) / 1_000 }
  }
}

function earlyExitSteps(key: string): number {
  const at = [...key].findIndex((character, i) => character !== KEY[i])
  return at < 0 ? key.length : at
}

function createPlan(): Plan {
  const scenario = (name: string, key: string): unknown => ({
    name,
    authenticator: 'Key',
    steps: [{ request: { method: 'GET', target: '/x', headers: [['X-Key', key]] }, expect: 'deny' }],
  })
  const scenarios = [scenario('key.first-char', FIRST), scenario('key.last-char', LAST)]
  // The same authenticator on a second route is not measured again.
  return {
    routes: [
      { route: { key: 'GET /x' }, scenarios },
      { route: { key: 'GET /y' }, scenarios },
    ],
    remarks: [],
  } as never
}
