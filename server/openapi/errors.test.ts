import { expect } from 'chai'
import { HttpError, Router, SvcAPI } from 'svc'
import { bearer, check } from 'svc/security'
import { describeApi } from './document.ts'
import { findMisshapenErrors } from './error-shapes.ts'
import type { OpenApiDocument, ResponseObject } from './specification.ts'

const user = bearer((_, token) => (token === 'good' ? { isEditor: false } : null), { name: 'User' })
const editor = check(user, ({ isEditor }) => isEditor)
const Message = { message: String }
const Errors = { code: Number }

function documentOf(api: SvcAPI<never>): OpenApiDocument {
  return describeApi({ ...api.settings, base: '', operations: api.operations(), sessionCookieName: 's' })
}
/** The members of each answer's body by status, references followed; with a star where there is a challenge header. */
function shapesOf(document: OpenApiDocument, path: string, method: 'get' | 'post' = 'get'): object {
  const responses = document.paths[path]?.[method]?.responses ?? {}
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { content, headers } = '$ref' in response ? sharedOf(document, response.$ref) : response
      const schema = content?.['application/json']?.schema ?? {}
      const members = Object.keys((schema.properties as object | undefined) ?? {}).join()
      const shown = typeof schema.$ref === 'string' ? schema.$ref.replace(/^.*\//, '') : members
      return [`${status}${headers ? '*' : ''}`, shown]
    }),
  )
}

