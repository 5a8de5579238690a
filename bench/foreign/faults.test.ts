import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { plant, readFaults } from './fault.ts'
import { readSubjects } from './subject.ts'

describe('bench/foreign: faults', () => {
  it('are read with their names, routes, reasons and edits', () => {
    const text = '# all\n= one\n@ GET /a, GET /b\n-x\n-y\n+z\n\n= two\n! not visible\n~ other.py\n-p\n+\n-q\n+r\n'
    expect(readFaults(text)).to.deep.equal([
      { name: 'one', edits: [{ find: 'x\ny', replace: 'z' }], on: ['GET /a', 'GET /b'] },
      {
        name: 'two',
        edits: [
          { file: 'other.py', find: 'p', replace: '' },
          { file: 'other.py', find: 'q', replace: 'r' },
        ],
        on: [],
        unseen: 'not visible',
      },
    ])
  })

  for (const { name, folder, source, faults } of readSubjects([])) {
    it(`of ${name} fit its source, each with a name of its own`, () => {
      for (const { edits } of faults) {
        const sources = new Map<string, string>()
        for (const edit of edits) {
          const file = join(folder, edit.file ?? source)
          sources.set(file, plant(sources.get(file) ?? readFileSync(file, 'utf8'), edit))
        }
      }
      const names = faults.map((fault) => fault.name)
      expect(names).to.deep.equal([...new Set(names)])
    })
  }
})
