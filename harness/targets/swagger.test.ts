import { expect } from 'chai'
import { readDocument } from './document.ts'
import { upgradeSwagger } from './swagger.ts'

const DOCUMENT = {
  swagger: '2.0',
  info: { title: 'Boxes', version: '2' },
  host: 'boxes.example',
  basePath: '/api',
  securityDefinitions: { Key: { type: 'apiKey', in: 'header', name: 'Authorization' }, Pair: { type: 'basic' } },
  definitions: {
    Box: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, size: { type: 'integer' } } },
  },
  parameters: {
    Box: { in: 'body', name: 'box', required: true, schema: { $ref: '#/definitions/Box' } },
    Page: { in: 'query', name: 'page', type: 'integer', required: true },
  },
  paths: {
    '/boxes': {
      get: { security: [{ Key: [] }], parameters: [{ $ref: '#/parameters/Page' }], responses: {} },
      post: { security: [{ Key: [] }], parameters: [{ $ref: '#/parameters/Box' }], responses: {} },
    },
    '/boxes/{id}': {
      parameters: [{ in: 'path', name: 'id', type: 'string', format: 'uuid', required: true }],
      get: { security: [{ Pair: [] }], responses: {} },
    },
    '/login': {
      post: {
        parameters: ['name', 'word'].map((name) => ({ in: 'formData', name, type: 'string', required: true })),
        responses: {},
      },
    },
    '/boxes/picture': {
      post: {
        security: [{ Key: [] }],
        parameters: [{ in: 'formData', name: 'picture', type: 'file', required: true }],
        responses: {},
      },
    },
  },
}

describe('a document of Swagger 2.0', () => {
  const { routes, base, title } = readDocument(upgradeSwagger(DOCUMENT))
  const find = (key: string): (typeof routes)[number] | undefined => routes.find((one) => one.key === key)

  it('has its operations, below its base', () => {
    expect([title, base]).to.deep.equal(['Boxes', '/api'])
    expect(routes.map(({ key }) => key)).to.have.members([
      'GET /boxes',
      'POST /boxes',
      'GET /boxes/[id]',
      'POST /login',
      'POST /boxes/picture',
    ])
  })

  it('has its authenticators', () => {
    expect(find('GET /boxes')?.auth).to.deep.include({ kind: 'apiKey', name: 'Key' })
    expect(find('GET /boxes/[id]')?.auth).to.deep.include({ kind: 'basic', name: 'Pair' })
    expect(find('POST /login')?.auth).to.equal(null)
  })

  it('has its bodies, forms and files, also those that stand beside the paths', () => {
    expect(find('POST /boxes')?.inputs?.body.map(({ path }) => path.join())).to.deep.equal(['name', 'size'])
    expect(find('POST /boxes')?.sample?.body).to.deep.include({ contentType: 'application/json' })
    expect(find('GET /boxes')?.sample?.query).to.deep.equal({ page: '1' })
    expect(find('POST /login')?.inputs?.contentType).to.equal('application/x-www-form-urlencoded')
    expect(find('POST /boxes/picture')?.sample?.body?.contentType).to.match(/^multipart\/form-data/)
    expect(find('GET /boxes/[id]')?.sample?.params['id']).to.match(/^[\da-f-]{36}$/)
  })

  it('is left as it is, and another value too', () => {
    const before = JSON.stringify(DOCUMENT)
    upgradeSwagger(DOCUMENT)
    expect(JSON.stringify(DOCUMENT)).to.equal(before)
    for (const other of [undefined, [], { openapi: '3.1.0' }, { swagger: '1.2' }])
      expect(upgradeSwagger(other)).to.equal(other)
  })
})
