import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import type { Source } from './primitives.ts'
import { toIssue } from './faults.ts'
import { compileSchema } from './reader.ts'

const CANARY = 'canary7f3a'

function issuesOf(schema: unknown, value: unknown, source: Source = 'json'): readonly unknown[] {
  const reading = compileSchema(schema, source, { option: 'body', position: undefined })(value)
  if (reading instanceof Promise || !reading.faults) throw new Error('expected faults at once')
  return reading.faults.map((fault) => toIssue(fault, 'body', 'own'))
}

describe('a fault that a validator finds', () => {
  const user = z.object({
    name: z.string().min(2).max(3),
    age: z.number().int().gte(18).lt(150),
    score: z.number().gt(0).max(10),
    kind: z.literal('pet'),
    mail: z.email(),
    role: z.enum(['user', 'admin']),
    tags: z.array(z.string()).min(1).max(2),
    owner: z.object({ id: z.number() }).nullable(),
    on: z.boolean(),
  })
  const valid = {
    name: 'ann',
    age: 20,
    score: 1,
    kind: 'pet',
    mail: 'a@b.co',
    role: 'user',
    tags: ['a'],
    owner: null,
    on: true,
  }
  const cases: readonly (readonly [object, string, readonly (string | number)[], string])[] = [
    [{ name: 5 }, 'string', ['name'], 'This value must be a string'],
    [{ name: undefined }, 'missing', ['name'], 'This value is required'],
    [{ name: 'a' }, 'too_short', ['name'], 'This value must have at least 2 characters'],
    [{ name: 'anna' }, 'too_long', ['name'], 'This value must have at most 3 characters'],
    [{ age: '20' }, 'integer', ['age'], 'This value must be a whole number'],
    [{ age: 17 }, 'too_small', ['age'], 'This value must be at least 18'],
    [{ age: 150 }, 'too_large', ['age'], 'This value must be less than 150'],
    [{ score: 0 }, 'too_small', ['score'], 'This value must be more than 0'],
    [{ score: 11 }, 'too_large', ['score'], 'This value must be at most 10'],
    [{ kind: CANARY }, 'choice', ['kind'], 'This value is not one of the choices'],
    [{ mail: CANARY }, 'format', ['mail'], 'This value must be a valid email'],
    [{ role: CANARY }, 'choice', ['role'], 'This value is not one of the choices'],
    [{ tags: [] }, 'too_short', ['tags'], 'This list must have at least 1 item'],
    [{ tags: ['a', 'b', 'c'] }, 'too_long', ['tags'], 'This list must have at most 2 items'],
    [{ tags: ['a', 5] }, 'string', ['tags', 1], 'This value must be a string'],
    [{ tags: 'a' }, 'list', ['tags'], 'This value must be a list'],
    [{ owner: { id: CANARY } }, 'number', ['owner', 'id'], 'This value must be a number'],
    [{ owner: 5 }, 'object', ['owner'], 'This value must be an object'],
    [{ on: 'true' }, 'boolean', ['on'], 'This value must be true or false'],
  ]
  for (const [change, kind, path, msg] of cases) {
    it(`is worded by us: ${JSON.stringify(change)} is ${kind}`, () => {
      expect(issuesOf(user, { ...valid, ...change })).to.deep.equal([{ type: kind, loc: ['body', ...path], msg }])
    })
  }

  it('is measured on what the text means, where a query is coerced', () => {
    const query = z.object({ page: z.coerce.number().min(1) })
    expect(issuesOf(query, { page: '0' }, 'text')).to.deep.equal([
      { type: 'too_small', loc: ['body', 'page'], msg: 'This value must be at least 1' },
    ])
    expect(issuesOf(query, { page: CANARY }, 'text')).to.deep.equal([
      { type: 'number', loc: ['body', 'page'], msg: 'This value must be a number' },
    ])
  })

  it('of valibot, which has no JSON Schema, is named after its kind', () => {
    const schema = v.object({ a: v.number(), deep: v.array(v.object({ b: v.pipe(v.string(), v.minLength(3)) })) })
    expect(issuesOf(schema, { a: CANARY, deep: [{ b: 'x' }, {}] })).to.deep.equal([
      { type: 'number', loc: ['body', 'a'], msg: 'This value must be a number' },
      { type: 'too_short', loc: ['body', 'deep', 0, 'b'], msg: 'This value is too short' },
      { type: 'missing', loc: ['body', 'deep', 1, 'b'], msg: 'This value is required' },
    ])
  })

  it('of valibot that has a member too many is not said to be no object', () => {
    expect(issuesOf(v.strictObject({ a: v.number() }), { a: 1, [CANARY]: 2 })).to.deep.equal([
      { type: 'invalid', loc: ['body'], msg: 'This value is not valid' },
    ])
  })

  it('of a validator that describes nothing is named where it is missing, not where it was sent', () => {
    const issues = [
      { message: 'no', path: ['absent'] },
      { message: 'no', path: [{ key: CANARY }, 'inner'] },
    ]
    const schema = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } }
    expect(issuesOf(schema, { [CANARY]: {} })).to.deep.equal([
      { type: 'missing', loc: ['body', 'absent'], msg: 'This value is required' },
      { type: 'invalid', loc: ['body'], msg: 'This value is not valid' },
    ])
  })

  it('is not put down to a limit that the value keeps', () => {
    const schema = z.object({ low: z.number(), high: z.number() })
    const strict = schema.extend({
      low: z
        .number()
        .min(5)
        .refine(() => false),
      high: z
        .number()
        .max(5)
        .refine(() => false),
    })
    expect(issuesOf(strict, { low: 5, high: 5 })).to.deep.equal([
      { type: 'invalid', loc: ['body', 'low'], msg: 'This value is not valid' },
      { type: 'invalid', loc: ['body', 'high'], msg: 'This value is not valid' },
    ])
  })

  it('of a recursive schema is found at any depth', () => {
    interface Tree {
      name: string
      children: Tree[]
    }
    const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) })
    const value = { name: 'a', children: [{ name: 'b', children: [{ name: 5, children: [] }] }] }
    expect(issuesOf(tree, value)).to.deep.equal([
      { type: 'string', loc: ['body', 'children', 0, 'children', 0, 'name'], msg: 'This value must be a string' },
    ])
  })

  it('comes at most a hundred times, however many there are', () => {
    expect(
      issuesOf(
        z.array(z.string()),
        Array.from({ length: 5000 }, () => 5),
      ),
    ).to.have.length(100)
  })
})

