import { expect } from 'chai'
import { type AuthDescription, describeLeaf, type LeafDescription } from '../model/description.ts'
import { REQUEST } from '../model/carrier.ts'
import { Form } from '../schema/markers.ts'
import { describeApi } from './document.ts'
import type { OpenApiDocument, OperationObject } from './specification.ts'
import {
  BASIC,
  CALLABLE,
  COOKIE_KEY,
  HEADER_KEY,
  operationOf,
  QUERY_KEY,
  SESSION,
  sourceOf,
  SUPERUSER,
  TOKEN,
} from './testdata/operations.ts'

function describeOne(
  auth: AuthDescription | null | undefined,
  options: Parameters<typeof operationOf>[2] = {},
): OperationObject {
  return describeApi(sourceOf([operationOf('GET /op', auth, options)])).paths['/api/op']?.get as OperationObject
}

function schemesOf(document: OpenApiDocument): readonly unknown[] {
  return Object.entries(document.components.securitySchemes).map(([name, { description: _, ...scheme }]) => [
    name,
    scheme,
  ])
}

const list = (...members: AuthDescription[]): AuthDescription => ({ kind: 'list', members })
const all = (...members: AuthDescription[]): AuthDescription => ({ kind: 'all', members })
const optional = (member: AuthDescription): AuthDescription => ({ kind: 'optional', member })
const check = (member: AuthDescription): AuthDescription => ({ kind: 'check', member, guard: 'isOwner' })
const named = describeLeaf(REQUEST, {
  name: 'signature',
  scheme: { type: 'apiKey', in: 'header', name: 'X-Signature' },
})

describe('the document: security', () => {
  const table: readonly [what: string, auth: AuthDescription | null | undefined, security: unknown][] = [
    ['null is public', null, []],
    ['nothing declared is public', undefined, []],
    ['an authenticator', TOKEN, [{ TokenAuth: [] }]],
    ['a list is OR in order', list(QUERY_KEY, HEADER_KEY), [{ QueryKey: [] }, { HeaderKey: [] }]],
    ['all is AND', all(TOKEN, HEADER_KEY), [{ TokenAuth: [], HeaderKey: [] }]],
    ['optional adds the empty requirement last', optional(TOKEN), [{ TokenAuth: [] }, {}]],
    ['optional of a list', optional(list(TOKEN, BASIC)), [{ TokenAuth: [] }, { BasicAuth: [] }, {}]],
    ['check asks for nothing more', check(TOKEN), [{ TokenAuth: [] }]],
    [
      'all of lists is their product',
      all(list(TOKEN, BASIC), list(QUERY_KEY, HEADER_KEY)),
      [
        { TokenAuth: [], QueryKey: [] },
        { TokenAuth: [], HeaderKey: [] },
        { BasicAuth: [], QueryKey: [] },
        { BasicAuth: [], HeaderKey: [] },
      ],
    ],
    ['a list with an all', list(all(TOKEN, QUERY_KEY), SESSION), [{ TokenAuth: [], QueryKey: [] }, { fwAuth: [] }]],
    ['the same twice is once', list(TOKEN, TOKEN, all(TOKEN, TOKEN)), [{ TokenAuth: [] }]],
    ['a callable alone has none, for [] would be public', CALLABLE, undefined],
    ['a callable in a list is left out', list(TOKEN, CALLABLE), [{ TokenAuth: [] }]],
    ['a callable in an all is left out', all(TOKEN, CALLABLE), [{ TokenAuth: [] }]],
    ['all of callables has none', all(CALLABLE, { ...CALLABLE, name: 'other' }), undefined],
    ['an optional callable asks for nothing', optional(CALLABLE), [{}]],
    ['a callable with a scheme', list(named, TOKEN), [{ signature: [] }, { TokenAuth: [] }]],
  ]
  for (const [what, auth, security] of table) {
    it(what, () => {
      expect(describeOne(auth).security).to.deep.equal(security)
    })
  }

  it('says in x-svc-auth who decided and which authenticators there are', () => {
    expect(describeOne(list(TOKEN, check(CALLABLE)), { level: 'folder' })['x-svc-auth']).to.deep.equal({
      level: 'folder',
      authenticators: ['TokenAuth', 'ipWhitelist'],
      custom: ['ipWhitelist'],
      access: 'one of TokenAuth, (ipWhitelist, then the check isOwner)',
    })
  })

  it('names no file unless it is asked to', () => {
    const source = sourceOf([operationOf('GET /op', TOKEN)])
    expect(JSON.stringify(describeApi(source))).not.to.contain('pets.ts')
    const detailed = describeApi(source, { positions: true }).paths['/api/op']?.get
    expect(detailed?.['x-svc-auth'].source).to.equal('/project/routes/pets.ts:4')
  })

  it('puts a badge on what is public, for superusers or checked by code', () => {
    const names = (auth: AuthDescription | null): unknown =>
      describeOne(auth)['x-badges']?.map(({ name, label }) => [name, label])
    expect([null, SUPERUSER, CALLABLE, TOKEN, optional(TOKEN)].map(names)).to.deep.equal([
      [['Public', 'Public']],
      [['Superuser', 'Superuser']],
      [['Custom check', 'Custom check']],
      undefined,
      undefined,
    ])
  })
})

