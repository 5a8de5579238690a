import { expect } from 'chai'
import { writeJobSummary } from './github-summary.ts'
import { recordOf } from './testdata/record-of.ts'
import { SMALL_RUN } from './testdata/small-run.ts'

describe('the summary of a job on GitHub', () => {
  it('has a line for a cause with one finding, without a number', async () => {
    const summary = writeJobSummary(await recordOf(SMALL_RUN))
    const line = summary.split('\n').find((text) => text.startsWith('- `'))
    expect(line)
      .to.match(/^- `GET \/x` `key\.prefix`: .+ {2}$/)
      .and.to.not.include('findings')
  })

  it('keeps a title on its line, and markup out of it', async () => {
    const named = SMALL_RUN.map((event) =>
      event.type === 'run.started' ? { ...event, setting: { ...event.setting, title: 'pets\n\n# *of* <b>' } } : event,
    )
    expect(writeJobSummary(await recordOf(named)).split('\n')[0]).to.match(
      / Authentication of pets \\# \\\*of\\\* \\<b\\>$/,
    )
  })
})
