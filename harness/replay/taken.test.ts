import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Step } from '../model/scenario.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { NoAnswer } from './connection.ts'
import { replay, takeFrom } from './replay.ts'
import { SocketTarget } from './target.ts'

const ENTER: Step = {
  request: { method: 'GET', target: '/login', headers: [] },
  expect: 'issued',
  extra: { about: 'session', take: { cookie: 'session' } },
}
const GO_ON: Step = {
  request: { method: 'GET', target: '/me', headers: [['Cookie', 'session={taken}']] },
  expect: 'allow',
}
const BESIDE: Step = { request: { method: 'GET', target: '/beside', headers: [] }, expect: 'allow' }

describe('a step that sends what an earlier one takes', () => {
  let server: Server
  let target: SocketTarget
  const arrived: string[] = []
  /** The cookie of the login; `undefined` for a login without an answer. */
  let login: string[] | undefined

  beforeEach(async () => {
    arrived.length = 0
    server = createServer(({ url, headers }, response) => {
      arrived.push(`${url} ${headers.cookie ?? ''}`.trim())
      if (url === '/login' && login === undefined) response.destroy()
      else response.writeHead(200, url === '/login' && login ? { 'Set-Cookie': login } : {}).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    target = new SocketTarget({ host: '127.0.0.1', port, tls: false }, 60_000, undefined)
  })

  afterEach(async () => {
    await target.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const cases: readonly (readonly [title: string, cookie: typeof login, steps: readonly Step[], sent: string[]])[] = [
    ['is sent with it', ['session=abc'], [ENTER, GO_ON], ['/login', '/me session=abc']],
    ['is not sent where the answer has none', [], [ENTER, GO_ON], ['/login']],
    ['is not sent where there is no answer', undefined, [ENTER, GO_ON], ['/login']],
    [
      'is sent though a later answer has none',
      ['session=abc'],
      [ENTER, BESIDE, GO_ON],
      ['/login', '/beside', '/me session=abc'],
    ],
    ['does not hold back another', [], [ENTER, BESIDE], ['/login', '/beside']],
  ]
  for (const [title, cookie, steps, sent] of cases) {
    it(title, async () => {
      login = cookie
      const replayed = await replay(sampleScenario(sampleRoute(), 'flow', { steps }), target)
      expect(arrived).to.deep.equal(sent)
      expect(replayed.map(({ answer }) => answer instanceof NoAnswer)).to.deep.equal(
        sent.map((one) => one === '/login' && cookie === undefined),
      )
    })
  }
})

describe('a token beside another', () => {
  const ACCESS = 'access-token-of-ann-4711'
  const OTHER = 'another-token-of-ann-4712'
  const table: readonly (readonly [title: string, body: object, taken: string | undefined])[] = [
    ['is that for renewal', { access_token: ACCESS, refresh_token: OTHER }, OTHER],
    ['is the one for the client', { access_token: ACCESS, id_token: OTHER }, OTHER],
    ['is found inside', { access_token: ACCESS, more: [{ refreshToken: OTHER }] }, OTHER],
    ['is not the same again', { access_token: ACCESS, refresh_token: ACCESS }, undefined],
    ['has the form of a token', { access_token: ACCESS, refresh_expires: 'in 7 days, or on logout' }, undefined],
    ['has a name of its own', { access_token: ACCESS, note: OTHER }, undefined],
  ]
  for (const [title, body, taken] of table) {
    it(title, () => {
      const answer = { status: 200, head: '', headers: [], body: JSON.stringify(body), closes: false }
      expect(takeFrom(answer, { besides: '/access_token' })).to.equal(taken)
    })
  }
})
