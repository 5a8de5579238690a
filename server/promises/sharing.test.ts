import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer } from '../auth/index.ts'
import { createUpdates } from '../openapi/updates.ts'
import type { Served } from './testdata/sample.ts'
import { ask, field, type RawAnswer, request } from './testdata/raw-client.ts'

const STRANGER = 'https://evil.example'

describe('promise 18: the page, the document, its assets and the updates are shared with no other origin', () => {
  let served: Served
  before(async () => {
    const declared = new SvcAPI({ auth: null, cors: { origins: '*' } })
    declared.get('/own', {}, () => ({ own: true }))
    declared.get('/plain', {}, () => new Response('plain'))
    declared.get('/key', { auth: bearer((_, token) => token === 'right') }, () => 1)
    const credentials = { HttpBearer: { value: 'canary-credential' }, bearer: { value: 'canary-credential' } }
    const api = declared.withOperations(declared.operations(), {
      development: { updates: createUpdates(), credentials },
    })
    served = await (api as SvcAPI).listen({ log: false })
  })
  after(() => served.close())

  const send = (method: string, path: string, fields: readonly string[]): Promise<RawAnswer> =>
    ask(served.url, request(served.url, method, path, fields))
  const grantsOf = ({ fields }: RawAnswer): readonly string[] =>
    fields.map(([name]) => name).filter((name) => name.startsWith('access-control-'))

  const own: readonly (readonly [method: string, path: string])[] = [
    ['GET', '/docs'],
    ['HEAD', '/docs'],
    ['POST', '/docs'],
    ['OPTIONS', '/docs'],
    ['GET', '/openapi.json'],
    ['OPTIONS', '/openapi.json'],
    ['GET', '/docs/assets/none'],
    ['OPTIONS', '/docs/assets/none'],
    ['OPTIONS', '/docs/events'],
  ]
  for (const [method, path] of own) {
    it(`grants nothing for ${method} ${path}`, async () => {
      const answer = await send(method, path, [`Origin: ${STRANGER}`, 'Access-Control-Request-Method: GET'])
      expect([grantsOf(answer), answer.status < 500]).to.deep.equal([[], true])
    })
  }

  it('grants nothing for the update stream', async () => {
    const stream = await fetch(`${served.url}/docs/events`, { headers: { origin: STRANGER } })
    const granted = stream.headers.get('access-control-allow-origin')
    await stream.body?.cancel()
    expect([stream.status, granted]).to.deep.equal([200, null])
  })

  for (const [method, path, status] of [
    ['GET', '/own', 200],
    ['GET', '/key', 401],
    ['GET', '/nowhere', 404],
    ['OPTIONS', '/own', 204],
  ] as const) {
    it(`shares the API's own ${method} ${path} as the option says`, async () => {
      const answer = await send(method, path, [`Origin: ${STRANGER}`, 'Access-Control-Request-Method: GET'])
      expect([answer.status, field(answer, 'access-control-allow-origin')]).to.deep.equal([status, '*'])
    })
  }

  it('gives each answer its reason phrase', async () => {
    const reasonOf = async (method: string, path: string): Promise<string | undefined> => {
      const fields = [`Origin: ${STRANGER}`, 'Access-Control-Request-Method: GET']
      return (await send(method, path, fields)).reason
    }
    expect([
      await reasonOf('GET', '/own'),
      await reasonOf('GET', '/plain'),
      await reasonOf('HEAD', '/plain'),
      await reasonOf('GET', '/key'),
      await reasonOf('OPTIONS', '/own'),
      await reasonOf('GET', '/docs'),
      await reasonOf('GET', '/openapi.json'),
    ]).to.deep.equal(['OK', 'OK', 'OK', 'Unauthorized', 'No Content', 'OK', 'OK'])
  })

  const pages: readonly (readonly [what: string, fields: readonly string[], isPrefilled: boolean])[] = [
    ['an address that was typed', ['Sec-Fetch-Site: none'], true],
    ['the page itself', ['Sec-Fetch-Site: same-origin', 'Origin: OWN'], true],
    ['a program that sends neither', [], true],
    ['another origin', [`Origin: ${STRANGER}`], false],
    ['another origin that claims more', [`Origin: ${STRANGER}`, 'Sec-Fetch-Site: same-origin'], false],
    ['a sandboxed frame', ['Origin: null'], false],
    ['another port of this machine', ['Origin: http://127.0.0.1:1', 'Sec-Fetch-Site: same-site'], false],
    ['another site', ['Sec-Fetch-Site: cross-site'], false],
    ['a sibling site', ['Sec-Fetch-Site: same-site'], false],
    ['a browser of tomorrow', ['Sec-Fetch-Site: new-value'], false],
    ['two origins', ['Origin: OWN', `Origin: ${STRANGER}`], false],
  ]
  for (const [what, fields, isPrefilled] of pages) {
    it(`puts ${isPrefilled ? 'the' : 'no'} credentials of fixtures into a page for ${what}`, async () => {
      const lines = fields.map((line) => line.replace('OWN', served.url))
      const answer = await send('GET', '/docs', lines)
      expect([answer.status, answer.body.includes('canary-credential')]).to.deep.equal([200, isPrefilled])
    })
  }
})
