import { expect } from 'chai'
import { parse } from 'yaml'
import { readDocument, readTokenPaths } from '../targets/document.ts'
import { skeletonOfServer } from './server-skeleton.ts'
import { variablesOf } from './skeleton.ts'
import { printYaml } from './yaml-skeleton.ts'

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
  it('writes YAML with a variable for each scheme, and leaves parameters and bodies to the run', () => {
    const text = printYaml(skeletonOfServer(readDocument(DOCUMENT).routes))
    expect(parse(text)).to.deep.equal({
      credentials: {
        userToken: { valid: '${USER_TOKEN}' },
        admin: { valid: { username: '${ADMIN_USERNAME}', password: '${ADMIN_PASSWORD}' } },
      },
      routes: {
        'GET /notes/[id]': { protected: true },
        'POST /notes': { protected: true },
      },
    })
  })

  it('writes the header fields of a scheme whose credential is computed for each request', () => {
    const document = {
      openapi: '3.1.0',
      components: { securitySchemes: { Signed: { type: 'http', scheme: 'digest' } } },
      paths: { '/a': { get: { security: [{ Signed: [] }] } } },
    }
    expect(parse(printYaml(skeletonOfServer(readDocument(document).routes)))).to.deep.equal({
      credentials: { Signed: { valid: { headers: { Authorization: '${SIGNED}' } } } },
      routes: { 'GET /a': { protected: true } },
    })
  })

  it('writes a login for a scheme whose document names where its token is given, on the same server', () => {
    const flows = (tokenUrl: string): object => ({ type: 'oauth2', flows: { password: { tokenUrl, scopes: {} } } })
    const document = {
      openapi: '3.1.0',
      components: { securitySchemes: { OAuth2: flows('token'), Elsewhere: flows('https://login.example/token') } },
      paths: {
        '/a': { get: { security: [{ OAuth2: [] }] } },
        '/b': { get: { security: [{ Elsewhere: [] }] } },
      },
    }
    const logins = readTokenPaths(document, new URL('http://127.0.0.1:8000/v1'))
    expect(parse(printYaml(skeletonOfServer(readDocument(document).routes, logins)))).to.deep.equal({
      credentials: {
        OAuth2: {
          login: {
            request: {
              method: 'POST',
              path: '/v1/token',
              form: { grant_type: 'password', username: '${OAUTH2_USERNAME}', password: '${OAUTH2_PASSWORD}' },
            },
            take: { json: '/access_token' },
          },
        },
        Elsewhere: { valid: '${ELSEWHERE}' },
      },
      routes: { 'GET /a': { protected: true }, 'GET /b': { protected: true } },
    })
  })

  it('says in a comment what else the answer of the login has, and what is left to the run', () => {
    const { routes } = readDocument(DOCUMENT)
    const others = [{ json: '/session/ticket' }, { cookie: 'sid' }]
    const login = { request: { path: '/login' }, take: { json: '/token' } }
    const text = printYaml(skeletonOfServer(routes), { login, users: [], status: 200, others })
    expect(text).to.include(
      '# The answer of the login may have the credential elsewhere, too: take: { json: /session/ticket }, or { cookie: sid }.',
    )
    expect(text).to.include('# Not written, since each run infers it: parameters and bodies')
  })

  it('writes nothing of a document that fixtures would resolve: it would send secrets of this machine to that server', () => {
    const example = {
      a: '${AWS_SECRET}',
      b: ['file:/etc/passwd', { c: 'exec:id' }],
      d: 'x ${HOME:-y}',
      e: 'a file: of notes',
    }
    const parameters = [{ name: 'q', in: 'query', required: true, schema: { type: 'string' }, example: '${PATH}' }]
    const post = {
      security: [{ userToken: [] }],
      parameters,
      requestBody: { content: { 'application/json': { example } } },
    }
    const { components } = DOCUMENT
    const skeleton = skeletonOfServer(readDocument({ openapi: '3.1.0', components, paths: { '/a': { post } } }).routes)
    expect(skeleton.routes).to.deep.equal({ 'POST /a': { protected: true } })
    expect(variablesOf(skeleton)).to.deep.equal(['USER_TOKEN'])
  })
})
