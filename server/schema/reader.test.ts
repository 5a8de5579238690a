import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { LoadError } from '../base/errors.ts'
import type { Source } from './primitives.ts'
import { Form } from './markers.ts'
import { compileSchema } from './reader.ts'

const position = { file: 'routes/pets.ts', line: 4 }

function read(schema: unknown, value: unknown, source: Source = 'text'): unknown {
  return compileSchema(schema, source, { option: 'query', position })(value)
}

function typesOf(reading: unknown): unknown {
  const { faults } = reading as { readonly faults?: readonly { readonly type: string; readonly path: unknown }[] }
  return faults?.map(({ type: kind, path }) => ({ type: kind, path }))
}

function loadError(schema: unknown): unknown {
  try {
    compileSchema(schema, 'text', { option: 'query', position })
  } catch (error) {
    if (error instanceof LoadError) return { code: error.code, message: error.message }
  }
  return 'loaded'
}

describe('a plain shape', () => {
  const shape = { limit: Number, name: String, flag: Boolean, tag: z.string().max(3).optional() }

  it('coerces text and drops what it does not name', () => {
    const reading = read(shape, { limit: '5', name: '5', flag: 'false', other: 'x' })
    expect(reading).to.deep.equal({ value: { limit: 5, name: '5', flag: false } })
  })

  it('collects the faults of all its fields, in order', () => {
    expect(typesOf(read(shape, { limit: 'x', flag: 'yes', tag: 'long' }))).to.deep.equal([
      { type: 'number', path: ['limit'] },
      { type: 'missing', path: ['name'] },
      { type: 'boolean', path: ['flag'] },
      { type: 'too_long', path: ['tag'] },
    ])
  })

  it('takes a default from its own schema', () => {
    expect(read({ page: z.coerce.number().default(1) }, {})).to.deep.equal({ value: { page: 1 } })
  })

  it('says where inside a field a fault is', () => {
    const nested = { owner: z.object({ name: z.string() }) }
    expect(typesOf(read(nested, { owner: { name: 5 } }, 'json'))).to.deep.equal([
      { type: 'string', path: ['owner', 'name'] },
    ])
  })

  it('finds the lists of a schema that has a name of its own', () => {
    const query = z.object({ tag: z.array(z.string()) }).meta({ id: 'ReaderTestQuery' })
    expect(read(query, { tag: 'a' })).to.deep.equal({ value: { tag: ['a'] } })
  })

  it('hands a field that is a list both one value and several', () => {
    const tags = { tags: z.array(z.string()) }
    expect(read(tags, { tags: 'a' })).to.deep.equal({ value: { tags: ['a'] } })
    expect(read(tags, { tags: ['a', 'b'] })).to.deep.equal({ value: { tags: ['a', 'b'] } })
    expect(typesOf(read(tags, {}))).to.deep.equal([{ type: 'missing', path: ['tags'] }])
  })

  it('does not take what every object inherits for a value that was sent', () => {
    const reading = read({ constructor: z.unknown().optional(), toString: String }, JSON.parse('{}'), 'json')
    expect(typesOf(reading)).to.deep.equal([{ type: 'missing', path: ['toString'] }])
  })

  it('gives an object on which nothing is inherited', () => {
    const reading = read({ a: String }, { a: 'x' }) as { readonly value: object }
    expect(Object.getPrototypeOf(reading.value)).to.equal(null)
    expect('toString' in reading.value).to.equal(false)
  })

  it('reads a field named __proto__ without touching any prototype', () => {
    const shapeWithProto = JSON.parse('{"__proto__":1}') as Record<string, unknown>
    Object.defineProperty(shapeWithProto, '__proto__', { value: String, enumerable: true })
    const reading = read(shapeWithProto, JSON.parse('{"__proto__":"x"}'), 'json') as { readonly value: object }
    expect(Object.entries(reading.value)).to.deep.equal([['__proto__', 'x']])
    expect(({} as Record<string, unknown>).x).to.equal(undefined)
  })

  for (const [what, value, kind] of [
    ['a list', [], 'object'],
    ['null', null, 'object'],
    ['text', '{}', 'object'],
    ['nothing', undefined, 'missing'],
  ] as const) {
    it(`refuses ${what} in place of an object`, () => {
      expect(typesOf(read({ a: String }, value, 'json'))).to.deep.equal([{ type: kind, path: [] }])
    })
  }

  it('waits for a field that is asynchronous, and only then', async () => {
    const reading = read({ a: z.string().refine(async (text) => text === 'x'), b: Number }, { a: 'y', b: 'z' })
    expect(reading).to.be.instanceOf(Promise)
    expect(typesOf(await reading)).to.deep.equal([
      { type: 'number', path: ['b'] },
      { type: 'invalid', path: ['a'] },
    ])
  })
})

