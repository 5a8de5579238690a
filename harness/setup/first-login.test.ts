import { createServer } from 'node:http'
import { expect } from 'chai'
import { listenOnLoopback } from '../../fixtures/strangers/on-loopback.ts'
import { readDocument } from '../targets/document.ts'
import { findFirstLogin } from './first-login.ts'

const text = { type: 'string' }
const schema = { type: 'object', required: ['username', 'password'], properties: { username: text, password: text } }
/** Every operation takes and answers the same. */
const both = {
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 200: { content: { 'application/json': { schema: { properties: { token: text } } } } } },
}

const TOKEN = [{ name: 'X-Auth-Token', in: 'header', schema: text }]

interface Found {
  readonly path: string | undefined
  readonly register: string | undefined
  /** Targets that a request with the password came to. */
  readonly asked: readonly string[]
}

/** @param broken a login that fails */
async function find(paths: readonly string[], broken?: string): Promise<Found> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url}`)
    response.setHeader('content-type', 'application/json')
    if (request.url === broken) response.writeHead(500).end('{"error":"no such service","token":"a-token-of-none-0"}')
    else response.end('{"token":"a-token-of-ann-77"}')
  })
  const { url, close } = await listenOnLoopback(server)
  try {
    const document = {
      openapi: '3.0.3',
      paths: Object.fromEntries(
        paths.map((path) => [path, { post: path === '/accounts' ? { ...both, parameters: TOKEN } : both }]),
      ),
    }
    const { routes } = readDocument(document)
    const env = { ANN_PASSWORD: 'ann-Pw-1' }
    const first = await findFirstLogin({ routes, origin: url, timeout: 5_000, env, tokenPath: undefined })
    return { path: first?.login.request.path, register: first?.register?.request.path, asked }
  } finally {
    await close()
  }
}

describe('the login that --init takes from a document', () => {
  const table: readonly (readonly [paths: readonly string[], login: string, register?: string])[] = [
    [['/auth/register', '/auth/login'], '/auth/login', '/auth/register'],
    [['/auth/signup', '/auth/signin'], '/auth/signin', '/auth/signup'],
    [['/api/auth/sign-up', '/api/auth/sign-in'], '/api/auth/sign-in', '/api/auth/sign-up'],
    [['/auth/sign_up', '/auth/authenticate'], '/auth/authenticate', '/auth/sign_up'],
    [['/users/create', '/users/token'], '/users/token', '/users/create'],
    [['/users', '/sessions'], '/sessions', '/users'],
    [['/auth/create-account', '/auth/email'], '/auth/email', '/auth/create-account'],
    [['/registerUser', '/loginUser'], '/loginUser', '/registerUser'],
    [['/auth/reset-password', '/auth/login'], '/auth/login'],
    [['/admin/users', '/auth/login'], '/auth/login'],
    [['/admin/users', '/auth/login', '/users'], '/auth/login', '/users'],
    // The operation takes a token.
    [['/accounts', '/auth/login'], '/auth/login'],
  ]
  for (const [paths, login, register] of table)
    it(`is ${login} of ${paths.join(', ')}`, async () =>
      expect(await find(paths)).to.deep.equal({ path: login, register, asked: [login] }))

  for (const path of ['/auth/register', '/auth/sign-up', '/session/create-account', '/users'])
    it(`is never ${path}, and nothing is sent there`, async () =>
      expect(await find([path])).to.deep.equal({ path: undefined, register: undefined, asked: [] }))

  it('is the one that lets in, where there are several', async () => {
    const [service, own] = ['/auth/jellyfin', '/auth/local']
    expect(await find([service, own], service)).to.deep.equal({ path: own, register: undefined, asked: [service, own] })
    expect(await find([service, own], own)).to.deep.equal({ path: service, register: undefined, asked: [service] })
  })
})
