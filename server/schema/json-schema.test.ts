import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { jsonSchemaOf } from './json-schema.ts'

describe('jsonSchemaOf', () => {
  it('describes a plain shape', () => {
    const shape = { limit: Number, name: String, on: Boolean, tag: z.string().optional() }
    expect(jsonSchemaOf(shape, 'input')).to.deep.equal({
      type: 'object',
      properties: {
        limit: { type: 'number' },
        name: { type: 'string' },
        on: { type: 'boolean' },
        tag: { type: 'string' },
      },
      required: ['limit', 'name', 'on'],
    })
  })

  it('distinguishes input from output', () => {
    const shape = { page: z.coerce.number().default(1), at: type('string.numeric.parse') }
    expect(jsonSchemaOf(shape, 'input')).to.deep.include({ required: ['at'] })
    expect(jsonSchemaOf(shape, 'output')).to.deep.include({
      properties: { page: { default: 1, type: 'number' }, at: { type: 'number' } },
      required: ['page', 'at'],
    })
  })

  it('takes zod and arktype at their word, without the dialect', () => {
    const expected = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
    expect(jsonSchemaOf(z.object({ a: z.number() }), 'input')).to.deep.equal(expected)
    expect(jsonSchemaOf(type({ a: 'number' }), 'input')).to.deep.equal(expected)
  })

  it('falls back to a note for a validator that describes nothing', () => {
    const note = { $comment: 'valibot gives no JSON Schema for this value.' }
    expect(jsonSchemaOf(v.string(), 'input')).to.deep.equal(note)
    expect(jsonSchemaOf({ a: v.string(), b: Number }, 'input')).to.deep.equal({
      type: 'object',
      properties: { a: note, b: { type: 'number' } },
      required: ['a', 'b'],
    })
  })

  it('falls back to a note for a validator that fails to describe itself', () => {
    const write = (): never => {
      throw new Error('cannot')
    }
    const validate = (value: unknown): object => ({ value })
    const schema = {
      '~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input: write, output: write } },
    }
    expect(jsonSchemaOf(schema, 'output')).to.deep.equal({ $comment: 'test cannot write this value as JSON Schema.' })
  })

  for (const [name, schema] of [
    ['zod', z.object({ at: z.date(), big: z.bigint(), name: z.string() })],
    ['arktype', type({ at: 'Date', big: 'bigint', name: 'string' })],
  ] as const) {
    it(`keeps what can be said where ${name} has parts that JSON Schema cannot express`, () => {
      expect(jsonSchemaOf(schema, 'output')).to.deep.include({
        properties: { at: { type: 'string', format: 'date-time' }, big: {}, name: { type: 'string' } },
        required: ['at', 'big', 'name'],
      })
    })
  }

  it('asks each schema once', () => {
    const schema = z.object({ a: z.number() })
    expect(jsonSchemaOf(schema, 'input')).to.equal(jsonSchemaOf(schema, 'input'))
    expect(jsonSchemaOf(schema, 'input')).to.not.equal(jsonSchemaOf(schema, 'output'))
  })

  it('says a field is required when its schema answers too late', () => {
    const late = z
      .string()
      .optional()
      .refine(async () => false)
    expect(jsonSchemaOf({ a: late }, 'input')).to.deep.include({ required: ['a'] })
  })

  describe('keeps definitions together', () => {
    it('of two fields that share one', () => {
      const Pet = z.object({ name: z.string() }).meta({ id: 'SchemaTestPet' })
      const reference = { $ref: '#/$defs/SchemaTestPet' }
      expect(jsonSchemaOf({ a: z.array(Pet), b: z.object({ pet: Pet }) }, 'input')).to.deep.equal({
        type: 'object',
        properties: {
          a: { type: 'array', items: reference },
          b: { type: 'object', properties: { pet: reference }, required: ['pet'] },
        },
        required: ['a', 'b'],
        $defs: {
          SchemaTestPet: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
          },
        },
      })
    })

    it('of two fields that mean different things by one name', () => {
      const described = jsonSchemaOf({ a: defining('Item', 'string'), b: defining('Item', 'number') }, 'input')
      expect(described).to.deep.equal({
        type: 'object',
        properties: { a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item2' } },
        required: ['a', 'b'],
        $defs: {
          Item: { properties: { default: { $ref: '#/$defs/Leaf' } } },
          Leaf: { type: 'string' },
          Item2: { properties: { default: { $ref: '#/$defs/Leaf2' } } },
          Leaf2: { type: 'number' },
        },
      })
    })

    it('of a field that refers to itself', () => {
      interface Tree {
        children: Tree[]
      }
      const tree: z.ZodType<Tree> = z.object({ children: z.array(z.lazy(() => tree)) })
      expect(jsonSchemaOf({ tree }, 'input')).to.deep.equal({
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' } },
        required: ['tree'],
        $defs: {
          tree: {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
            required: ['children'],
          },
        },
      })
    })
  })
})

/** A validator that defines two names, one by way of a member called like a keyword. */
function defining(name: string, leaf: string): object {
  const write = (): object => ({
    $ref: `#/$defs/${name}`,
    $defs: { [name]: { properties: { default: { $ref: '#/$defs/Leaf' } } }, Leaf: { type: leaf } },
  })
  const validate = (): object => ({ issues: [{ message: 'no' }] })
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input: write, output: write } } }
}
