import { type, scope } from 'arktype'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { z } from 'zod'
import { jsonSchemaOf } from './json-schema.ts'
import { compilePrune } from './prune.ts'

const SECRET = { passwordHash: 'x' }

/** The JSON that is sent for a value. */
function sent(schema: unknown, value: unknown): unknown {
  return JSON.parse(JSON.stringify(compilePrune(jsonSchemaOf(schema, 'output'))(value)))
}

const { tree } = scope({ tree: { name: 'string', 'children?': 'tree[]' } }).export()

describe('compilePrune', () => {
  const cases: readonly (readonly [string, unknown, unknown, unknown])[] = [
    ['an object', type({ name: 'string' }), { name: 'a', ...SECRET }, { name: 'a' }],
    ['an object that allows no other member', z.object({ name: z.string() }), { name: 'a', ...SECRET }, { name: 'a' }],
    [
      'an object in an object',
      type({ owner: { name: 'string' } }),
      { owner: { name: 'a', ...SECRET } },
      { owner: { name: 'a' } },
    ],
    ['the items of a list', type({ name: 'string' }).array(), [{ name: 'a', ...SECRET }], [{ name: 'a' }]],
    ['the items of a tuple', type(['number', { name: 'string' }]), [1, { name: 'a', ...SECRET }], [1, { name: 'a' }]],
    ['what may be null', type({ name: 'string' }).or('null'), { name: 'a', ...SECRET }, { name: 'a' }],
    ['nothing of null', type({ name: 'string' }).or('null'), null, null],
    ['an intersection', type({ a: 'number' }).and({ b: 'number' }), { a: 1, b: 2, ...SECRET }, { a: 1, b: 2 }],
    [
      'the values of a record',
      type({ '[string]': { name: 'string' } as const }),
      { x: { name: 'a', ...SECRET } },
      { x: { name: 'a' } },
    ],
    [
      'what no pattern names',
      type({ name: 'string', '[/^x-/]': 'number' }),
      { name: 'a', 'x-a': 1, ...SECRET },
      { name: 'a', 'x-a': 1 },
    ],
    [
      'a recursive schema at any depth',
      tree,
      { name: 'a', ...SECRET, children: [{ name: 'b', ...SECRET, children: [{ name: 'c', ...SECRET }] }] },
      { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] },
    ],
    [
      'what stands beside a date',
      type({ at: 'Date' }),
      { at: new Date(0), ...SECRET },
      { at: '1970-01-01T00:00:00.000Z' },
    ],
    [
      'what stands beside an opaque value',
      type({ at: type.instanceOf(URL) }),
      { at: new URL('a:b'), ...SECRET },
      { at: 'a:b' },
    ],
    ['what a plain shape does not name', { name: String }, { name: 'a', ...SECRET }, { name: 'a' }],
    [
      'inside a field of a plain shape',
      { owner: type({ name: 'string' }) },
      { owner: { name: 'a', ...SECRET } },
      { owner: { name: 'a' } },
    ],
    [
      'a member that is named like one that all objects inherit',
      type({ a: 'number' }),
      { a: 1, constructor: 'x' },
      { a: 1 },
    ],
  ]
  for (const [what, schema, value, expected] of cases) {
    it(`prunes ${what}`, () => {
      expect(sent(schema, value)).to.deep.equal(expected)
    })
  }

  const open: readonly (readonly [string, unknown])[] = [
    ['a loose object', z.looseObject({ a: z.number() })],
    ['an object with a catchall', z.object({ a: z.number() }).catchall(z.string())],
    ['any object', type('object')],
    ['anything', z.unknown()],
  ]
  for (const [what, schema] of open) {
    it(`keeps every member of ${what}, for it says so`, () => {
      expect(sent(schema, { a: 1, b: 'x' })).to.deep.equal({ a: 1, b: 'x' })
    })
  }

  describe('of a union', () => {
    const account = type({ kind: '"public"', name: 'string' }).or({ kind: '"internal"', passwordHash: 'string' })

    it('sends the members of the branch that the value is', () => {
      expect(sent(account, { kind: 'public', name: 'a', ...SECRET })).to.deep.equal({ kind: 'public', name: 'a' })
      expect(sent(account, { kind: 'internal', name: 'a', ...SECRET })).to.deep.equal({ kind: 'internal', ...SECRET })
    })

    it('distinguishes branches by types deep inside', () => {
      const value = type({ data: { id: 'number' } }).or({ data: { id: 'string', passwordHash: 'string' } })
      expect(sent(value, { data: { id: 5, ...SECRET } })).to.deep.equal({ data: { id: 5 } })
      expect(sent(value, { data: { id: 'a', ...SECRET } })).to.deep.equal({ data: { id: 'a', ...SECRET } })
    })

    it('distinguishes branches by what they require', () => {
      const value = { anyOf: [{ properties: { a: {} } }, { properties: { b: {}, passwordHash: {} }, required: ['b'] }] }
      expect(compilePrune(value)({ a: 1, ...SECRET })).to.deep.equal({ a: 1 })
      expect(compilePrune(value)({ a: 1, b: 1, ...SECRET })).to.deep.equal({ a: 1, b: 1, ...SECRET })
    })

    const byRole = (branches: string): object => ({
      [branches]: [
        { properties: { role: { enum: ['user', 'guest'] } } },
        { properties: { role: { enum: ['admin'] }, passwordHash: {} } },
      ],
    })
    for (const keyword of ['anyOf', 'oneOf']) {
      it(`distinguishes the branches of ${keyword} by what they enumerate`, () => {
        const prune = compilePrune({ ...byRole(keyword) })
        expect(prune({ role: 'guest', ...SECRET })).to.deep.equal({ role: 'guest' })
        expect(prune({ role: 'admin', ...SECRET })).to.deep.equal({ role: 'admin', ...SECRET })
      })
    }

    it('distinguishes branches by what they are put together from', () => {
      const secret = { properties: { passwordHash: {} } }
      const other = { properties: { a: { type: 'number' } } }
      const never = { properties: { a: { type: 'string' } } }
      for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
        const prune = compilePrune({ anyOf: [other, { ...secret, [keyword]: [never] }] })
        expect(prune({ a: 1, ...SECRET })).to.deep.equal({ a: 1 })
        expect(prune({ a: 'x', ...SECRET })).to.deep.equal({ a: 'x', ...SECRET })
      }
    })

    it('takes a date for the text that it becomes', () => {
      const at = type({ at: 'Date' }).or({ at: 'number', passwordHash: 'string' })
      expect(sent(at, { at: new Date(0), ...SECRET })).to.deep.equal({ at: '1970-01-01T00:00:00.000Z' })
      const text = compilePrune({
        anyOf: [
          { properties: { at: { type: 'string' } } },
          { properties: { at: { type: 'object' }, passwordHash: {} } },
        ],
      })
      expect(text({ at: new Date(0), ...SECRET })).to.deep.equal({ at: new Date(0) })
    })

    it('distinguishes items of a list', () => {
      expect(sent(account.array(), [{ kind: 'public', name: 'a', ...SECRET }])).to.deep.equal([
        { kind: 'public', name: 'a' },
      ])
    })
  })

  it('sends what any branch declares where the value seems to be of none', () => {
    const schema = {
      anyOf: [
        { properties: { a: {} }, required: ['b'] },
        { properties: { c: {} }, type: 'string' },
      ],
    }
    expect(compilePrune(schema)({ a: 1, c: 2, ...SECRET })).to.deep.equal({ a: 1, c: 2 })
  })

  it('sends what either side of a condition declares', () => {
    const schema = JSON.parse('{"if":{},"then":{"properties":{"a":{}}},"else":{"properties":{"b":{}}}}') as Readonly<
      Record<string, unknown>
    >
    expect(compilePrune(schema)({ a: 1, b: 2, ...SECRET })).to.deep.equal({ a: 1, b: 2 })
  })

  it('keeps a member called __proto__ as data', () => {
    const value = JSON.parse('{"__proto__":{"name":"a","passwordHash":"x"}}') as unknown
    const schema = { additionalProperties: { properties: { name: {} } } }
    expect(JSON.stringify(compilePrune(schema)(value))).to.equal('{"__proto__":{"name":"a"}}')
  })

  it('prunes every value of an open record', () => {
    const prune = compilePrune({ properties: { a: {} }, additionalProperties: { properties: { b: {} } } })
    for (const key of ['x', 'y']) expect(prune({ [key]: { b: 1, ...SECRET } })).to.deep.equal({ [key]: { b: 1 } })
  })

  it('adds up what allOf declares', () => {
    const schema = {
      allOf: [{ properties: { a: {} } }, { $ref: '#/$defs/b' }],
      $defs: { b: { properties: { b: {} } } },
    }
    expect(compilePrune(schema)({ a: 1, b: 2, ...SECRET })).to.deep.equal({ a: 1, b: 2 })
  })

  it('ends on a schema that refers to itself and says nothing', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }
    expect(compilePrune(schema)({ a: 1 })).to.deep.equal({ a: 1 })
  })

  it('leaves the value of the handler as it is', () => {
    const value = Object.freeze({ name: 'a', ...SECRET })
    expect(sent(type({ name: 'string' }), value)).to.deep.equal({ name: 'a' })
    expect(value).to.deep.equal({ name: 'a', ...SECRET })
  })

  it('never sends a member that is not declared, and loses none that is', () => {
    const schema = type({ id: 'number', owner: { name: 'string', tags: 'string[]' } })
    const junk = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 })
    const value = fc.record({
      id: fc.integer(),
      name: fc.string(),
      tags: fc.array(fc.string()),
      outer: junk,
      inner: junk,
    })
    fc.assert(
      fc.property(value, ({ id, name, tags, outer, inner }) => {
        const declared = { id, owner: { name, tags } }
        const given = { ...outer, id, owner: { ...inner, name, tags } }
        expect(sent(schema, given)).to.deep.equal(declared)
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})
