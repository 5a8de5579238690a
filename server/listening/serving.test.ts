import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { HttpBearer } from '../auth/index.ts'
import { isLoopback } from '../http/known-hosts.ts'
import { needsSecureCookies } from './serving.ts'
import { type ApiOptions, readSettings } from '../declaring/settings.ts'

describe('needsSecureCookies (promise 12)', () => {
  const proxied: ApiOptions = { trustProxy: ['127.0.0.1'] }
  const rows: readonly (readonly [what: string, options: ApiOptions, isPublic: boolean, isSecure: boolean])[] = [
    ['said to be public', {}, true, true],
    ['said to be on loopback', {}, false, false],
    ['behind a proxy, whatever is said', proxied, false, true],
    ['with a public https origin, whatever is said', { publicUrl: 'https://api.example' }, false, true],
    ['with https on loopback', { publicUrl: 'https://localhost:3000' }, false, true],
    [
      'with a public http origin: browsers must not send it in the clear',
      { publicUrl: 'http://api.example' },
      false,
      true,
    ],
    ['with http on localhost', { publicUrl: 'http://localhost:3000' }, true, false],
    ['with http on 127.0.0.1', { publicUrl: 'http://127.0.0.1:3000' }, true, false],
    ['with http on ::1', { publicUrl: 'http://[::1]:3000' }, true, false],
    [
      'with a loopback origin behind a proxy, which the origin knows better',
      { ...proxied, publicUrl: 'http://localhost' },
      true,
      false,
    ],
  ]
  for (const [what, options, isPublic, isSecure] of rows) {
    it(`${isSecure ? 'is so' : 'is not so'} ${what}`, () => {
      expect(needsSecureCookies(readSettings(options, undefined), isPublic)).to.equal(isSecure)
    })
  }
})

describe('isLoopback', () => {
  it('knows this very machine, and nothing that only looks like it', () => {
    const hosts = [
      'localhost',
      '127.0.0.1',
      '127.1.2.3',
      '::1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0.0.0.0',
      '::',
      '128.0.0.1',
      '1127.0.0.1',
      '127.0.0',
    ]
    expect(hosts.filter(isLoopback)).to.deep.equal(['localhost', '127.0.0.1', '127.1.2.3', '::1'])
  })
})

describe('an adapter that puts its own class in the place of Response', () => {
  it('changes no status: 401 for no credential, 404 for no route, 200 for a good one', async () => {
    const api = new SvcAPI()
    class Token extends HttpBearer {
      authenticate(_request: unknown, token: string): string | null {
        return token === 'right' ? token : null
      }
    }
    api.get('/pets', { auth: new Token() }, () => ({ ok: true }))
    const original = globalThis.Response
    globalThis.Response = class Response extends original {}
    const server = await api.listen({ log: false })
    try {
      const ask = async (path: string, token?: string): Promise<number> => {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
        const answer = await fetch(server.url + path, { headers })
        await answer.text()
        return answer.status
      }
      expect([await ask('/pets'), await ask('/nowhere'), await ask('/pets', 'right')]).to.deep.equal([401, 404, 200])
    } finally {
      globalThis.Response = original
      await server.close()
    }
  })
})
