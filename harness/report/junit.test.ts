import { expect } from 'chai'
import { recordRun } from './testdata/recorded-run.ts'
import { junitFaultsOf } from './testdata/schemas.ts'
import { SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

describe('the JUnit report', () => {
  it('of a real run is valid', async () => {
    const { events } = await recordRun()
    expect(await junitFaultsOf(await writeReport('junit', events))).to.deep.equal([])
  })

  it('is valid whatever an application answers', async () => {
    expect(await junitFaultsOf(await writeReport('junit', SMALL_RUN))).to.deep.equal([])
  })

  it('is held to its schema', async () => {
    const xml = (await writeReport('junit', SMALL_RUN)).replace(' failures="1"', '')
    expect(await junitFaultsOf(xml)).to.have.lengthOf(1)
  })

  it('counts every outcome, and gives what is undecided a reason', async () => {
    const xml = await writeReport('junit', SMALL_RUN)
    expect(xml).to.contain('<testsuites name="svc test-auth" tests="5" failures="1" errors="0" time="1.234">')
    expect(xml).to.contain(
      '<testsuite name="GET /x" id="0" tests="5" failures="1" errors="0" skipped="3" time="0.007" timestamp="2026-03-04T05:06:07" file="routes/x.ts">',
    )
    expect(xml).to.contain('<testcase name="valid [v-1]" classname="GET /x" time="0.002"/>')
    expect(xml).to.contain('<failure type="accepted" message="A key with its last character cut off was accepted.">')
    expect(xml).to.contain('<skipped message="ignored: ticket 812"/>')
    expect(xml).to.contain('<property name="seed" value="5eed"/>')
  })

  it('shows what XML cannot hold', async () => {
    expect(await writeReport('junit', SMALL_RUN)).to.contain(String.raw`\x00\x1b[31m\x85\ud800\ufffe`)
  })
})