describe('the document: security schemes', () => {
  it('has one for each kind, in the place where the credential goes', () => {
    const auths = [TOKEN, BASIC, QUERY_KEY, HEADER_KEY, COOKIE_KEY, SESSION, SUPERUSER, CALLABLE, named]
    const operations = auths.map((auth, index) => operationOf(`GET /${index}`, auth))
    expect(schemesOf(describeApi(sourceOf(operations)))).to.deep.equal([
      ['TokenAuth', { type: 'http', scheme: 'bearer' }],
      ['BasicAuth', { type: 'http', scheme: 'basic' }],
      ['QueryKey', { type: 'apiKey', in: 'query', name: 'api_key' }],
      ['HeaderKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
      ['CookieKey', { type: 'apiKey', in: 'cookie', name: 'X-API-KEY' }],
      ['fwAuth', { type: 'apiKey', in: 'cookie', name: 'svc_session' }],
      ['superuser', { type: 'apiKey', in: 'cookie', name: 'svc_session' }],
      ['signature', { type: 'apiKey', in: 'header', name: 'X-Signature' }],
    ])
  })

  it('has one scheme for an authenticator that is used twice', () => {
    const operations = [operationOf('GET /a', TOKEN), operationOf('POST /a', list({ ...TOKEN }, BASIC))]
    expect(schemesOf(describeApi(sourceOf(operations)))).to.have.length(2)
  })

  const key = (name: string, paramName: string): LeafDescription =>
    describeLeaf({ in: 'query', name: paramName }, { name })
  const nameTable: readonly [what: string, auths: readonly LeafDescription[], names: readonly string[]][] = [
    ['numbers those that share a name', [key('Key', 'a'), key('Key', 'b'), key('Key', 'c')], ['Key', 'Key2', 'Key3']],
    [
      'leaves a name to the one that has it',
      [key('Key', 'a'), key('Key', 'b'), key('Key2', 'c')],
      ['Key', 'Key3', 'Key2'],
    ],
    ['keeps the leading words of a long one', [key('PartnerGatewayKeyAuth', 'a')], ['Partner']],
    [
      'keeps 12 characters when it numbers',
      [key('TwelveLetter', 'a'), key('TwelveLetter', 'b')],
      ['TwelveLetter', 'TwelveLette2'],
    ],
    ['keeps one long word whole', [key('Antidisestablishment', 'a')], ['Antidisestablishment']],
    ['writes what a component name may hold', [key('clé n° 1', 'a')], ['cl_n_1']],
    ['calls a nameless one by its kind', [key('', 'a')], ['apiKey']],
  ]
  for (const [what, auths, names] of nameTable) {
    it(what, () => {
      const operations = auths.map((auth, index) => operationOf(`GET /${index}`, auth))
      expect(Object.keys(describeApi(sourceOf(operations)).components.securitySchemes)).to.deep.equal(names)
    })
  }

  it('says where a credential goes, how to get one, and the same above the operations', () => {
    const operations = [
      operationOf('POST /login', null),
      operationOf('GET /a', { ...HEADER_KEY, description: 'Ask the office for one.' }),
      operationOf('GET /b', SUPERUSER),
    ]
    const { components, info } = describeApi(sourceOf(operations, { description: 'All about pets.' }))
    const descriptions = Object.values(components.securitySchemes).map(({ description }) => description)
    expect(descriptions).to.deep.equal([
      'Ask the office for one. Sent as the header `X-API-Key`.',
      'Log in with `POST /api/login`; nothing to type here: the browser carries the cookie. Only superusers pass.',
    ])
    expect(info.description).to.equal(
      `All about pets.\n\n## Credentials\n\n- **HeaderKey**: ${descriptions[0]}\n- **superuser**: ${descriptions[1]}`,
    )
  })
})

describe('the document: operations', () => {
  it('writes paths below the base with braces, and one item for each shape', () => {
    const paths = ['GET /a/[id]', 'DELETE /a/[key]', 'GET /files/[...rest]', 'GET /[x]-[y].json'] as const
    const document = describeApi(sourceOf(paths.map((path) => operationOf(path, null))))
    expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).to.deep.equal([
      ['/api/a/{id}', ['get', 'delete']],
      ['/api/files/{rest}', ['get']],
      ['/api/{x}-{y}.json', ['get']],
    ])
    expect(document.paths['/api/a/{id}']?.delete?.parameters).to.deep.equal([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ])
    expect(document.servers).to.deep.equal([{ url: '/' }])
  })

  it('leaves out what is not to be shown, its authenticator included', () => {
    const operations = [operationOf('GET /a', TOKEN, { includeInSchema: false }), operationOf('GET /b', null)]
    const document = describeApi(sourceOf(operations))
    expect(Object.keys(document.paths)).to.deep.equal(['/api/b'])
    expect(document.components.securitySchemes).to.deep.equal({})
    expect(document.info).to.deep.equal({ title: 'Pets', version: '1.0.0' })
  })

  it('carries over what an operation says of itself', () => {
    const said = { summary: 'S', description: 'D', deprecated: true, tags: ['x', 'y'], operationId: 'own' }
    const { operationId, summary, description, deprecated, tags } = describeOne(null, said)
    expect({ operationId, summary, description, deprecated, tags }).to.deep.equal(said)
  })

  it('lists inputs by place, with what the schemas say', () => {
    const operation = operationOf('GET /a/[id]', null, {
      params: { id: Number },
      query: { limit: Number },
      headers: { 'x-trace': String, authorization: String },
      cookies: { theme: String },
    })
    expect(describeApi(sourceOf([operation])).paths['/api/a/{id}']?.get?.parameters).to.deep.equal([
      { name: 'id', in: 'path', required: true, schema: { type: 'number' } },
      { name: 'limit', in: 'query', required: true, schema: { type: 'number' } },
      { name: 'x-trace', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'theme', in: 'cookie', required: true, schema: { type: 'string' } },
    ])
  })

  it('describes JSON and form bodies', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    expect(describeOne(null, { body: { name: String } }).requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema } },
    })
    expect(describeOne(null, { body: Form({ name: String }) }).requestBody).to.deep.equal({
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } },
    })
  })

  it('groups by folder and says what the folder declares', () => {
    const operations = [
      operationOf('GET /pets', SESSION, { level: 'api' }),
      operationOf('GET /bearer', TOKEN),
      operationOf('GET /admin/users', SUPERUSER, { level: 'folder' }),
      operationOf('GET /admin/users/[id]', SUPERUSER, { level: 'folder' }),
      operationOf('GET /shops/[id]', null),
      operationOf('GET /shops', TOKEN),
      operationOf('GET /[any]/x', null),
    ]
    const document = describeApi(sourceOf(operations))
    expect(document.tags).to.deep.equal([
      {
        name: 'General',
        description: 'Needs `fwAuth`, declared by the API, where an operation does not say otherwise.',
      },
      { name: 'admin', description: 'Needs `fwAuthSuperuser`, declared by the folder.' },
      { name: 'shops', description: 'Each operation declares who may call it.' },
    ])
    expect(document.paths['/api/{any}/x']?.get?.tags).to.deep.equal(['General'])
  })
})

