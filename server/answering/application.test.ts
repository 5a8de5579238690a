import { expect } from 'chai'
import { bearer, fwAuth, optional } from '../auth/index.ts'
import { LoadError } from '../base/errors.ts'
import { HttpError, SvcAPI } from '../index.ts'

const token = bearer((_, value) => value === 'right')
const RIGHT = { authorization: 'Bearer right' }

/** Status, `Allow` and body of an answer. */
async function ask(
  api: SvcAPI,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<unknown[]> {
  const response = await api.fetch(new Request(`http://svc.test${path}`, { method, headers }))
  return [response.status, response.headers.get('allow'), await response.text()]
}

describe('a method', () => {
  const api = new SvcAPI({ docs: false })
  let runs = 0
  api.get('/op', { auth: token }, () => ++runs)
  api.patch('/op', { auth: token }, () => ++runs)
  api.head('/own', { auth: null }, () => ++runs)
  api.get('/own', { auth: token }, () => ++runs)
  api.options('/asks', { auth: token }, () => 'asked')

  it('that is not declared is 405 with Allow, whatever credential comes with it', async () => {
    const before = runs
    const refused = [405, 'GET, PATCH, HEAD, OPTIONS', '{"detail":"Method Not Allowed"}']
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND', 'patch', 'Patch', 'PURGE']) {
      expect(await ask(api, method, '/op', RIGHT), method).to.deep.equal(refused)
    }
    expect(await ask(api, 'POST', '/op', { ...RIGHT, 'x-http-method-override': 'PATCH' })).to.deep.equal(refused)
    expect(await ask(api, 'POST', '/op?_method=PATCH', RIGHT)).to.deep.equal(refused)
    expect(runs).to.equal(before)
  })

  it('HEAD is that of GET with its auth, and without its body', async () => {
    const before = runs
    expect([await ask(api, 'HEAD', '/op'), await ask(api, 'HEAD', '/op', RIGHT), runs - before]).to.deep.equal([
      [401, null, ''],
      [200, null, ''],
      1,
    ])
  })

  it('HEAD that is declared beats that of GET', async () => {
    expect([(await ask(api, 'HEAD', '/own'))[0], (await ask(api, 'GET', '/own'))[0]]).to.deep.equal([200, 401])
  })

  it('OPTIONS is answered without a credential and runs nothing, unless it is declared', async () => {
    expect([
      await ask(api, 'OPTIONS', '/op'),
      await ask(api, 'OPTIONS', '/asks'),
      await ask(api, 'OPTIONS', '/nowhere'),
    ]).to.deep.equal([
      [204, 'GET, PATCH, HEAD, OPTIONS', ''],
      [401, null, '{"detail":"Unauthorized"}'],
      [404, null, '{"detail":"Not Found"}'],
    ])
    expect(await ask(api, 'OPTIONS', '/asks', RIGHT)).to.deep.equal([200, null, 'asked'])
  })
})

describe('path parameters', () => {
  it('are decoded once, frozen, and inherit nothing', async () => {
    const api = new SvcAPI({ docs: false })
    let seen: Readonly<Record<string, string>> = {}
    api.get('/users/:id/**:rest', { auth: null }, ({ params }) => {
      seen = params
      return null
    })
    await ask(api, 'GET', '/users/a%2541/b%20c/d')
    expect([{ ...seen }, Object.getPrototypeOf(seen), Object.isFrozen(seen), seen['constructor']]).to.deep.equal([
      { id: 'a%41', rest: 'b c/d' },
      null,
      true,
      undefined,
    ])
  })
})

describe('an application', () => {
  it('with sessions and no secret is refused at load, wherever they stand', () => {
    const kept = process.env['SVC_SESSION_SECRET']
    delete process.env['SVC_SESSION_SECRET']
    try {
      for (const auth of [fwAuth, [token, fwAuth], optional(fwAuth)]) {
        const api = new SvcAPI({ docs: false })
        api.get('/op', { auth: auth as never }, () => 1)
        expect(() => api.nodeHandler()).to.throw(LoadError, 'Sessions are used, but there is no secret for them')
      }
      expect(() => new SvcAPI({ docs: { auth: fwAuth } }).nodeHandler()).to.throw(LoadError, 'no secret')
      expect(() => new SvcAPI({ auth: fwAuth, docs: false }).nodeHandler()).to.not.throw()
    } finally {
      if (kept !== undefined) process.env['SVC_SESSION_SECRET'] = kept
    }
  })

  it('passes its own errors through a handler that is registered for them', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/op', { auth: token }, () => 1)
    api.exceptionHandler(HttpError, (request, { status }) => api.createResponse(request, { status }, { status }))
    const statuses = await Promise.all([
      ask(api, 'GET', '/op'),
      ask(api, 'PUT', '/op'),
      ask(api, 'GET', '/nowhere'),
      ask(api, 'GET', '/a%2fb'),
    ])
    expect(statuses.map(([, , body]) => body)).to.deep.equal([
      '{"status":401}',
      '{"status":405}',
      '{"status":404}',
      '{"status":400}',
    ])
  })
})
