import { expect } from 'chai'
import { writeLongTexts } from './long-text.ts'

const LONG = 'QUJD/+9='.repeat(500)

describe('writeLongTexts', () => {
  const records: readonly (readonly [name: string, record: Readonly<Record<string, unknown>>])[] = [
    ['one text', { text: LONG }],
    ['texts beside other values', { id: 1, data: LONG, tags: ['a'], none: null, ok: true, more: LONG }],
    ['members that JSON leaves out', { first: undefined, data: LONG, last: Symbol('x'), call: () => 1 }],
    ['a name that needs an escape', { '"\n': LONG }],
    ['a member named __proto__', { ['__proto__']: LONG }],
    ['names in the order of JSON', { b: LONG, 2: 'x', a: 'y', 1: LONG }],
    ['a date', { at: new Date(0), data: LONG }],
    ['a toJSON that is called with its name', { at: { toJSON: (name: string) => `of ${name}` }, data: LONG }],
    ['an object without prototype', Object.assign(Object.create(null) as object, { data: LONG })],
    ['characters beyond ASCII', { text: 'Жук😀'.repeat(500) }],
    ['a half of a pair', { text: `${LONG}\ud83d` }],
    ...Array.from(
      { length: 0x20 },
      (_, code) => [`the control ${code}`, { text: LONG + String.fromCharCode(code) }] as const,
    ),
    ['a quote', { text: `"${LONG}` }],
    ['a backslash', { text: `${LONG}\\${LONG}` }],
    ['a delete, which needs no escape', { text: `${LONG}\u007f\u2028` }],
  ]
  for (const [name, record] of records) {
    it(`writes what JSON.stringify writes: ${name}`, () => {
      expect(writeLongTexts(record)).to.equal(JSON.stringify(record))
    })
  }

  it('leaves alone what has no long text, or a toJSON of its own', () => {
    expect(writeLongTexts({})).to.equal(undefined)
    expect(writeLongTexts({ text: 'short', list: [LONG] })).to.equal(undefined)
    expect(writeLongTexts({ text: LONG, toJSON: () => 'mine' })).to.equal(undefined)
  })

  it('throws what JSON.stringify throws', () => {
    const cycle: Record<string, unknown> = { text: LONG }
    cycle['self'] = cycle
    expect(() => writeLongTexts(cycle)).to.throw(TypeError, /circular/)
    expect(() => writeLongTexts({ text: LONG, big: 1n })).to.throw(TypeError, /BigInt/)
  })
})
