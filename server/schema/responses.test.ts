import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { LoadError } from '../base/errors.ts'
import { compileResponse } from './responses.ts'

const position = { file: 'routes/pets.ts', line: 4 }

function prepare(response: unknown, status: number | undefined, body: unknown): unknown {
  const prepareBody = compileResponse(response, position)
  if (!prepareBody) throw new Error('nothing is declared')
  return prepareBody(status, body)
}

describe('compileResponse', () => {
  it('makes nothing of an operation that declares no response', () => {
    expect(compileResponse(undefined, position)).to.equal(undefined)
  })

  const schemas = {
    zod: z.object({ name: z.string() }),
    valibot: v.object({ name: v.string() }),
    arktype: type({ name: 'string' }),
    'a plain shape': { name: String },
  }
  for (const [name, schema] of Object.entries(schemas)) {
    it(`sends what ${name} declares, and nothing else`, () => {
      const prepared = prepare(schema, undefined, { name: 'Rex', passwordHash: 'x' })
      expect(prepared).to.deep.equal({ status: 200, body: { name: 'Rex' }, hasBody: true })
    })

    it(`sends what ${name} declares inside a reply`, () => {
      const prepared = prepare({ 201: schema, 404: null }, 201, { name: 'Rex', passwordHash: 'x' })
      expect(prepared).to.deep.equal({ status: 201, body: { name: 'Rex' }, hasBody: true })
    })
  }

  it('sends the output of the schema', () => {
    const schema = z.object({ at: z.date().transform((date) => date.getUTCFullYear()), page: z.number().default(1) })
    const body = { at: 1970, page: 1 }
    expect(prepare(schema, undefined, { at: new Date(0) })).to.deep.equal({ status: 200, body, hasBody: true })
  })

  it('waits for a schema that is asynchronous, and only then', async () => {
    const prepared = prepare(
      z.string().refine(async () => true),
      undefined,
      'a',
    )
    expect(prepared).to.be.instanceOf(Promise)
    expect(await prepared).to.deep.equal({ status: 200, body: 'a', hasBody: true })
  })

  describe('gives a bare value the status', () => {
    const cases: readonly (readonly [string, unknown, number])[] = [
      ['200 where it is declared', { 200: { a: Number }, 201: { a: Number } }, 200],
      ['of the only success that is declared', { 202: { a: Number }, 404: { a: Number } }, 202],
    ]
    for (const [what, response, status] of cases) {
      it(what, () => {
        expect(prepare(response, undefined, { a: 1 })).to.deep.equal({ status, body: { a: 1 }, hasBody: true })
      })
    }
  })

  it('sends no body where the status is declared with null', () => {
    const expected = { status: 204, body: undefined, hasBody: false }
    expect(prepare({ 204: null }, undefined, undefined)).to.deep.equal(expected)
    expect(prepare({ 204: null, 404: null }, 204, null)).to.deep.equal(expected)
    expect(prepare({ 303: null }, 303, null)).to.deep.equal({ status: 303, body: undefined, hasBody: false })
  })

  const faults: readonly (readonly [string, unknown, number | undefined, unknown, string])[] = [
    [
      'a value that does not fit, without quoting it',
      { 201: z.object({ owner: z.object({ name: z.string() }) }) },
      201,
      { owner: { name: 7353 } },
      "the handler's value for 201 does not fit its schema: body.owner.name: This value must be a string.",
    ],
    [
      'a member of the wrong type in a plain shape',
      { at: String },
      undefined,
      { at: new Date(0) },
      "the handler's value for 200 does not fit its schema: body.at: This value must be a string.",
    ],
    [
      'many faults, in part',
      z.array(z.string()),
      undefined,
      [1, 2, 3, 4, 5, 6, 7],
      "the handler's value for 200 does not fit its schema: body.0: This value must be a string; " +
        'body.1: This value must be a string; body.2: This value must be a string; body.3: This value must be a string; ' +
        'body.4: This value must be a string, and 2 more.',
    ],
    [
      'a status that is not declared',
      { 200: { a: Number } },
      404,
      { a: 1 },
      'the handler answered 404, but response declares only 200. Add 404 to response.',
    ],
    [
      'a status besides the 200 of a schema',
      { a: Number },
      201,
      { a: 1 },
      'the handler answered 201, but response declares only 200. Add 201 to response.',
    ],
    [
      'a bare value that could have two statuses',
      { 201: { a: Number }, 202: { a: Number } },
      undefined,
      { a: 1 },
      'the handler returned a bare value, but response declares 201, 202. Say which with reply(status, body).',
    ],
    [
      'a body for a status that has none',
      { 204: null },
      undefined,
      { a: 1 },
      'the handler gave 204 a body, but response declares 204: null.',
    ],
  ]
  for (const [what, response, status, body, message] of faults) {
    it(`throws on ${what}`, () => {
      expect(() => prepare(response, status, body)).to.throw(Error, `routes/pets.ts:4  ${message}`)
    })
  }

  const wrong: readonly (readonly [string, unknown, string, string])[] = [
    [
      'a name in place of a schema',
      'Pet',
      'SVC_SCHEMA_INVALID',
      'response 200 must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ' +
        '{ limit: Number, name: String }; got "Pet".',
    ],
    [
      'a misspelt import under a status',
      { 404: undefined },
      'SVC_SCHEMA_INVALID',
      'response 404 must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ' +
        '{ limit: Number, name: String }; got undefined.',
    ],
    [
      'a body for 204',
      { 204: { a: Number } },
      'SVC_RESPONSE_INVALID',
      'response declares a body for 204, which cannot have one. Write 204: null.',
    ],
    [
      'a status that does not exist',
      { 20: { a: Number } },
      'SVC_RESPONSE_INVALID',
      'response declares the status 20. An answer has one from 200 to 599.',
    ],
    ['an empty object', {}, 'SVC_RESPONSE_INVALID', 'response declares nothing. Leave it out, or declare a schema.'],
  ]
  for (const [what, response, code, message] of wrong) {
    it(`refuses ${what} at load`, () => {
      expect(() => compileResponse(response, position))
        .to.throw(LoadError, `routes/pets.ts:4  ${message}`)
        .with.property('code', code)
    })
  }
})
