import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Journal, leftJournals } from './journal.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const USER = { kind: 'user', name: 'svc1', password: 'p' } as const

describe('the journal of a run', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-journal-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is whole after each note, and gone when nothing is left', () => {
    const journal = new Journal(folder, ORIGIN, 'a1')
    journal.add(USER)
    expect(readdirSync(folder)).to.have.lengthOf(1)
    journal.done(USER)
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('is read though its run was killed while it wrote the next note', () => {
    new Journal(folder, ORIGIN, 'a1').add(USER)
    const [name = ''] = readdirSync(folder)
    const file = join(folder, name)
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    writeFileSync(file, readFileSync(file, 'utf8').replace(`${process.pid}`, `${ended}`))
    writeFileSync(`${file}.new`, '{"mark":"a1","pi')
    const left = leftJournals(folder, ORIGIN)
    expect(left.map(({ entry }) => entry.made)).to.deep.equal([[USER]])
    for (const { keep } of left) keep([])
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('has what an operation may have made once its answers are known to give the ids of what it makes', () => {
    const journal = new Journal(undefined, ORIGIN, 'a1')
    const record = (id: string) =>
      ({ kind: 'record', read: '', remove: 'DELETE /a/[id]', params: { id }, by: 'ann' }) as const
    journal.suppose('POST /a', record('1'))
    journal.suppose('POST /b', record('2'))
    expect(journal.made).to.deep.equal([])
    journal.prove('POST /a')
    journal.suppose('POST /a', record('3'))
    expect(journal.made).to.deep.equal([record('3'), record('1')])
  })
})
