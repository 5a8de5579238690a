import { expect } from 'chai'
import { SvcAPI, ValidationError } from 'svc'
import { all, basic, bearer, fwAuth, headerKey, optional, queryKey } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import { authScenarios } from './auth-scenarios.ts'

const SECRET = 'a-secret-for-sessions-of-32-characters-or-more'
type Operation = Record<string, unknown> & { security?: unknown; responses: Record<string, unknown> }
type Document = { paths: Record<string, { get: Operation }>; components: { securitySchemes: Record<string, object> } }

const ERRORS = { type: 'object', required: ['errors'], properties: { errors: { type: 'array' } } }
const refuse = (): string | null => null

function createApi(): AnyApi {
  const token = bearer(refuse, { name: 'Token' })
  const key = queryKey('key', refuse, { name: 'Key' })
  const api = new SvcAPI({ sessions: { secrets: [SECRET] } })
  api.get('/bearer', { auth: token }, () => 1)
  api.get('/list', { auth: [key, headerKey('X-Key', refuse, { name: 'HeaderKey' })] }, () => 1)
  api.get('/all', { auth: all(token, key) }, () => 1)
  api.get('/optional', { auth: optional(basic(refuse, { name: 'Login' })) }, () => 1)
  api.get('/place', { auth: [key, queryKey('key', refuse, { name: 'Other' })] }, () => 1)
  api.get('/session', { auth: fwAuth }, () => 1)
  api.get(
    '/callable',
    {
      auth: function office() {
        return refuse()
      },
    },
    () => 1,
  )
  api.get('/items/[id]', { auth: null }, () => 1)
  return api
}

/** An application that serves another document than its own. */
function withDocument(change: (document: Document) => void): AnyApi {
  const api = createApi()
  const fetch = api.fetch.bind(api)
  api.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest)
    if (!request.url.endsWith('/openapi.json')) return response
    const document = (await response.json()) as Document
    change(document)
    return Response.json(document)
  }
  return api
}

async function findingsOf(api: AnyApi): Promise<readonly string[]> {
  const scenarios = await authScenarios(api, { only: ['document'] })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    return verdicts.flatMap(({ finding }) =>
      (finding?.problems ?? []).map(({ expected, got }) => `${finding?.scenario.route}: ${expected} | ${got}`),
    )
  } finally {
    await scenarios.close()
  }
}

describe('the document against the declaration and the wire', () => {
  it('finds nothing in the document that the application makes itself', async () => {
    expect(await findingsOf(createApi())).to.deep.equal([])
  })

  const broken: Readonly<Record<string, readonly [(document: Document) => void, readonly string[]]>> = {
    'a protected route that is documented public': [
      ({ paths }) => (operationAt(paths, '/bearer').security = []),
      [
        'GET /bearer: security [http bearer] in the document | security []',
        'GET /bearer: no 401, for the document calls it public | 401 with a challenge',
      ],
    ],
    'an open route that is documented protected': [
      ({ paths }) => (operationAt(paths, '/items/{id}').security = [{ Token: [] }]),
      [
        'GET /items/[id]: no security: the route is public in the document | security [http bearer]',
        'GET /items/[id]: 401, for the document calls it protected | 200 without a credential',
      ],
    ],
    'a list whose order was lost': [
      ({ paths }) => (operationAt(paths, '/list').security = [{ HeaderKey: [] }, { Key: [] }]),
      ['GET /list: security [query key, header x-key] in the document | security [header x-key, query key]'],
    ],
    'all that became a list': [
      ({ paths }) => (operationAt(paths, '/all').security = [{ Token: [] }, { Key: [] }]),
      ['GET /all: security [http bearer and query key] in the document | security [http bearer, query key]'],
    ],
    'a key under another name': [
      ({ components }) => (components.securitySchemes['HeaderKey'] = { type: 'apiKey', in: 'header', name: 'X-Other' }),
      ['GET /list: security [query key, header x-key] in the document | security [query key, header x-other]'],
    ],
    'an optional credential that is documented as required': [
      ({ paths }) => (operationAt(paths, '/optional').security = [{ Login: [] }]),
      [
        'GET /optional: security [http basic, nothing] in the document | security [http basic]',
        'GET /optional: 401, for the document calls it protected | 200 without a credential',
      ],
    ],
    'a custom check that is documented as nothing': [
      ({ paths }) => delete operationAt(paths, '/callable')['x-svc-auth'],
      [
        'GET /callable: x-svc-auth that names the custom check in the document | no security',
        'GET /callable: no 401, for the document calls it public | 401 with a challenge',
      ],
    ],
    'a refusal that is not documented': [
      ({ paths }) => (operationAt(paths, '/session').responses = { 200: {} }),
      ['GET /session: a 401 among the responses of the document | 200'],
    ],
    'a refusal that comes in another shape': [
      ({ components }) => ((components as { schemas?: object }).schemas = { Error: ERRORS }),
      [
        'GET /bearer: a 401 of { errors: list }, as the document says | { detail: string }',
        'GET /list: a 401 of { errors: list }, as the document says | { detail: string }',
        'GET /all: a 401 of { errors: list }, as the document says | { detail: string }',
        'GET /place: a 401 of { errors: list }, as the document says | { detail: string }',
        'GET /session: a 401 of { errors: list }, as the document says | { detail: string }',
        'GET /callable: a 401 of { errors: list }, as the document says | { detail: string }',
      ],
    ],
  }
  for (const [name, [change, expected]] of Object.entries(broken)) {
    it(`finds ${name}`, async () => expect(await findingsOf(withDocument(change))).to.deep.equal(expected))
  }

  for (const [name, auth] of [
    ['public', null],
    ['protected', bearer(refuse)],
  ] as const) {
    it(`finds a 422 of a ${name} route that comes in another shape than the document says`, async () => {
      const createChecked = (errors: object): AnyApi => {
        const api = new SvcAPI({ auth, ...errors })
        api.exceptionHandler(ValidationError, (request) =>
          api.createResponse(request, { message: 'wrong' }, { status: 422 }),
        )
        api.post('/pets', { body: { name: String } }, () => 1)
        return api
      }
      expect(await findingsOf(createChecked({}))).to.deep.equal([
        'POST /pets: a 422 of { detail: list }, as the document says | { message: string }',
      ])
      expect(await findingsOf(createChecked({ errors: { 422: { message: String } } }))).to.deep.equal([])
    })
  }

  it('compares nothing that the document does not show', async () => {
    const api = withDocument((document) => (document.paths = {}))
    const scenarios = await authScenarios(api, { only: ['document'] })
    await scenarios.close()
    expect(scenarios.tests.filter(({ name }) => name.includes('document'))).to.deep.equal([])
  })
})

function operationAt(paths: Document['paths'], path: string): Operation {
  return (paths[path] as { get: Operation }).get
}
