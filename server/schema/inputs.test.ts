import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { HttpError, LoadError, ValidationError } from '../base/errors.ts'
import { RequestContext } from '../http/request.ts'
import { compileInputs, type InputOptions } from './inputs.ts'
import { Form, Json } from './markers.ts'

const position = { file: 'routes/pets.ts', line: 4 }

interface Sent {
  readonly search?: string
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

function request({ search = '', params = {}, headers = {}, body }: Sent = {}): RequestContext {
  const web = new Request(`http://localhost/pets${search}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const setting = { bodyLimit: 1000, formFieldLimit: 10 } as ConstructorParameters<typeof RequestContext>[1]
  const context = new RequestContext({ path: '/pets', search }, setting, { web })
  context.params = params
  return context
}

function json(value: unknown): Sent {
  return {
    headers: { 'content-type': 'application/json' },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  }
}

/** The inputs as the handler sees them, or the refusal. */
async function read(options: InputOptions, sent?: Sent): Promise<unknown> {
  const context = request(sent)
  try {
    await compileInputs(options, position)?.(context)
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, detail: error.detail }
    throw error
  }
  const { params, query, valid, body } = context
  return { params, query, valid, body }
}

const nothing = { params: {}, query: {}, valid: { headers: undefined, cookies: undefined }, body: undefined }

describe('compileInputs', () => {
  it('makes nothing of an operation without inputs', () => {
    expect(compileInputs({}, position)).to.equal(undefined)
  })

  it('reads every place, each with its types', async () => {
    const options = {
      params: { id: Number },
      query: z.object({ q: z.string(), tag: z.array(z.string()) }),
      headers: { 'X-Count': Number },
      cookies: v.object({ theme: v.string() }),
      body: Json({ name: String }),
    }
    const sent = {
      ...json({ name: 'Rex', passwordHash: 'x' }),
      params: { id: '7' },
      search: '?q=a%20b&tag=x',
      headers: { 'content-type': 'application/json', 'x-count': '3', cookie: 'theme=dark' },
    }
    expect(await read(options, sent)).to.deep.equal({
      params: { id: 7 },
      query: { q: 'a b', tag: ['x'] },
      valid: { headers: { 'X-Count': 3 }, cookies: { theme: 'dark' } },
      body: { name: 'Rex' },
    })
  })

  it('collects the faults of all places, named as the wire names them', async () => {
    const options = {
      params: { id: Number },
      query: { limit: Number },
      headers: { 'x-count': Number },
      cookies: { theme: String },
      body: { n: Number },
    }
    const sent = { ...json({ n: 'x' }), params: { id: 'abc' }, search: '?limit=1&limit=2' }
    expect(await read(options, sent)).to.deep.equal({
      status: 422,
      detail: [
        { type: 'number', loc: ['path', 'id'], msg: 'This value must be a number' },
        { type: 'repeated', loc: ['query', 'limit'], msg: 'This value must be sent once' },
        { type: 'missing', loc: ['header', 'x-count'], msg: 'This value is required' },
        { type: 'missing', loc: ['cookie', 'theme'], msg: 'This value is required' },
        { type: 'number', loc: ['body', 'n'], msg: 'This value must be a number' },
      ],
    })
  })

  it('makes no promise where nothing is asynchronous', () => {
    const context = request({ search: '?limit=5' })
    expect(compileInputs({ query: { limit: Number } }, position)?.(context)).to.equal(undefined)
    expect(context.query).to.deep.equal({ limit: 5 })
  })

  it('throws at once where nothing is asynchronous', () => {
    const readInputs = compileInputs({ query: { limit: Number } }, position)
    expect(() => readInputs?.(request())).to.throw(ValidationError)
  })

  it('leaves the request as it was when one of its inputs does not fit', async () => {
    const context = request({ search: '?limit=5', params: { id: 'abc' } })
    const readInputs = compileInputs({ query: { limit: Number }, params: { id: Number } }, position)
    expect(() => readInputs?.(context)).to.throw(ValidationError)
    expect(context.query).to.deep.equal({ limit: '5' })
  })

  it('takes the words of the validator where that is set', () => {
    const readInputs = compileInputs({ query: type({ a: 'string' }) }, position, { messages: 'validator' })
    expect(() => readInputs?.(request()))
      .to.throw(ValidationError)
      .with.deep.property('detail', [{ type: 'missing', loc: ['query', 'a'], msg: 'a must be a string (was missing)' }])
  })

  it('gives a query without prototype', async () => {
    const context = request({ search: '?__proto__=x&constructor=y' })
    await compileInputs({ query: { constructor: String } }, position)?.(context)
    expect(context.query).to.deep.equal(Object.assign(Object.create(null) as object, { constructor: 'y' }))
  })

  const wrong: readonly (readonly [string, InputOptions, string, string])[] = [
    [
      'an input that is undefined',
      { body: undefined },
      'SVC_SCHEMA_UNDEFINED',
      'routes/pets.ts:4  body is undefined. Is an import misspelt? Leave it out otherwise.',
    ],
    [
      'a header that no client can send',
      { headers: { 'x count': String } },
      'SVC_HEADER_NAME',
      'routes/pets.ts:4  headers names "x count", which no header can be called.',
    ],
    [
      'a body in place of a query',
      { query: Form({ a: String }) },
      'SVC_SCHEMA_INVALID',
      'routes/pets.ts:4  query must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ' +
        '{ limit: Number, name: String }; got a body marked with Form(…) or Json(…), which only `body` takes.',
    ],
    [
      'a form in a form',
      { body: Form(Form({ a: String }) as never) },
      'SVC_SCHEMA_INVALID',
      'routes/pets.ts:4  body must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ' +
        '{ limit: Number, name: String }; got a body marked with Form(…) or Json(…), which only `body` takes.',
    ],
  ]
  for (const [what, options, code, message] of wrong) {
    it(`refuses ${what} at load`, () => {
      expect(() => compileInputs(options, position))
        .to.throw(LoadError, message)
        .with.property('code', code)
    })
  }
})

describe('a declared body', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = z.object({ n: z.number() })
  const login = Form({ username: String, age: Number })

  it('is JSON unless it says otherwise', async () => {
    expect(await read({ body }, json({ n: 5 }))).to.deep.equal({ ...nothing, body: { n: 5 } })
  })

  it('may be asynchronous', async () => {
    const later = z.object({ n: z.number().refine(async (n) => n > 5) })
    expect(await read({ body: later }, json({ n: 6 }))).to.deep.equal({ ...nothing, body: { n: 6 } })
    expect(await read({ body: later }, json({ n: 5 }))).to.deep.include({ status: 422 })
  })

  it('is a form where it is marked', async () => {
    expect(await read({ body: login }, { headers: form, body: 'username=a+b&age=5&x=1' })).to.deep.equal({
      ...nothing,
      body: { username: 'a b', age: 5 },
    })
  })

  it('gives a schema the list of a repeated form field', async () => {
    const tags = Form(z.object({ tag: z.array(z.string()) }))
    expect(await read({ body: tags }, { headers: form, body: 'tag=a&tag=b' })).to.deep.include({
      body: { tag: ['a', 'b'] },
    })
    expect(await read({ body: tags }, { headers: form, body: 'tag=a' })).to.deep.include({ body: { tag: ['a'] } })
  })

  it('takes a multipart form with a file', async () => {
    const data = new FormData()
    data.set('title', 'x')
    data.set('file', new File(['abc'], 'a.txt'))
    const schema = Form({ title: String, file: z.instanceof(File).transform((file) => file.size) })
    expect(await read({ body: schema }, { body: data })).to.deep.include({ body: { title: 'x', file: 3 } })
  })

  it('says which form fields are missing', async () => {
    const expected = {
      status: 422,
      detail: [
        { type: 'missing', loc: ['form', 'username'], msg: 'This value is required' },
        { type: 'missing', loc: ['form', 'age'], msg: 'This value is required' },
      ],
    }
    expect(await read({ body: login }, { headers: form, body: '' })).to.deep.equal(expected)
    expect(await read({ body: login }, {})).to.deep.equal(expected)
  })

  it('that was not sent is missing, unless its schema can do without', async () => {
    expect(await read({ body }, {})).to.deep.equal({
      status: 422,
      detail: [{ type: 'missing', loc: ['body'], msg: 'This value is required' }],
    })
    expect(await read({ body: body.optional() }, {})).to.deep.equal(nothing)
  })

  const unreadable: readonly (readonly [string, InputOptions, Sent, number])[] = [
    ['that is not JSON', { body }, json('{'), 400],
    ['that is empty but says JSON', { body }, json(''), 400],
    ['of no type', { body }, { body: new Uint8Array([123, 125]) }, 415],
    ['that is a form in place of JSON', { body }, { headers: form, body: 'n=5' }, 415],
    ['that is JSON in place of a form', { body: login }, json({ username: 'a', age: 5 }), 415],
    ['over the limit', { body }, json({ n: 5, fill: 'x'.repeat(1000) }), 413],
    ['that smuggles a prototype', { body }, json('{"n":5,"__proto__":{"admin":true}}'), 400],
  ]
  for (const [what, options, sent, status] of unreadable) {
    it(`${what} is refused with ${status}, before anything else that is wrong`, async () => {
      expect(await read({ ...options, query: { limit: Number } }, sent)).to.deep.include({ status })
    })
  }
})
