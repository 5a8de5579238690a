import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import type { AuthRequest, CredentialSource } from '../http/request.ts'
import { APIKeyHeader, headerKey } from './api-key.ts'
import type { ReadCredential } from './authenticator.ts'
import { bearer, HttpBearer } from './bearer.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'
import { named } from './named.ts'

const inCookie = { type: 'apiKey', in: 'cookie', name: 'sid' } as const
const isRight = (key: string | undefined): string | false => key === 'right' && 'ann'

function fromCookie(request: AuthRequest): unknown {
  return isRight(/(?:^|; )sid=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1])
}

/** Reads a cookie besides, as applications for browsers and programs do. */
class TokenOrCookie extends HttpBearer {
  override read(request: CredentialSource): ReadCredential<[token: string]> {
    const [cookie] = request.cookieValues('sid')
    return cookie === undefined ? super.read(request) : [cookie]
  }
  authenticate(_: AuthRequest, token: string): unknown {
    return isRight(token)
  }
}

class Described extends TokenOrCookie {
  override describe(): LeafDescription {
    return describeLeaf({ in: 'cookie', name: 'sid' }, { name: 'Described' })
  }
}

class HeaderKey extends APIKeyHeader {
  override readonly paramName = 'X-Key'
  authenticate(_: AuthRequest, key: string): unknown {
    return isRight(key)
  }
}

async function statusOf(auth: unknown, method: 'GET' | 'POST', headers: Record<string, string>): Promise<number> {
  const api = new SvcAPI({ docs: false, csrf: true })
  api[method === 'GET' ? 'get' : 'post']('/op', { auth: auth as never }, () => 'done')
  return (await api.fetch(new Request('http://svc.test/op', { method, headers }))).status
}

describe('a credential that a browser adds by itself', () => {
  const cookie = { cookie: 'sid=right' }
  const token = { authorization: 'Bearer right' }
  const other = { cookie: 'theme=dark' }
  const own = { origin: 'http://svc.test' }
  const functionOfCookie = named('visit', fromCookie, inCookie)
  const bearerOnly = bearer((_, text) => isRight(text))
  const header = headerKey('X-Key', (_, key) => isRight(key))

  for (const [title, auth, method, headers, status] of [
    ['a function that is said to read a cookie', functionOfCookie, 'POST', cookie, 403],
    ['the same from an own page', functionOfCookie, 'POST', { ...cookie, ...own }, 200],
    ['the same with a safe method', functionOfCookie, 'GET', cookie, 200],
    ['the same with another cookie', functionOfCookie, 'POST', other, 401],
    ['a subclass that reads a cookie and does not say so', new TokenOrCookie(), 'POST', cookie, 403],
    ['the same from an own page', new TokenOrCookie(), 'POST', { ...cookie, ...own }, 200],
    ['the same renamed', named('visit', new TokenOrCookie()), 'POST', cookie, 403],
    ['the same with a token beside another cookie', new TokenOrCookie(), 'POST', { ...token, ...other }, 403],
    ['the same with a token alone', new TokenOrCookie(), 'POST', token, 200],
    ['a subclass that says so', new Described(), 'POST', cookie, 403],
    ['a token beside a cookie', bearerOnly, 'POST', { ...token, ...other }, 200],
    ['a renamed token beside a cookie', named('token', bearerOnly), 'POST', { ...token, ...other }, 200],
    ['a key in a header beside a cookie', header, 'POST', { 'x-key': 'right', ...other }, 200],
    ['a class of a key in a header beside a cookie', new HeaderKey(), 'POST', { 'x-key': 'right', ...other }, 200],
  ] as const)
    it(`${title}, ${method}: ${status}`, async () => expect(await statusOf(auth, method, headers)).to.equal(status))
})
