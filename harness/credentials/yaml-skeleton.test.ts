import { expect } from 'chai'
import { parse } from 'yaml'
import { readDocument } from '../targets/document.ts'
import { formatYamlSkeleton } from './yaml-skeleton.ts'

const DOCUMENT = {
  openapi: '3.2.0',
  info: { title: 'Notes', version: '1' },
  components: {
    securitySchemes: {
      userToken: { type: 'http', scheme: 'bearer' },
      admin: { type: 'http', scheme: 'basic' },
    },
  },
  security: [{ userToken: [] }],
  paths: {
    '/notes/{id}': {
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 42 }] },
    },
    '/notes': {
      post: {
        security: [{ admin: [] }],
        requestBody: { content: { 'application/json': { example: { title: 'Water the plants' } } } },
      },
      get: { security: [] },
    },
  },
}

describe('--init --url', () => {
  it('writes YAML with a variable for each scheme and the examples of the document', () => {
    const text = formatYamlSkeleton(readDocument(DOCUMENT).routes)
    expect(parse(text)).to.deep.equal({
      credentials: {
        userToken: { valid: '${USER_TOKEN}' },
        admin: { valid: { username: 'admin', password: '${ADMIN_PASSWORD}' } },
      },
      routes: {
        'GET /notes/[id]': { params: { id: '42' } },
        'POST /notes': { body: { title: 'Water the plants' } },
      },
    })
  })
})