describe('a Standard Schema', () => {
  const schemas = {
    zod: z.object({ page: z.coerce.number(), q: z.string().optional() }),
    valibot: v.object({ page: v.pipe(v.string(), v.digits(), v.transform(Number)), q: v.optional(v.string()) }),
    arktype: type({ page: 'string.numeric.parse', 'q?': 'string' }),
  }
  for (const [name, schema] of Object.entries(schemas)) {
    it(`of ${name} gives its output without a promise`, () => {
      expect(read(schema, { page: '3' })).to.deep.equal({ value: { page: 3 } })
    })

    it(`of ${name} takes an object without prototype`, () => {
      const query = Object.assign(Object.create(null) as object, { page: '3', q: 'x' })
      expect(read(schema, query)).to.deep.equal({ value: { page: 3, q: 'x' } })
    })

    it(`of ${name} says which value is missing`, () => {
      expect(typesOf(read(schema, {}))).to.deep.equal([{ type: 'missing', path: ['page'] }])
    })
  }

  it('that refuses without a reason still refuses', () => {
    const silent = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [] }) } }
    expect(typesOf(read(silent, {}))).to.deep.equal([{ type: 'invalid', path: [] }])
  })

  it('that answers with a thenable is waited for', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- what a validator may give instead of a promise
    const late = { then: (resolve: (result: unknown) => void) => resolve({ value: 5 }) }
    const schema = { '~standard': { version: 1, vendor: 'test', validate: () => late } }
    expect(await read(schema, {})).to.deep.equal({ value: 5 })
  })
})

describe('compileSchema', () => {
  const general =
    'routes/pets.ts:4  query must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ' +
    '{ limit: Number, name: String }; got '
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['text', 'string', `${general}"string".`],
    ['null', null, `${general}null.`],
    ['a list', [String], `${general}a list.`],
    ['a class', Date, `${general}the function Date.`],
    ['a function that was not called', z.object, `${general}the function object.`],
    ['an instance', new Date(0), `${general}an object of Date.`],
    [
      'a marked body',
      Form({ a: String }),
      `${general}a body marked with Form(…) or Json(…), which only \`body\` takes.`,
    ],
    [
      'a field of no known kind',
      { at: Date },
      'routes/pets.ts:4  query.at must be String, Number, Boolean or a Standard Schema validator; got the function Date.',
    ],
    [
      'a misspelt import as a field',
      { at: undefined },
      'routes/pets.ts:4  query.at must be String, Number, Boolean or a Standard Schema validator; got undefined.',
    ],
    [
      'a nested shape',
      { owner: { name: String } },
      'routes/pets.ts:4  query.owner must be String, Number, Boolean or a Standard Schema validator; ' +
        'got an object of Object. Plain shapes do not nest: use a validator for the inner object.',
    ],
  ]
  for (const [what, schema, message] of cases) {
    it(`refuses ${what} at load`, () => {
      expect(loadError(schema)).to.deep.equal({ code: 'SVC_SCHEMA_INVALID', message })
    })
  }
})
