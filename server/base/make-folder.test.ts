import { existsSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../files/testdata/tree.ts'
import { makeFolder } from './make-folder.ts'

describe('makeFolder', () => {
  let sample: SampleFolder
  beforeEach(() => (sample = createSample({ a: { 'file.txt': '' } })))
  afterEach(() => sample.dispose())

  const cases: readonly (readonly [path: string, made: string | undefined])[] = [
    ['a', undefined],
    ['a/b', 'a/b'],
    ['x/y/z', 'x'],
  ]
  for (const [path, made] of cases) {
    it(`makes what is missing of ${path}`, () => {
      const root = makeFolder(`${sample.root}/${path}`, 0o700)
      expect(root).to.equal(made && `${sample.root}/${made}`)
      expect(statSync(`${sample.root}/${path}`).isDirectory()).to.equal(true)
      if (made !== undefined) expect(statSync(`${sample.root}/${path}`).mode & 0o777).to.equal(0o700)
    })
  }

  for (const path of ['a/file.txt', 'a/file.txt/b']) {
    it(`throws where ${path} is in the way of a folder`, () => {
      expect(() => makeFolder(`${sample.root}/${path}`)).to.throw(/^(?:EEXIST|ENOTDIR)/)
    })
  }

  it('throws in a file system that denies it with ENOENT, where the recursive mkdir of Node does not return', function denied() {
    if (!existsSync('/proc/version')) this.skip()
    expect(() => makeFolder('/proc/svc/x')).to.throw(/^ENOENT/)
  })
})