describe('the document: answers', () => {
  const statuses = (operation: ReturnType<typeof operationOf>, csrf = false): readonly string[] => {
    const [item] = Object.values(describeApi(sourceOf([operation], { csrf })).paths)
    const [described] = Object.values(item ?? {})
    return Object.keys((described as OperationObject).responses)
  }
  const table: readonly [
    what: string,
    operation: ReturnType<typeof operationOf>,
    csrf: boolean,
    expected: readonly string[],
  ][] = [
    ['public', operationOf('GET /a', null), true, ['200']],
    ['protected', operationOf('GET /a', TOKEN), true, ['200', '401']],
    ['optional', operationOf('GET /a', optional(TOKEN)), true, ['200', '401']],
    ['by a callable', operationOf('GET /a', CALLABLE), true, ['200', '401']],
    ['with a check', operationOf('GET /a', list(BASIC, check(TOKEN))), false, ['200', '401', '403']],
    ['unsafe under a session and csrf', operationOf('POST /a', SESSION), true, ['200', '401', '403']],
    [
      'unsafe under a cookie key and csrf',
      operationOf('POST /a', list(TOKEN, COOKIE_KEY)),
      true,
      ['200', '401', '403'],
    ],
    ['unsafe under a token and csrf', operationOf('POST /a', TOKEN), true, ['200', '401']],
    ['safe under a session and csrf', operationOf('GET /a', SESSION), true, ['200', '401']],
    ['opted out of csrf', operationOf('POST /a', SESSION, { csrf: false }), true, ['200', '401']],
    ['public and opted into csrf', operationOf('POST /a', null, { csrf: true }), false, ['200', '403']],
    ['with inputs', operationOf('GET /a', null, { query: { a: Number } }), false, ['200', '422']],
    [
      'with a response by status',
      operationOf('POST /a', TOKEN, { response: { 201: { a: String }, 204: null } }),
      false,
      ['201', '204', '401'],
    ],
  ]
  for (const [what, operation, csrf, expected] of table) {
    it(`${what}: ${expected.join(', ')}`, () => {
      expect(statuses(operation, csrf)).to.deep.equal(expected)
    })
  }

  it('shares the 401, with its challenge and the schema of detail', () => {
    const document = describeApi(sourceOf([operationOf('GET /a', TOKEN)]))
    expect(document.paths['/api/a']?.get?.responses[401]).to.deep.equal({ $ref: '#/components/responses/Unauthorized' })
    const { headers, content } = document.components.responses.Unauthorized ?? {}
    expect(Object.keys(headers ?? {})).to.deep.equal(['WWW-Authenticate'])
    expect(content).to.deep.equal({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } })
    expect(document.components.schemas.Error).to.have.nested.property('properties.detail.type', 'string')
  })

  it('lets the body be anything where none is declared, and nothing where none can be', () => {
    const responsesOf = (response?: unknown): unknown => {
      const options = response === undefined ? {} : { response }
      return describeApi(sourceOf([operationOf('GET /a', null, options)])).paths['/api/a']?.get?.responses
    }
    expect(responsesOf()).to.deep.equal({ 200: { description: 'OK', content: { 'application/json': { schema: {} } } } })
    expect(responsesOf({ 204: null })).to.deep.equal({ 204: { description: 'No Content' } })
  })

  it('keeps a 401 that the operation describes itself, beside ours', () => {
    const response = { 200: { ok: Boolean }, 401: { code: Number } }
    const answer = describeOne(TOKEN, { response }).responses[401]
    expect(answer).to.have.nested.property('headers.WWW-Authenticate')
    expect(answer).to.have.deep.nested.property('content.application/json.schema.anyOf[0]', {
      $ref: '#/components/schemas/Error',
    })
  })
})