function sharedOf(document: OpenApiDocument, reference: string): ResponseObject {
  return document.components.responses[reference.replace(/^.*\//, '')] as ResponseObject
}

describe('the errors of a document', () => {
  it('are what svc sends, where none are declared, and nothing that is not used', () => {
    const api = new SvcAPI({ auth: null })
    api.get('/open', {}, () => 1)
    expect(documentOf(api as never).components).to.deep.equal({ schemas: {}, responses: {}, securitySchemes: {} })
    const guarded = new SvcAPI({ auth: editor })
    guarded.post('/in', { body: { a: String } }, () => 1)
    expect(shapesOf(documentOf(guarded as never), '/in', 'post')).to.deep.equal({
      200: '',
      '401*': 'Error',
      403: 'Error',
      422: 'ValidationError',
    })
  })

  it('are those of the API, each where it can be sent; `default` is every other', () => {
    const api = new SvcAPI({ auth: editor, errors: { 401: Message, 422: Errors, 409: Message, default: Errors } })
    api.post('/in', { body: { a: String } }, () => 1)
    api.get('/open', { auth: null }, () => 1)
    const document = documentOf(api as never)
    expect(shapesOf(document, '/in', 'post')).to.deep.equal({
      200: '',
      '401*': 'message',
      403: 'code',
      409: 'message',
      422: 'code',
      default: 'code',
    })
    expect(shapesOf(document, '/open')).to.deep.equal({ 200: '', 409: 'message', default: 'code' })
    expect(Object.keys(document.components.schemas)).to.deep.equal([])
  })

  it('are decided by the innermost level, a status before `default`, `response` before both', () => {
    const api = new SvcAPI({ auth: user, errors: { 401: Message, default: Message } })
    const router = new Router({ auth: user, errors: { 404: { router: String } } })
    router.get('/inner', { errors: { 404: { own: String }, default: Errors } }, () => 1)
    router.get('/outer', {}, () => 1)
    router.get('/declared', { response: { 200: { a: String }, 401: { declared: String }, 404: null } }, () => ({
      a: '',
    }))
    api.addRouter('/r', router)
    const document = documentOf(api as never)
    expect(shapesOf(document, '/r/inner')).to.deep.equal({ 200: '', '401*': 'message', 404: 'own', default: 'code' })
    expect(shapesOf(document, '/r/outer')).to.deep.equal({
      200: '',
      '401*': 'message',
      404: 'router',
      default: 'message',
    })
    expect(shapesOf(document, '/r/declared')).to.deep.equal({
      200: 'a',
      '401*': 'declared',
      404: '',
      default: 'message',
    })
  })

  it('may have no body, and a public operation may declare its own 401', () => {
    const api = new SvcAPI({ auth: null, errors: { 401: Message } })
    api.post('/login', { errors: { 401: null } }, () => 1)
    api.get('/open', {}, () => 1)
    const document = documentOf(api as never)
    expect(document.components.responses).to.deep.equal({
      Unauthorized: { description: 'The credential is missing or wrong.' },
    })
    expect(shapesOf(document, '/login', 'post')).to.deep.equal({ 200: '', 401: '' })
    expect(shapesOf(document, '/open')).to.deep.equal({ 200: '' })
  })

  it('neither validate nor prune what is sent', async () => {
    const api = new SvcAPI({ auth: user, errors: { default: Message } })
    api.get('/x', {}, () => 1)
    const response = await api.fetch(new Request('http://localhost/x'))
    expect([response.status, await response.json()]).to.deep.equal([401, { detail: 'Unauthorized' }])
  })

  it('are checked at load', () => {
    const make = (errors: unknown) => (): unknown => new SvcAPI({ auth: null, errors: errors as never })
    expect(make({ 200: Message })).to.throw(/errors declares "200", .* Declare it in response/)
    expect(make({ 99: Message })).to.throw(/Keys are 400 to 599, and default/)
    expect(make({ defualt: Message })).to.throw(/errors declares "defualt"/)
    expect(make(undefined)).to.throw(/errors must hold schemas by status; got undefined/)
    expect(make({ 401: 'Message' })).to.throw(/got "Message"/)
    expect(() => new Router({ errors: { 302: Message } })).to.throw(/errors declares "302"/)
    const api = new SvcAPI({ auth: null })
    expect(() => api.get('/x', { errors: undefined as never }, () => 1)).to.throw(/errors is written but undefined/)
  })
})

describe('errors that come in another shape than the document describes', () => {
  const gapsOf = async (api: SvcAPI<never>): Promise<readonly string[]> =>
    (await findMisshapenErrors(api, documentOf(api))).map(
      ({ where, problem }) => `${where}  ${problem.replace(/Declare .*/, 'Declare …')}`,
    )

  it('do not exist where svc answers as the document says', async () => {
    const api = new SvcAPI({ auth: editor })
    api.post('/in', { body: { a: String } }, () => 1)
    expect(await gapsOf(api as never)).to.deep.equal([])
  })

  it('are those of exception handlers for which nothing is declared', async () => {
    const api = new SvcAPI({ auth: editor })
    api.exceptionHandler(HttpError, (request, { status }) => api.createResponse(request, { errors: {} }, { status }))
    api.post('/in', { body: { a: String } }, () => 1)
    api.post('/too', { body: { a: String } }, () => 1)
    expect(await gapsOf(api as never)).to.deep.equal([
      'POST /in  A request without a credential is answered 401 with { errors: {} }, but the document describes { detail: string }. Declare …',
      'POST /in  A user who may not is answered 403 with { errors: {} }, but the document describes { detail: string }. Declare …',
      'POST /in  An input that does not fit is answered 422 with { errors: {} }, but the document describes { detail: list }. Declare …',
    ])
  })

  it('are found below a base, beside paths that are closed', async () => {
    const api = new SvcAPI({ auth: editor })
    api.exceptionHandler(HttpError, (request, { status }) => api.createResponse(request, { errors: {} }, { status }))
    api.get('/in', {}, () => 1)
    const closed = [{ path: '/**', reason: 'broken' }]
    const served = api.withOperations(api.operations(), { base: '/api', closed, hasFileRoutes: true })
    expect((await gapsOf(served as never)).length).to.equal(2)
  })

  it('are those of a shape that no handler makes, a 500 included', async () => {
    const api = new SvcAPI({ auth: null, errors: { default: Message } })
    api.get('/x', {}, () => 1)
    expect((await gapsOf(api as never)).length).to.equal(2)
  })

  it('do not exist where handlers and declarations agree', async () => {
    const api = new SvcAPI({ auth: editor, errors: { default: Message } })
    const answer = (request: never, status: number): Response =>
      api.createResponse(request, { message: 'no' }, { status })
    api.exceptionHandler(HttpError, (request, { status }) => answer(request as never, status))
    api.exceptionHandler(Error, (request) => answer(request as never, 500))
    api.post('/in', { body: { a: String } }, () => 1)
    expect(await gapsOf(api as never)).to.deep.equal([])
  })
})
