import { SourceMap, type SourceMapPayload } from 'node:module'
import { expect } from 'chai'
import { coarsenMap, decodeMappings, encodeMappings } from './source-map.ts'

describe('the map of a file', () => {
  // Two lines of the bundle, which are lines 8 and 9 of the source, each with columns of its own.
  const mappings = encodeMappings([
    [
      [0, 0, 7, 0],
      [9, 0, 7, 16],
    ],
    [
      [1, 0, 8, 2],
      [7, 0, 8, 8],
    ],
  ])
  const map = { sources: ['../a.ts'], mappings }

  for (const { name, isCoarse, column } of [
    { name: 'keeps lines and columns of a source', isCoarse: false, column: 8 },
    { name: 'keeps the line only of what is coarse', isCoarse: true, column: 2 },
  ]) {
    it(name, () => {
      const kept = coarsenMap(map, () => isCoarse)
      const entry = new SourceMap({ version: 3, ...kept } as unknown as SourceMapPayload).findEntry(1, 7)
      expect(entry).to.include({ originalSource: '../a.ts', originalLine: 8, originalColumn: column })
    })
  }

  it('asks for each source by its name', () => {
    const asked: string[] = []
    coarsenMap({ sources: ['../a.ts', '../b.ts'], mappings }, (source) => asked.push(source) > 2)
    expect(asked).to.deep.equal(['../a.ts', '../b.ts'])
  })

  it('is written as it was read', () => {
    const text = 'AAAA,SAAS;;ACxBA,+/+/BAAA;AAAA'
    expect(encodeMappings(decodeMappings(text))).to.equal(text)
  })
})
