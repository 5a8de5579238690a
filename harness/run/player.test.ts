import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { DEFAULT_NORMS } from '../copies/norms.ts'
import type { RequestData } from '../model/request.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import type { Sending, Target } from '../replay/target.ts'
import type { Route } from '../model/route.ts'
import { sampleFixtures, sampleRoute, sampleRoutePlan } from '../testdata/samples.ts'
import { Redactor } from '../text/redact.ts'
import { Pace } from './pace.ts'
import { Player } from './player.ts'
import { Liveness } from './liveness.ts'

type Reply = number | NoAnswer['reason'] | 'endless'

/** A server that gives one answer after the other, and the last again and again. */
class ScriptedTarget implements Target {
  readonly #replies: Reply[]
  /** Milliseconds that each request may take, as far as they are said. */
  readonly patience: (number | undefined)[] = []

  constructor(...replies: readonly Reply[]) {
    this.#replies = [...replies]
  }

  send(_request: RequestData, _channel: string, patience?: number): Sending {
    this.patience.push(patience)
    const reply = (this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0]) ?? 'closed'
    return { bytes: '', probe: undefined, answer: answerOf(reply) }
  }

  sendTogether(): AsyncIterable<Sending> {
    throw new Error('no scenario here has several steps')
  }

  async sendAtOnce(): Promise<readonly Sending[]> {
    throw new Error('no scenario here has several steps')
  }

  async close(): Promise<void> {}
}

/** A server that answers in time as long as nothing else is on its way; what it was asked comes in the order of names. */
class BusyTarget extends ScriptedTarget {
  #pending = 0

  override send(request: RequestData, channel: string, patience?: number): Sending {
    this.#pending += 1
    const isAlone = this.#pending === 1
    const { answer, ...sending } = super.send(request, channel, patience)
    const settled = answer.finally(() => (this.#pending -= 1))
    return { ...sending, answer: settled.then((one) => (isAlone ? one : Promise.reject(new NoAnswer('timeout')))) }
  }
}

async function answerOf(reply: Reply): Promise<RawResponse> {
  await nextTurn()
  if (reply === 'endless') return { status: 200, head: '', headers: [], body: '', closes: true, isCut: true }
  if (typeof reply === 'string') throw new NoAnswer(reply)
  return { status: reply, head: `HTTP/1.1 ${reply} x`, headers: [], body: '', closes: false }
}

const TIMEOUT = 1_000

/** The answers to each scenario, the control `valid`, then `wrong`; and to a path beside the route. */
function play(...sending: SendingInput): ReturnType<typeof playOn> {
  return playOn(sampleRoute(), ...sending)
}

type SendingInput = Parameters<typeof playOn> extends [Route, ...infer Rest] ? Rest : never

async function playOn(
  route: Route,
  target: ScriptedTarget,
  remote = false,
  repeat = false,
  ...refused: readonly string[]
): Promise<readonly (readonly (number | string | undefined)[])[]> {
  const plan = sampleRoutePlan(route, 'wrong', ...refused)
  const player = new Player(plan, {
    targets: { of: () => target, origin: 'http://127.0.0.1:1', close: () => target.close() },
    context: {
      fixtures: sampleFixtures(),
      norms: DEFAULT_NORMS,
      redactor: new Redactor([]),
      ledger: undefined,
      origin: 'http://127.0.0.1:1',
      runStart: 0,
      strict: false,
      today: '2026-11-22',
      remark: () => undefined,
      routes: new Map([[route.key, route]]),
    },
    ledger: undefined,
    pace: new Pace(undefined),
    liveness: remote ? new Liveness(() => target, { method: 'GET', target: '/', headers: [] }) : undefined,
    timeout: TIMEOUT,
    repeat,
    isOver: () => false,
  })
  const { replays, nonsense } = await player.play()
  const beside = [...nonsense.values()].map(({ status }) => status)
  const answers = plan.scenarios.map(({ id }) =>
    (replays.get(id) ?? []).map(({ answer }) => (answer instanceof NoAnswer ? answer.reason : answer.status)),
  )
  return beside.length === 0 ? answers : [...answers, beside]
}

describe('the scenarios of one route', () => {
  it('are sent once each where they are answered', async () => {
    const target = new ScriptedTarget(200, 401)
    expect(await play(target)).to.deep.equal([[200], [401]])
    expect(target.patience).to.have.length(2)
  })

  it('are sent again where the answer was late, and a control may take four times as long then', async () => {
    const target = new ScriptedTarget('timeout', 200, 401)
    expect(await play(target)).to.deep.equal([[200], [401]])
    expect(target.patience).to.deep.equal([TIMEOUT, 4 * TIMEOUT, target.patience[2]])
  })

  it('that end a session are sent once, where they are good: it ends with the first, however late its answer is', async () => {
    const target = new ScriptedTarget('timeout', 401)
    const route = sampleRoute({ method: 'POST', path: '/logout' })
    expect(await playOn(route, target)).to.deep.equal([['timeout'], [401]])
    expect(target.patience[0]).to.equal(4 * TIMEOUT)
  })

  it('that use something up are sent once, with all the time of a second attempt', async () => {
    const target = new ScriptedTarget(200, 401, 'timeout', 401)
    expect(await play(target, false, false, 'once')).to.deep.equal([[200], [401], ['timeout']])
    expect(target.patience).to.deep.equal([TIMEOUT, target.patience[1], 4 * TIMEOUT])
  })

  it('that are good are sent no more where an answer went on and on', async () => {
    const target = new ScriptedTarget('endless', 401)
    expect(await play(target, false, false, 'good')).to.deep.equal([[200], [401], []])
    expect(target.patience).to.deep.equal([TIMEOUT, 500])
  })

  it('are not sent a third time', async () => {
    const target = new ScriptedTarget('timeout')
    expect(await play(target)).to.deep.equal([['timeout'], ['timeout']])
    expect(target.patience).to.deep.equal([TIMEOUT, 4 * TIMEOUT, TIMEOUT, 4 * TIMEOUT])
  })

  it('are sent alone where they were late beside others', async () => {
    const answers = await play(new BusyTarget(200, 401), false, false, 'missing', 'empty', 'other')
    expect(answers).to.deep.equal([[200], [401], [401], [401], [401]])
  })

  it('are not sent again where two in a row were late alone, too', async () => {
    const target = new ScriptedTarget(200, 'timeout')
    const answers = await play(target, false, false, 'missing', 'empty', 'other')
    expect(answers).to.deep.equal([[200], ...Array.from({ length: 4 }, () => ['timeout'])])
    expect(target.patience).to.have.length(1 + 4 + 2)
  })

  it('come with the answer beside the route where one needs it', async () => {
    expect(await play(new ScriptedTarget(200, 200, 404))).to.deep.equal([[200], [200], [404]])
  })

  it('that fail are sent a second time, and the second answer counts', async () =>
    expect(await play(new ScriptedTarget(200, 500, 401), true, true)).to.deep.equal([[200], [401]]))

  it('that were let in once were let in: what is done cannot be done again', async () =>
    expect(await play(new ScriptedTarget(200, 204, 404), true, true)).to.deep.equal([[200], [204], [404]]))

  it('keep a lost answer of a server that is still there', async () => {
    expect(await play(new ScriptedTarget(200, 'closed', 404), true)).to.deep.equal([[200], ['closed']])
  })
})
