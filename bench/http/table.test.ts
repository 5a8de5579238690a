import { expect } from 'chai'
import { formatParts } from './profile.ts'
import type { Spread } from './statistics.ts'
import { describeLead, findLeaders, type Ratios } from './table.ts'

const at = (median: number): Spread => ({ low: median, median, high: median })
const ratios: Ratios = new Map([
  ['open', new Map(Object.entries({ svc: at(1), 'svc (built)': at(1.2), h3: at(0.7) }))],
  ['basic', new Map(Object.entries({ svc: at(0.8), h3: at(0.9), fastify: at(1) }))],
])

describe('the foot of the table', () => {
  it('names the lines on which another server is ahead; svc as it is deployed does not count as another', () => {
    expect(describeLead(ratios)).to.equal('svc is behind on: basic (fastify), basic (h3).')
    expect(findLeaders(ratios)).to.deep.equal([['basic', 'fastify']])
    expect(describeLead(new Map([...ratios].slice(0, 1)))).to.equal('svc is ahead on every line.')
  })

  it('has a table of parts, the largest first', () => {
    const columns = new Map([
      ['svc', new Map([['the framework', 4.25]])],
      ['h3', new Map(Object.entries({ 'the framework': 9, 'write to the socket': 12.04 }))],
    ])
    expect(formatParts('basic', columns)).to.equal(
      [
        '| basic, µs per request under the profiler | svc | h3 |',
        '|---|---|---|',
        '| write to the socket | 0.0 | 12.0 |',
        '| the framework | 4.3 | 9.0 |',
        '| together | 4.3 | 21.0 |',
      ].join('\n'),
    )
  })
})
