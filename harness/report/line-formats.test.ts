import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createGithub } from './github.ts'
import { SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

describe('the GitHub report', () => {
  it('annotates the declaration, and no answer begins a command of its own', async () => {
    const lines = (await writeReport('github', SMALL_RUN)).trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, line.indexOf('::', 2)))).to.deep.equal([
      '::error file=routes/x.ts,line=4,title=GET /x key.prefix',
      '::warning file=routes/x.ts,line=4,title=GET /x is not decided',
      '::warning title=GET /x',
    ])
    expect(lines[0]).to.contain('%250A::error::').and.contain('%0D%0A...%0A# SKIP')
  })

  it('appends a summary for the job', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-summary-'))
    const file = join(folder, 'summary.md')
    try {
      const reporter = createGithub(
        { write: () => undefined, close: async () => undefined },
        { GITHUB_STEP_SUMMARY: file },
      )
      for (const event of SMALL_RUN) reporter.report(event)
      await reporter.close?.()
      const summary = readFileSync(file, 'utf8')
      expect(summary).to.contain('**4** scenarios on **1** routes: 1 passed, **1 failed**, 1 inconclusive, 1 ignored')
      expect(summary)
        .to.contain('| route | auth | control | common | path |')
        .and.contain('| `GET /x` | `Token` | ✅ 1 | ❌ 0/3 |  |')
      expect(summary).not.to.match(/^(?!.*`).*<img/m)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
