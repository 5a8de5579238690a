import { readdirSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { createSample } from '../../server/files/testdata/tree.ts'
import { writeNewFiles } from './write-new-files.ts'

describe('writeNewFiles', () => {
  const namesIn = (root: string): readonly string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()

  it('writes files into folders that it makes, secrets for their owner alone', async () => {
    const sample = createSample({ LICENSE: 'MIT' })
    const files = new Map<string, string | Uint8Array>([
      ['a/b.txt', 'b'],
      ['.env', 'KEY=1'],
      ['c.bin', new Uint8Array([1])],
    ])
    await writeNewFiles(`${sample.root}/new`, files, ['.env'])
    expect(namesIn(sample.root)).to.deep.equal(['LICENSE', 'new', 'new/.env', 'new/a', 'new/a/b.txt', 'new/c.bin'])
    expect(statSync(`${sample.root}/new/.env`).mode & 0o077).to.equal(0)
    sample.dispose()
  })

  it('leaves nothing but what was there if one of them cannot be written', async () => {
    const sample = createSample({ LICENSE: 'MIT', routes: { 'own.txt': 'mine' } })
    const files = new Map([
      ['vendor/x/a.tgz', 'a'],
      ['routes/b.ts', 'b'],
      ['LICENSE', 'GPL'],
      ['c.ts', 'c'],
    ])
    const failed: unknown = await writeNewFiles(sample.root, files, []).catch((error: unknown) => error)
    expect(failed).to.have.property('code', 'EEXIST')
    expect(namesIn(sample.root)).to.deep.equal(['LICENSE', 'routes', 'routes/own.txt'])
    sample.dispose()
  })
})
