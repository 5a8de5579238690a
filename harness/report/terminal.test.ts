import { expect } from 'chai'
import { NO_COUNTS } from '../model/counts.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import { type TerminalOptions, TerminalReporter } from './terminal.ts'

/** The output while a hundred scenarios of one route pass. */
function outputOf(options: Pick<TerminalOptions, 'interactive' | 'brief'>): string {
  let text = ''
  const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false, ...options })
  const route = sampleRoute()
  const scenarios = Array.from({ length: 100 }, (_, at) => sampleScenario(route, `one-${at}`))
  reporter.report({ type: 'plan.ready', routes: [{ route, scenarios: scenarios.length }], scenarios: scenarios.length })
  text = ''
  for (const scenario of scenarios)
    reporter.report({ type: 'scenario.ended', verdict: sampleVerdict(scenario, 'passed') })
  return text
}

describe('the report for the terminal', () => {
  const table: readonly (readonly [title: string, options: Parameters<typeof outputOf>[0], output: string])[] = [
    ['shows progress where a line can be written over', { interactive: true }, '\r  50/100\r  100/100'],
    ['shows none in a file or a pipe', { interactive: false }, ''],
    ['shows none where only findings are wanted', { interactive: true, brief: true }, ''],
  ]
  for (const [title, options, output] of table) it(title, () => expect(outputOf(options)).to.equal(output))

  it('counts what was not sent where that is most of a route', () => {
    let text = ''
    const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false, interactive: false })
    const route = sampleRoute()
    for (const left of [0, 6, 300]) {
      const counts = { ...NO_COUNTS, passed: 7 }
      const result = { route, auth: 'Token', counts, control: 'good', addresses: [], duration: 1, left } as const
      reporter.report({ type: 'route.ended', result })
    }
    expect(text.match(/\d+\/\d+/g)).to.deep.equal(['7/7', '7/7', '7/307'])
  })
})
