import { expect } from 'chai'
import { plainRequest } from '../subject/plain-request.ts'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { readDocument } from './document.ts'

const token = { Token: { type: 'http', scheme: 'bearer' }, Key: { type: 'apiKey', in: 'header', name: 'X-Key' } }

/** The request of the first operation of a document. */
function asked(operation: object, item: object = {}, more: object = {}, path = '/items/{id}', method = 'get') {
  const document = {
    openapi: '3.1.0',
    security: [{ Token: [] }],
    paths: { [path]: { ...item, [method]: operation } },
    components: { securitySchemes: token, ...more },
  }
  const [route] = readDocument(document).routes
  return route === undefined ? undefined : plainRequest(route, undefined)
}

function targetOf(parameter: object): string | undefined {
  return asked({ parameters: [{ name: 'id', in: 'path', required: true, ...parameter }] })?.target
}

function bodyOf(media: object, type = 'application/json', more: object = {}): string | undefined {
  return asked({ requestBody: { content: { [type]: media } } }, {}, more, '/items', 'post')?.body
}

describe('an example that is a text of JSON', () => {
  const example = String.raw`{"name": "Dill"}`
  const members = { name: { type: 'string' } }
  it('is the object that its schema asks for', () => {
    const body = '{"name":"Dill"}'
    expect(bodyOf({ example, schema: { type: 'object', properties: members } })).to.equal(body)
    expect(bodyOf({ schema: { type: 'object', properties: members, example } })).to.equal(body)
    const inner = { type: 'object', required: ['of'], properties: { of: { type: 'object', example } } }
    expect(bodyOf({ schema: inner })).to.equal(`{"of":${body}}`)
  })
  it('stays a text where the schema says so, and where it is not JSON', () => {
    const text = { type: 'object', required: ['of'], properties: { of: { type: 'string', example } } }
    expect(bodyOf({ schema: text })).to.equal(JSON.stringify({ of: example }))
    expect(bodyOf({ example: '{name}', schema: { type: 'object' } })).to.equal('"{name}"')
  })
})

const PICTURE = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;'

