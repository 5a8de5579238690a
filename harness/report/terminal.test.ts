import { expect } from 'chai'
import { NO_COUNTS } from '../model/counts.ts'
import type { RunEvent } from '../model/event.ts'
import type { Remark } from '../model/remark.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Finding, Verdict } from '../model/verdict.ts'
import { sampleRoute, sampleRoutePlan, sampleVerdict } from '../testdata/samples.ts'
import { SMALL_RUN } from './testdata/small-run.ts'
import { type TerminalOptions, TerminalReporter } from './terminal.ts'

/** The report of a run with these events. */
function outputOf(events: readonly RunEvent[], options: Pick<TerminalOptions, 'all'> = {}): string {
  let text = ''
  const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false, ...options })
  for (const event of events) reporter.report(event)
  return text
}

/** Routes whose good credential is answered with 422, with a second scenario that this decides. */
const undecidedOn = (routes: number, status: number): readonly RunEvent[] =>
  Array.from({ length: routes }, (_, at) => sampleRoute({ method: 'POST', path: `/${at}` })).flatMap(
    (route): readonly RunEvent[] => {
      const exchange = {
        sent: 'POST /pets HTTP/1.1\r\nHost: h\r\n\r\n{"name": "[env:NAME]"}',
        received: `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\n\r\n{"detail":\n "age is missing"}\u001b${'x'.repeat(300)}`,
        method: 'POST',
        target: '/pets',
        status,
        duration: 1,
        startedAt: 0,
      }
      const [control, other] = sampleRoutePlan(route, 'key.prefix').scenarios as readonly [Scenario, Scenario]
      const open = { outcome: 'inconclusive', exchanges: [exchange] } as const
      return [
        { type: 'scenario.ended', verdict: { ...sampleVerdict(control, 'passed'), ...open, reason: '422: give body' } },
        {
          type: 'scenario.ended',
          verdict: { ...sampleVerdict(other, 'passed'), ...open, reason: '422 proves nothing' },
        },
      ]
    },
  )
const UNDECIDED = undecidedOn(20, 422)
const END = SMALL_RUN.slice(-1)

describe('the report for the terminal', () => {
  it('shows first what has to be known, all of it, and counts it at the end', () => {
    const questions = Array.from({ length: 30 }, (_, at) => `may any user read /${at}?`)
    const remarks = [
      ...Array.from({ length: 30 }, (_, at): Remark => ({ kind: 'notice', message: `took id ${at}`, about: 'taken' })),
      ...questions.map((message): Remark => ({ kind: 'question', message })),
      { kind: 'leftover', message: 'the user svc1' } as const,
    ]
    const events = [...UNDECIDED, ...remarks.map((remark) => ({ type: 'remark', remark }) as const), ...END]
    const lines = outputOf(events).split('\n')
    expect(lines.slice(0, 31)).to.deep.equal([
      '  leftover   the user svc1',
      ...questions.map((text) => `  question   ${text}`),
    ])
    expect(lines).to.include('  notice   took id 0  (and 29 more of this kind: --all)')
    expect(lines).to.include('  to know        1 leftover  30 questions: above')
  })

  it('shows what was sent and what came where a good credential is answered with an error', () => {
    const lines = outputOf([...UNDECIDED, ...END]).split('\n')
    expect(lines.slice(0, 3)).to.deep.equal([
      '  inconclusive  POST /0  422: give body; 2 scenarios, for 2 reasons',
      '                sent      POST /pets  {"name": "[env:NAME]"}',
      `                got       422  {"detail": "age is missing"}\\x1b${'x'.repeat(168)}… (332 chars)`,
    ])
    expect(lines.filter((line) => line.startsWith('  inconclusive')).slice(-1)).to.deep.equal([
      '  inconclusive  and 8 more routes with 16 scenarios: --all',
    ])
    expect(outputOf([...UNDECIDED, ...END], { all: true })).to.include('POST /19  422 proves nothing')
  })

  it('says first that a server breaks for its own users', () => {
    const lines = outputOf([...undecidedOn(5, 500), ...END]).split('\n')
    expect(lines[0]).to.equal(
      '  inconclusive  5 routes answered a good credential with a server error, so little is proven there: POST /0, POST /1, POST /2 and 2 more routes',
    )
    expect(lines[2]).to.match(/^ {2}inconclusive {2}POST \/0 /)
    expect(outputOf([...undecidedOn(1, 500), ...END])).to.not.include('with a server error')
  })

  it('leaves the place of findings out where the source of the server is not known', () => {
    const events = SMALL_RUN.map((event): RunEvent => {
      if (event.type === 'run.started') return { ...event, setting: { ...event.setting, target: 'url' } }
      const finding = event.type === 'scenario.ended' ? event.verdict.finding : undefined
      if (event.type !== 'scenario.ended' || finding === undefined) return event
      return { ...event, verdict: { ...event.verdict, finding: { ...finding, position: undefined } } }
    })
    const [local, other] = [events.filter(({ type }) => type !== 'run.started'), events].map((all) => outputOf(all))
    expect(local).to.include('        (place not known)   ')
    expect(other).to.not.include('(place not known)')
    expect(other).to.match(/FAIL .*\n {8}\S.*\n {8}Cause: /)
  })

  it('shows the body of a request whose answer was wrong', () => {
    const verdicts = SMALL_RUN.flatMap((event) => (event.type === 'scenario.ended' ? [event.verdict] : []))
    const verdict = verdicts[1] as Verdict
    const finding = verdict.finding as Finding
    const request = { ...finding.request, body: '{"name":\n "\' OR 1=1--"}' }
    const ended: RunEvent = { type: 'scenario.ended', verdict: { ...verdict, finding: { ...finding, request } } }
    expect(outputOf([ended, ...END])).to.include(`          body      {"name": "' OR 1=1--"}\n`)
  })

  it('counts what was not sent where that is most of a route', () => {
    let text = ''
    const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false })
    const route = sampleRoute()
    for (const left of [0, 6, 300]) {
      const counts = { ...NO_COUNTS, passed: 7 }
      const result = { route, auth: 'Token', counts, control: 'good', addresses: [], duration: 1, left } as const
      reporter.report({ type: 'route.ended', result })
    }
    expect(text.match(/\d+\/\d+/g)).to.deep.equal(['7/7', '7/7', '7/307'])
  })
})
