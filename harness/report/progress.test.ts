import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import type { Finding } from '../model/verdict.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import { Progress } from './progress.ts'

const ROUTES = ['/a', '/b', '/c', '/d', '/e'].map((path) => sampleRoute({ path }))
const [FIRST = sampleRoute()] = ROUTES

const FINDING = {
  sentence: 'A key was accepted.',
  problems: [{ code: 'status', expected: '401', got: '200' }],
} as unknown as Finding

interface Played {
  readonly progress: Progress
  /** Time goes on by so many seconds. */
  readonly after: (seconds: number) => void
  /** The text since the last time. */
  readonly written: () => string
}

function play(rewrites: boolean, planned = 1_000): Played {
  let now = 0
  let text = ''
  const progress = new Progress({ write: (part) => void (text += part), rewrites, planned, now: () => now })
  const routes = ROUTES.map((route) => ({ route, scenarios: planned / ROUTES.length }))
  progress.report({ type: 'plan.ready', routes, scenarios: planned })
  return {
    progress,
    after: (seconds) => {
      for (let at = 0; at < seconds; at++) {
        now += 1_000
        progress.tick()
      }
    },
    written: () => {
      const since = text
      text = ''
      return since
    },
  }
}

function found(name: string, route = FIRST): RunEvent {
  const verdict = sampleVerdict(sampleScenario(route, name), 'failed')
  return { type: 'scenario.ended', verdict: { ...verdict, finding: FINDING } }
}

describe('the progress of a run', () => {
  const open: Progress[] = []
  afterEach(() => open.splice(0).forEach((one) => one.close()))
  const begin = (...given: Parameters<typeof play>): Played => {
    const played = play(...given)
    open.push(played.progress)
    return played
  }

  it('is nothing on a pipe in the first ten seconds', () => {
    const { progress, after, written } = begin(false)
    progress.report(found('key.prefix'))
    after(9)
    progress.close()
    expect(written()).to.equal('')
  })

  it('is each finding as it comes, three of a route, and a line now and then', () => {
    const { progress, after, written } = begin(false)
    progress.report(found('key.prefix'))
    progress.sent(100)
    after(10)
    expect(written()).to.equal(
      'found  GET /a  key.prefix  A key was accepted.\n100 of at least 1,000 requests (10 %) in 10 s, about 1:30 min more\n',
    )
    for (const name of ['key.half', 'key.suffix', 'key.tail', 'key.empty']) progress.report(found(name))
    expect(written().split('\n')).to.deep.equal([
      'found  GET /a  key.half  A key was accepted.',
      'found  GET /a  key.suffix  A key was accepted.',
      'found  GET /a  more findings: in the report',
      '',
    ])
    after(59)
    expect(written()).to.equal('')
    after(1)
    expect(written()).to.equal('100 of at least 1,000 requests (10 %) in 1:10 min, about 10:30 min more\n')
  })

  it('has one kind of finding on three routes, and says once that others have it, too', () => {
    const { progress, after, written } = begin(false)
    for (const route of ROUTES) progress.report(found('missing', route))
    after(10)
    expect(written().split('\n').slice(0, 4)).to.deep.equal([
      'found  GET /a  missing  A key was accepted.',
      'found  GET /b  missing  A key was accepted.',
      'found  GET /c  missing  A key was accepted.',
      'found  missing  on more routes, too: in the report',
    ])
  })

  it('is one line on a terminal, gone before anything else is written there', () => {
    const { progress, after, written } = begin(true)
    progress.sent(500)
    after(1)
    expect(written()).to.equal('500 of at least 1,000 requests (50 %) in 1 s, about 1 s more')
    for (const route of ROUTES)
      progress.report({
        type: 'route.ended',
        result: { route } as Extract<RunEvent, { type: 'route.ended' }>['result'],
      })
    expect(written()).to.equal('\r\u001b[K')
    after(1)
    expect(written()).to.equal('500 requests in 2 s; the plan is sent, now by the answers')
  })

  it('is at most 99 % with no time left where more is sent than the plan has at least', () => {
    const { progress, after, written } = begin(false)
    progress.sent(1_200)
    after(10)
    expect(written()).to.equal('1,200 of at least 1,000 requests (99 %) in 10 s\n')
  })

  it('names a first look where the plan is long', () => {
    const { after, written } = begin(false, 80_000)
    after(10)
    expect(written()).to.match(/^at least 80000 requests: --only valid,resource,field,role /)
  })
})