describe('what a fault says', () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['a value, zod', z.object({ a: z.number() }), { a: CANARY }],
    ['a value, valibot', v.object({ a: v.number() }), { a: CANARY }],
    ['a value, arktype', type({ a: 'number' }), { a: CANARY }],
    ['an unknown member, zod', z.strictObject({ a: z.number() }), { a: 1, [CANARY]: 2 }],
    ['an unknown member, valibot', v.strictObject({ a: v.number() }), { a: 1, [CANARY]: 2 }],
    ['an unknown member, arktype', type({ a: 'number', '+': 'reject' }), { a: 1, [CANARY]: 2 }],
    ['the key of a record, zod', z.record(z.string(), z.number()), { [CANARY]: 'x' }],
    ['the key of a record, valibot', v.record(v.string(), v.number()), { [CANARY]: 'x' }],
    ['the key of a record, arktype', type({ '[string]': 'number' }), { [CANARY]: 'x' }],
    ['a key below a declared name', z.object({ a: z.record(z.string(), z.number()) }), { a: { [CANARY]: 'x' } }],
    [
      'the message of a refinement',
      z.string().refine(() => false, { error: ({ input }) => `no ${String(input)}` }),
      CANARY,
    ],
    ['a literal', z.literal('other'), CANARY],
  ]
  for (const [what, schema, value] of cases) {
    it(`does not repeat ${what}`, () => {
      const text = JSON.stringify(issuesOf(schema, value))
      expect(text).to.not.include(CANARY)
      expect(text).to.match(/^\[\{"type":"\w+","loc":\["body"/)
    })
  }

  it('does not give a literal of the schema away', () => {
    expect(JSON.stringify(issuesOf(z.object({ password: z.literal(CANARY) }), { password: 'x' }))).to.not.include(
      CANARY,
    )
  })

  it('names an unknown member as such, at its parent', () => {
    expect(issuesOf(z.strictObject({ a: z.number() }), { a: 1, b: 2 })).to.deep.equal([
      { type: 'unexpected', loc: ['body'], msg: 'This object has a member that its schema does not declare' },
    ])
  })

  it('is the text of the validator where that is asked for', () => {
    const reading = compileSchema(type({ a: 'number' }), 'json', { option: 'body', position: undefined })({ a: 'x' })
    const [fault] = reading instanceof Promise ? [] : (reading.faults ?? [])
    expect(fault && toIssue(fault, 'body', 'validator')).to.deep.equal({
      type: 'number',
      loc: ['body', 'a'],
      msg: 'a must be a number (was a string)',
    })
  })
})