describe('the request that a document describes', () => {
  const members = { name: { type: 'string' }, id: { readOnly: true }, size: { type: 'integer' } }
  it('has all members where the document requires none of them, but in a change of some', () => {
    const requestBody = { content: { 'application/json': { schema: { properties: members } } } }
    expect(asked({ requestBody }, {}, {}, '/items', 'put')?.body).to.equal('{"name":"1","size":1}')
    expect(asked({ requestBody }, {}, {}, '/items', 'patch')?.body).to.equal('{}')
  })
  it('has no member that is only read, though it is required', () => {
    const schema = { required: ['id', 'name'], properties: members }
    const requestBody = { content: { 'application/json': { schema } } }
    expect(asked({ requestBody }, {}, {}, '/items', 'post')?.body).to.equal('{"name":"1"}')
  })

  const parameters: readonly (readonly [parameter: object, value: string])[] = [
    [{}, '1'],
    [{ example: 'n2' }, 'n2'],
    [{ examples: { short: { value: 'n3' }, long: { value: 'n4' } } }, 'n3'],
    [{ schema: { type: 'string', example: 'n5' } }, 'n5'],
    [{ schema: { type: 'string', examples: ['n6', 'n7'] } }, 'n6'],
    [{ schema: { type: 'string', default: 'n8' } }, 'n8'],
    [{ schema: { const: 'n9' } }, 'n9'],
    [{ schema: { enum: ['open', 'closed'] } }, 'open'],
    [{ schema: { type: 'string', format: 'uuid' } }, '00000000-0000-4000-8000-000000000001'],
    [{ schema: { type: 'string', format: 'uuid7' } }, '00000000-0000-7000-8000-000000000001'],
    [{ schema: { type: 'string', format: 'date' } }, '2031-01-15'],
    [{ schema: { type: 'string', minLength: 3 } }, '111'],
    [{ schema: { type: 'integer', minimum: 10 } }, '10'],
    [{ schema: { type: ['integer', 'null'], exclusiveMinimum: 10 } }, '11'],
    [{ schema: { type: 'integer', minimum: -9_223_372_036_854_775_808 } }, '1'],
    [{ schema: { type: 'integer', minimum: -10, maximum: -2 } }, '-2'],
    [{ schema: { type: 'boolean' } }, 'true'],
    [{ schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] } }, '1'],
    [{ example: 'a b/c' }, 'a%20b%2Fc'],
  ]
  for (const [parameter, value] of parameters)
    it(`has ${value} in its path for ${JSON.stringify(parameter)}`, () =>
      expect(targetOf(parameter)).to.equal(`/items/${value}`))

  it('takes parameters of the path item, and follows references to it and to them', () => {
    const document = {
      openapi: '3.0.3',
      paths: { '/items/{id}': { $ref: '#/components/pathItems/Item' } },
      components: {
        pathItems: { Item: { parameters: [{ $ref: '#/components/parameters/Id' }], get: {} } },
        parameters: { Id: { name: 'id', in: 'path', schema: { $ref: '#/components/schemas/Id' } } },
        schemas: { Id: { type: 'integer', default: 42 } },
      },
    }
    const [route] = readDocument(document).routes
    expect(route && plainRequest(route, undefined).target).to.equal('/items/42')
  })

  it('has what is required in its query and its fields, and no credential', () => {
    const parameters = [
      { name: 'status', in: 'query', required: true, schema: { enum: ['open'] } },
      { name: 'page', in: 'query', schema: { default: 1 } },
      { name: 'X-Tenant', in: 'header', required: true, example: 'acme' },
      { name: 'Authorization', in: 'header', required: true, example: 'Bearer x' },
      { name: 'X-Key', in: 'header', required: true, example: 'k' },
    ]
    expect(asked({ parameters, security: [{ Key: [] }] }, {}, {}, '/items')).to.deep.equal({
      method: 'GET',
      target: '/items?status=open',
      headers: [['X-Tenant', 'acme']],
    })
  })

  const Note = {
    type: 'object',
    required: ['text', 'tags', 'author'],
    properties: {
      text: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      author: { $ref: '#/components/schemas/Author' },
      colour: { type: 'string' },
    },
  }
  const Author = {
    type: 'object',
    required: ['mail', 'boss'],
    properties: { mail: { format: 'email' }, boss: { $ref: '#/components/schemas/Author' } },
  }

  const bodies: readonly (readonly [media: object, type: string, text: string])[] = [
    [{ example: { text: 'a' } }, 'application/json', '{"text":"a"}'],
    [{ examples: { one: { value: { text: 'b' } } } }, 'application/json', '{"text":"b"}'],
    [
      {
        schema: {
          allOf: [{ type: 'object', required: ['a'], properties: { a: { const: 1 } } }, { example: { b: 2 } }],
        },
      },
      'application/json',
      '{"a":1,"b":2}',
    ],
    [
      { schema: { type: 'object', required: ['q'], properties: { q: { example: 'x y' } } } },
      'application/x-www-form-urlencoded',
      'q=x+y',
    ],
  ]
  for (const [media, type, text] of bodies) it(`has the body ${text}`, () => expect(bodyOf(media, type)).to.equal(text))

  it('has the one file of a form that does not require it, of the media type that the document says', () => {
    const file = { type: 'string', format: 'binary' }
    const schema = { type: 'object', properties: { file, note: { type: 'string' } } }
    const partsOf = (text = ''): readonly string[] => text.split('\r\n').filter((line) => /^C|^GIF|^svc$/.test(line))
    expect(partsOf(bodyOf({ schema }, 'multipart/form-data'))).to.deep.equal([
      'Content-Disposition: form-data; name="file"; filename="svc.gif"',
      'Content-Type: image/gif',
      PICTURE,
    ])
    const encoding = { file: { contentType: 'text/csv' } }
    expect(partsOf(bodyOf({ schema, encoding }, 'multipart/form-data'))).to.deep.equal([
      'Content-Disposition: form-data; name="file"; filename="svc.txt"',
      'Content-Type: text/plain',
      'svc',
    ])
    const two = { type: 'object', properties: { front: file, back: file } }
    expect(partsOf(bodyOf({ schema: two }, 'multipart/form-data'))).to.deep.equal([])
  })

  const passwords: readonly (readonly [schema: object, text: string])[] = [
    [{ type: 'string' }, 'Svc-4711-kxP'],
    [{ type: 'string', minLength: 14 }, 'Svc-4711-kxP11'],
    [{ type: 'string', maxLength: 8 }, 'Svc-4711'],
    [{ type: 'string', example: 'secret' }, 'secret'],
    [{ type: 'string', pattern: '^1$' }, '1'],
  ]
  for (const [password, text] of passwords)
    it(`has the password ${text} for ${JSON.stringify(password)}`, () => {
      const schema = {
        type: 'object',
        required: ['newPassword', 'name'],
        properties: { newPassword: password, name: {} },
      }
      expect(bodyOf({ schema })).to.equal(JSON.stringify({ newPassword: text, name: '1' }))
    })

  it('has a form with files', () => {
    const schema = {
      type: 'object',
      required: ['title', 'file', 'others'],
      properties: {
        title: { type: 'string', example: 'one' },
        file: { type: 'string', format: 'binary' },
        others: { type: 'array', minItems: 1, items: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    }
    expect(bodyOf({ schema }, 'multipart/form-data')).to.equal(
      [
        '--svc-test-auth-sample',
        'Content-Disposition: form-data; name="title"',
        '',
        'one',
        '--svc-test-auth-sample',
        'Content-Disposition: form-data; name="file"; filename="svc.gif"',
        'Content-Type: image/gif',
        '',
        PICTURE,
        '--svc-test-auth-sample',
        'Content-Disposition: form-data; name="others"; filename="svc.gif"',
        'Content-Type: image/gif',
        '',
        PICTURE,
        '--svc-test-auth-sample--',
        '',
      ].join('\r\n'),
    )
  })

  it('has a form with an object, a list and null', () => {
    const example = { owner: { name: 'Bo' }, tags: ['a'], none: null }
    expect(bodyOf({ schema: {}, example }, 'multipart/form-data')?.match(/\r\n\r\n(.*)\r\n/g)).to.deep.equal([
      '\r\n\r\n{"name":"Bo"}\r\n',
      '\r\n\r\n["a"]\r\n',
      '\r\n\r\nnull\r\n',
    ])
  })

  it('ends where a schema holds itself', () => {
    const text = bodyOf({ schema: { $ref: '#/components/schemas/Note' } }, 'application/json', {
      schemas: { Note, Author },
    })
    expect(text).to.match(/^\{"text":"1","tags":\[\],"author":\{"mail":"ann@example.com","boss":\{/)
  })

  it('has no body where the operation is public: it may be the login', () => {
    const requestBody = { content: { 'application/json': { example: {} } } }
    expect(asked({ requestBody, security: [] }, {}, {}, '/login', 'post')?.body).to.equal(undefined)
  })

  it('is as the fixtures say where they say something', () => {
    const parameters = [
      { name: 'id', in: 'path', example: 'n2' },
      { name: 'q', in: 'query', required: true, example: 'a' },
    ]
    const { routes } = readDocument({ openapi: '3.1.0', paths: { '/items/{id}': { get: { parameters } } } })
    const fixture = sampleRouteFixture({ params: { id: '7' }, query: { p: '1' } })
    expect(routes.map((route) => plainRequest(route, fixture).target)).to.deep.equal(['/items/7?q=a&p=1'])
  })
})

describe('a parameter that the path names', () => {
  const id = { name: 'id', required: true, schema: { type: 'integer', minimum: 47 } }
  it('is one of the path, where a document calls it one of the query', () => {
    expect(asked({ parameters: [{ ...id, in: 'query' }] })?.target).to.equal('/items/47')
  })
  it('is two, where a document has both', () => {
    expect(
      asked({
        parameters: [
          { ...id, in: 'query' },
          { ...id, in: 'path' },
        ],
      })?.target,
    ).to.equal('/items/47?id=47')
    expect(asked({ parameters: [{ ...id, in: 'query' }] }, { parameters: [{ ...id, in: 'path' }] })?.target).to.equal(
      '/items/47?id=47',
    )
  })
})
