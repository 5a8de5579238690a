import { expect } from 'chai'
import { H3 } from 'h3'
import { bearer } from '../auth/index.ts'
import { formatRouteTable } from '../listing/route-table.ts'
import { createPaint } from '../base/paint.ts'
import { LoadError } from '../base/errors.ts'
import { middleware, SvcAPI } from '../index.ts'

const auth = bearer((_, token) => token === 'right' && { name: 'ann' }, { name: 'Token' })
const RIGHT = { authorization: 'Bearer right' }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

async function ask(api: unknown, target: string, init: RequestInit = {}): Promise<readonly [number, string]> {
  const response = await (api as SvcAPI).fetch(new Request(`http://svc.test${target}`, init))
  return [response.status, await response.text()]
}

describe('api.mount', () => {
  const seen: string[] = []
  const echo = (request: Request): Response => {
    const { pathname, search } = new URL(request.url)
    seen.push(`${request.method} ${pathname}${search}`)
    return new Response(`${pathname}${search}`, { status: 203 })
  }
  const targets = {
    'a web handler': echo,
    'an H3 app': new H3().all('/**', ({ req }) => echo(req)),
  }
  beforeEach(() => seen.splice(0))

  for (const [what, target] of Object.entries(targets)) {
    const api = new SvcAPI({ docs: false })
    api.mount('/files', target, { auth })

    it(`lets nothing reach ${what} without a good credential`, async () => {
      const answers = new Set<string>()
      for (const method of METHODS) {
        for (const path of ['/files', '/files/a', '/files/a/b.txt', '/files/%61', '/files/..%2e/a']) {
          const wrong = { authorization: 'Bearer wrong' }
          for (const headers of [{}, wrong]) answers.add(String((await ask(api, path, { method, headers }))[0]))
        }
      }
      expect([[...answers].filter((status) => !/^40[0-4]$/.test(status)), seen]).to.deep.equal([[], []])
    })

    it(`gives ${what} its own paths, with a good credential`, async () => {
      const answers = [
        await ask(api, '/files', { headers: RIGHT }),
        await ask(api, '/files/a/b.txt?c=1', { headers: RIGHT }),
        await ask(api, '/files/a%20b', { method: 'DELETE', headers: RIGHT }),
      ]
      expect(answers).to.deep.equal([
        [203, '/'],
        [203, '/a/b.txt?c=1'],
        [203, '/a%20b'],
      ])
    })

    for (const path of ['/files/', '/files/a//b', '/files/a%2Fb', '/files/a%5Cb', '/filesx', '/FILES/a']) {
      it(`does not give ${what} ${path}`, async () => {
        const [status] = await ask(api, path, { headers: RIGHT })
        expect([status >= 400 && status < 500, seen]).to.deep.equal([true, []])
      })
    }
  }

  it('gives the body under the limit, and answers as protected', async () => {
    const api = new SvcAPI({ docs: false, auth, limits: { body: 100 } })
    api.mount('/size', async (request) => new Response(String((await request.arrayBuffer()).byteLength)))
    const post = async (body: string): Promise<Response> =>
      (api as unknown as SvcAPI).fetch(new Request('http://svc.test/size', { method: 'POST', headers: RIGHT, body }))
    const small = await post('x'.repeat(100))
    expect([small.status, await small.text(), small.headers.get('cache-control')]).to.deep.equal([
      200,
      '100',
      'no-store',
    ])
    expect((await post('x'.repeat(101))).status).to.equal(413)
  })

  it('runs middleware around it, after authentication', async () => {
    const api = new SvcAPI({ docs: false, middleware: middleware((_, next) => (seen.push('api'), next())) })
    api.mount('/files', echo, { auth, middleware: middleware((_, next) => (seen.push('mount'), next())) })
    await ask(api, '/files/a')
    await ask(api, '/files/a', { headers: RIGHT })
    expect(seen).to.deep.equal(['api', 'mount', 'GET /a'])
  })

  it('answers 500 where it gives no Response', async () => {
    const api = new SvcAPI({ docs: false })
    api.mount('/files', (() => 'text') as never, { auth: null })
    expect((await ask(api, '/files/a'))[0]).to.equal(500)
  })

  it('is one line of svc routes, and no part of the document', async () => {
    const api = new SvcAPI({ auth: null })
    api.mount('/files', echo, { auth })
    api.mount('/', echo)
    const lines = formatRouteTable(api.operations(), '/api', createPaint(false)).map((line) => line.split(/ {2,}/))
    expect(lines.map((cells) => cells.slice(0, 3))).to.deep.equal([
      ['*', '/api/files/**', 'Token'],
      ['*', '/api/**', 'public'],
    ])
    const [status, document] = await ask(api, '/openapi.json')
    expect([status, (JSON.parse(document) as { paths: object }).paths]).to.deep.equal([200, {}])
  })

  const wrong: readonly (readonly [what: string, code: string, mount: (api: SvcAPI) => unknown])[] = [
    ['nothing says who may call it', 'SVC_MOUNT_UNDECLARED', (api) => api.mount('/files', echo).operations()],
    ['it is not a handler', 'SVC_MOUNT_INVALID', (api) => api.mount('/files', 'files' as never, { auth })],
    ['it has no fetch', 'SVC_MOUNT_INVALID', (api) => api.mount('/files', {} as never, { auth })],
    ['an option is misspelt', 'SVC_OPTION_UNKNOWN', (api) => api.mount('/files', echo, { atuh: auth } as never)],
    ['auth is not auth', 'SVC_AUTH_INVALID', (api) => api.mount('/files', echo, { auth: 'x' as never })],
    ['auth is undefined', 'SVC_AUTH_UNDEFINED', (api) => api.mount('/files', echo, { auth: undefined } as never)],
  ]
  for (const [what, code, mount] of wrong) {
    it(`is a load error where ${what}`, () => {
      let thrown: unknown
      try {
        mount(new SvcAPI())
      } catch (error) {
        thrown = error
      }
      expect(thrown).to.be.instanceOf(LoadError).with.property('code', code)
    })
  }
})
