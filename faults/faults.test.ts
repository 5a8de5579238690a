import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { applyFault } from './fault.ts'
import { mutateFile, sampleFaults } from './mechanical.ts'
import { OPERATORS } from './operators.ts'
import { readSeeds } from './seeds.ts'

/** The faults that an operator makes of a piece of code, one text each. */
function made(operator: string, source: string): readonly string[] {
  return mutateFile('server/sample.ts', source)
    .filter(({ id }) => id.includes(`/${operator}.`))
    .map((fault) => applyFault(fault, source))
}

describe('the operators', () => {
  const rows: readonly (readonly [operator: string, source: string, faults: readonly string[]])[] = [
    ['negate-condition', 'if (a(b)) c()', ['if (!(a(b))) c()']],
    ['negate-condition', 'if (!a) c()', []],
    ['negate-condition', 'if (a === b) c()', []],
    ['and-or', 'x = (a) && b', ['x = (a) || b']],
    ['drop-default', 'x = a ?? b', ['x = a']],
    ['drop-operand', 'x = a || b', ['x = a', 'x = b']],
    ['drop-negation', 'x = !a', ['x = a']],
    ['equality', 'x = a !== b', ['x = a === b']],
    ['off-by-one', 'x = a <= b', ['x = a < b']],
    ['drop-throw', 'if (a) throw b', ['if (a) {}']],
    ['drop-guard', 'function f() { if (a) { b(); return }\n c() }', ['function f() { {}\n c() }']],
    ['drop-guard', 'function f() { if (a) b()\n c() }', []],
    [
      'return-constant',
      'function f(): boolean { return a }',
      ['{ return true }', '{ return false }'].map((body) => `function f(): boolean ${body}`),
    ],
    [
      'return-constant',
      'const f = (a: unknown): a is string => b',
      ['const f = (a: unknown): a is string => true', 'const f = (a: unknown): a is string => false'],
    ],
    ['return-constant', 'function f(): string { return a }', []],
    ['flip-literal', 'x = true', ['x = false']],
    ['drop-call', 'await a(b)', ['{}']],
    ['drop-assignment', 'a.b = c', ['{}']],
    ['drop-await', 'x = await a(b)', ['x = a(b)']],
    ['swap-arguments', 'a(b, c.d, e)', ['a(c.d, b, e)']],
    ['swap-arguments', "a('b', c)", []],
    ['swap-arguments', 'Math.max(a, b)', []],
    ['some-every', 'a.some(b)', ['a.every(b)']],
    ['some-every', 'a.constructor(b)', []],
    ['drop-refinement', 'x = a.trim().b', ['x = a.b']],
    ['loosen-pattern', 'x = /^a+$/', ['x = /a+$/', 'x = /^a+/', 'x = /^a*$/']],
    ['loosen-pattern', 'x = /a/i', ['x = /a/']],
  ]
  for (const [operator, source, faults] of rows) {
    it(`${operator}: ${source}`, () => expect(made(operator, source)).to.deep.equal(faults))
  }

  it('are all tried here, and each by its own name', () => {
    expect(new Set(rows.map(([operator]) => operator))).to.deep.equal(new Set(OPERATORS.map(({ name }) => name)))
  })

  it('leave types alone, and name the place', () => {
    const source =
      'type A<B> = B extends true ? 1 : 2\nclass C {\n  #d(e: A<true>): void {\n    if (e as unknown) f()\n  }\n}'
    expect(mutateFile('server/sample.ts', source).map(({ id }) => id)).to.deep.equal([
      'server/sample.ts#C.d/negate-condition.1',
      'server/sample.ts#C.d/drop-call.1',
    ])
  })

  it('give the same sample for the same seed', () => {
    const faults = mutateFile('server/sample.ts', 'x = a && b || c && !d\ny = a === b && c !== d')
    const idsOf = (all: typeof faults, size: number) => sampleFaults(all, size, 'seed').map(({ id }) => id)
    const sample = idsOf(faults, 5)
    expect(sample).to.have.length(5)
    expect([idsOf(faults.toReversed(), 5), idsOf(faults, 3)]).to.deep.equal([sample, sample.slice(0, 3)])
  })
})

describe('the faults made by hand', () => {
  it('each have an id of their own', () => {
    const ids = readSeeds().map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('fit the sources: a fault that is not made is noticed by no test', () => {
    const wrong = readSeeds().flatMap((fault) => {
      try {
        applyFault(fault, readFileSync(new URL(`../${fault.file}`, import.meta.url), 'utf8'))
        return []
      } catch (error) {
        return [`${fault.id}  ${String(error)}`]
      }
    })
    expect(wrong).to.deep.equal([])
  })
})
