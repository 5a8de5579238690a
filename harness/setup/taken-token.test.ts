import { createServer } from 'node:http'
import { expect } from 'chai'
import { listenOnLoopback } from '../../fixtures/strangers/on-loopback.ts'
import type { Take } from '../model/request.ts'
import { SocketTarget } from '../replay/target.ts'
import { readDocument } from '../targets/document.ts'
import { endpointOf } from '../targets/targets.ts'
import { takesOf, takeThatOpens } from './taken-token.ts'

const TOKEN = 'a-Token-of-ann-4711'
const SESSION = 'a-Session-of-ann-4711'

/** A login that gives a token in a field, or in its body, and a session beside it. */
const LOGIN = {
  status: 200,
  head: '',
  headers: [
    ['set-cookie', `connect.sid=${SESSION}; Path=/`],
    ['authorization', TOKEN],
  ],
  body: '{}',
  closes: false,
} as const
const IN_BODY = { ...LOGIN, headers: [], body: JSON.stringify({ token: TOKEN }) } as const

/** The take that opens the second read of a server; every client gets the first. @param field of its credential @param isKey declared as a key of `Authorization` */
async function take(
  login: typeof LOGIN | typeof IN_BODY,
  field: string,
  value: string,
  isKey = false,
): Promise<Take | undefined> {
  const server = createServer(({ headers, url }, response) => {
    response.statusCode = url === '/about' || headers[field] === value ? 200 : 401
    response.end('{}')
  })
  const { url, close } = await listenOnLoopback(server)
  const read = isKey ? { security: [{ key: [] }], responses: {} } : { responses: {} }
  const { routes } = readDocument({
    openapi: '3.0.3',
    components: { securitySchemes: isKey ? { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } : {} },
    paths: { '/about': { get: read }, '/orders': { get: read } },
  })
  const target = new SocketTarget(endpointOf(url), 5_000, undefined)
  try {
    return await takeThatOpens(takesOf(login), login, target, routes)
  } finally {
    await target.close()
    await close()
  }
}

describe('what --init takes from the answer of a login', () => {
  it('is the cookie, where it opens a read that is guarded', async () => {
    expect(await take(LOGIN, 'cookie', `connect.sid=${SESSION}`)).to.deep.equal({ cookie: 'connect.sid' })
  })

  it('is the field beside a cookie that opens nothing', async () => {
    expect(await take(LOGIN, 'authorization', `Bearer ${TOKEN}`)).to.deep.equal({ header: 'authorization' })
  })

  it('is the token with the word that its server asks for', async () => {
    expect(await take(IN_BODY, 'authorization', `Token ${TOKEN}`, true)).to.deep.equal({
      json: '/token',
      prefix: 'Token ',
    })
    expect(await take(IN_BODY, 'authorization', TOKEN, true)).to.deep.equal({ json: '/token' })
  })

  it('is the likeliest, where nothing opens anything', async () => {
    expect(await take(LOGIN, 'x-other', '')).to.deep.equal({ cookie: 'connect.sid' })
  })
})
