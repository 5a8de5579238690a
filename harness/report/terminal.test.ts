import { expect } from 'chai'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import { type TerminalOptions, TerminalReporter } from './terminal.ts'

/** The output while a hundred scenarios of one route pass. */
function outputOf(options: Pick<TerminalOptions, 'interactive' | 'brief'>): string {
  let text = ''
  const reporter = new TerminalReporter({ write: (part) => void (text += part), color: false, ...options })
  const route = sampleRoute()
  const scenarios = Array.from({ length: 100 }, (_, at) => sampleScenario(route, `one-${at}`))
  reporter.report({ type: 'plan.ready', routes: [{ route, scenarios }], scenarios: scenarios.length })
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
})
