import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { HarnessError } from '../model/failure.ts'
import type { RunEvent } from '../model/event.ts'
import { openReporters } from './open-reports.ts'
import { SMALL_RUN } from './testdata/small-run.ts'

describe('--reporter', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-reporters-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function run(names: readonly string[], events: readonly RunEvent[] = SMALL_RUN): Promise<string> {
    let stdout = ''
    const { reporters } = await openReporters(names, (text) => {
      stdout += text
    })
    for (const event of events) for (const reporter of reporters) reporter.report(event)
    for (const reporter of reporters) await reporter.close?.()
    return stdout
  }

  it('writes several formats of one run, to files whose folders it makes and to the terminal', async () => {
    const stdout = await run([`junit=${folder}/a/out.xml`, `sarif=${folder}/b/auth.sarif`, 'ndjson'])
    expect(stdout).to.match(/^\{"type":"run.started"/)
    expect(readFileSync(join(folder, 'a/out.xml'), 'utf8')).to.match(/^<\?xml/)
    expect(JSON.parse(readFileSync(join(folder, 'b/auth.sarif'), 'utf8'))).to.include({ version: '2.1.0' })
  })

  it('compares an HTML report with the one that it replaces', async () => {
    const file = join(folder, 'report.html')
    await run([`html=${file}`])
    expect(readFileSync(file, 'utf8')).not.to.contain('class="since"')
    await run([`html=${file}`])
    expect(readFileSync(file, 'utf8')).to.contain('0 new, 0 mended, 1 as before')
  })

  it('leaves the report of an earlier run where this one did not begin', async () => {
    const file = join(folder, 'out.xml')
    writeFileSync(file, 'earlier')
    await run([`junit=${file}`], [])
    expect(readFileSync(file, 'utf8')).to.equal('earlier')
  })

  it('leaves an empty file where a format has nothing to say', async () => {
    const file = join(folder, 'annotations')
    await run([`github=${file}`], SMALL_RUN.slice(0, 2))
    expect(existsSync(file) && readFileSync(file, 'utf8')).to.equal('')
  })

  it('says which file it cannot write', async () => {
    const file = join(folder, 'taken')
    mkdirSync(file)
    const error = await run([`junit=${file}`]).catch((caught: unknown) => caught)
    expect(error)
      .to.be.instanceOf(HarnessError)
      .with.property('message', `${file} cannot be written; name a file in a folder that exists`)
  })

  const wrong: readonly (readonly [name: string, message: string])[] = [
    ['junti=out.xml', 'there is no reporter "junti". Did you mean "junit"? Built in: terminal'],
    [
      'zzzzzzzz',
      'there is no reporter "zzzzzzzz". Built in: terminal, agent, junit, sarif, html, github, ndjson, and of',
    ],
    ['terminal=out.txt', '"terminal" writes on the terminal and takes no file: redirect its output (> out.txt)'],
    ['spec=out.txt', '"spec" writes on the terminal and takes no file'],
    ['html=', '"html=" names no file'],
    ['', 'there is no reporter ""'],
  ]
  for (const [name, message] of wrong)
    it(`refuses "${name}", and says which are built in and where they write`, async () => {
      const error = await openReporters([name], () => undefined).catch((caught: unknown) => caught)
      expect(error)
        .to.have.property('message')
        .that.contains(message)
        .and.contains('Built in: terminal, agent, junit,')
        .and.contains('--reporter terminal --reporter html=report.html')
    })
})
