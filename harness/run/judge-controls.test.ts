import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import { DEFAULT_NORMS } from '../copies/norms.ts'
import { Ledger } from '../observe/ledger.ts'
import type { Replayed } from '../replay/replay.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Scenario } from '../model/scenario.ts'
import { sampleFixtures, sampleRoute, sampleRoutePlan, sampleScenario } from '../testdata/samples.ts'
import { Redactor } from '../text/redact.ts'
import { type Control, judgeControls } from './judge-controls.ts'
import type { PlayedRoute } from './played.ts'

const route = sampleRoute()
const plan = sampleRoutePlan(route, 'wrong')
const [valid, wrong] = plan.scenarios as readonly [Scenario, Scenario]
const GOOD: Control = { state: 'good', failure: undefined }

function replayed({ steps }: Scenario, status: number, probe?: string): readonly Replayed[] {
  const [step] = steps as [Scenario['steps'][number]]
  const headers = [['cache-control', 'no-store']] as const
  const answer = { status, head: `HTTP/1.1 ${status} x`, headers, body: '', closes: false }
  return [{ step, request: step.request, bytes: '', probe, answer, startedAt: 0, duration: 1 }]
}

/** A request that ran the handler of the route, by its id in the ledger. */
async function runHandler(ledger: Ledger): Promise<string> {
  const api = new SvcAPI({ docs: false })
  api.get('/pets', { auth: bearer(() => 'ann', { name: 'Token' }) }, () => 1)
  const [detach, id] = [ledger.attach(api), ledger.issue()]
  const headers = { [ledger.field]: id, authorization: 'Bearer good-token' }
  await api.fetch(new Request('http://127.0.0.1/pets', { headers }))
  detach()
  return id
}

/** The controls of a route, at its beginning and at its end. */
function controlsOf(method: string, first: number, last: number): Control {
  const again = { control: 'control', expect: 'allow', family: 'control', turn: 'last' } as const
  const route = sampleRoute({ method })
  const begin = sampleRoutePlan(route)
  const end = sampleScenario(route, 'valid.last', again)
  const [start] = begin.scenarios as readonly [Scenario]
  const replays = new Map([
    [start.id, replayed(start, first)],
    [end.id, replayed(end, last)],
  ])
  return judge({ ...begin, scenarios: [start, end] }, replays)
}

/** The control of a route that gives such an answer to a good credential, and refuses a wrong one. */
function controlWith(status: number, ledger?: Ledger, probe?: string): Control {
  const replays = new Map([
    [valid.id, replayed(valid, status, probe)],
    [wrong.id, replayed(wrong, 401)],
  ])
  return judge(plan, replays, ledger)
}

function judge(of: RoutePlan, replays: PlayedRoute['replays'], ledger?: Ledger): Control {
  return judgeControls(
    of,
    { replays, counterparts: new Map(), nonsense: new Map() },
    {
      fixtures: sampleFixtures(),
      norms: DEFAULT_NORMS,
      redactor: new Redactor([]),
      ledger,
      origin: 'http://127.0.0.1:1',
      runStart: 0,
      strict: false,
      today: '2026-11-22',
      remark: () => undefined,
      routes: new Map([[of.route.key, of.route]]),
    },
  )
}

describe('the positive control of a route', () => {
  it('is good with a success, though other requests are refused', () => expect(controlWith(200)).to.deep.equal(GOOD))

  it('is not good with a redirect of a server in another process, which may be one to its login', () =>
    expect(controlWith(302)).to.deep.equal({
      state: 'failed',
      failure: undefined,
      reason: 'positive control got 302',
    }))

  it('is good with a redirect of a handler that ran', async () => {
    const ledger = new Ledger(() => true)
    expect(controlWith(302, ledger, await runHandler(ledger))).to.deep.equal(GOOD)
  })

  it('is good where the operation has used up what it was asked for', () =>
    expect(controlsOf('DELETE', 204, 404)).to.deep.equal(GOOD))

  it('is not good where a record that is only read is gone at the end', () =>
    expect(controlsOf('GET', 200, 404).state).to.equal('failed'))

  it('is not good where the operation never did anything', () =>
    expect(controlsOf('DELETE', 404, 404).state).to.equal('failed'))
})
