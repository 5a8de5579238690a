import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { Reporter } from '../model/event.ts'
import { REPORTERS } from './formats.ts'
import { longRun } from './testdata/long-run.ts'

const ROUTES = 150
const SCENARIOS = 200
/** Kilobytes of the request of each scenario. */
const EXCHANGE = 2

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

describe('the reports of a long run', () => {
  const texts = new Map<string, string>()
  let held: number

  before(async () => {
    const reporters: Reporter[] = []
    for (const [name, load] of Object.entries(REPORTERS).filter(([name]) => name !== 'ndjson')) {
      const write = (text: string): void => void texts.set(name, (texts.get(name) ?? '') + text)
      reporters.push((await load())({ write, close: async () => undefined }))
    }
    collect()
    const before = process.memoryUsage().heapUsed
    for (const event of longRun(ROUTES, SCENARIOS, EXCHANGE)) for (const reporter of reporters) reporter.report(event)
    collect()
    held = process.memoryUsage().heapUsed - before
    for (const reporter of reporters) await reporter.close?.()
  })

  it('hold no requests and answers of what passed until they are written', () => {
    expect(held / 1_048_576).to.be.below((ROUTES * SCENARIOS * EXCHANGE) / 1_024 / 3)
  })

  it('name every scenario in JUnit, and every id in the page', () => {
    expect(texts.get('junit')?.match(/<testcase /g)).to.have.length(ROUTES * SCENARIOS)
    expect(texts.get('html')).to.contain(`${ROUTES * SCENARIOS} scenarios of this long run passed`)
  })

  it('are a page of less than five megabytes', () => {
    expect(texts.get('html')?.length).to.be.within(300_000, 5_000_000)
  })
})
