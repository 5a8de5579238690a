import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Verdict } from '../model/verdict.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import { BaselineWriter } from './baseline.ts'

describe('the baseline of a run', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-baseline-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is written into a folder that it makes, with what fails and what was known', () => {
    const file = join(folder, 'a', 'b', 'baseline.json')
    const writer = new BaselineWriter(file)
    const ended = (name: string, outcome: Verdict['outcome'], reason?: string): string => {
      const scenario = sampleScenario(sampleRoute(), name)
      const verdict = { ...sampleVerdict(scenario, outcome), ...(reason === undefined ? {} : { reason }) }
      writer.report({ type: 'scenario.ended', verdict })
      return scenario.id
    }
    const failed = ended('a', 'failed')
    const known = ended('b', 'ignored', 'in the baseline')
    ended('c', 'ignored', 'ticket 7')
    ended('d', 'passed', 'in the baseline')
    writer.close()
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({
      known: [
        { id: failed, route: 'GET /pets', scenario: 'a' },
        { id: known, route: 'GET /pets', scenario: 'b' },
      ],
    })
    expect(writer.describe()).to.match(/baseline\.json {2}written: 2 known findings\n$/)
  })
})
