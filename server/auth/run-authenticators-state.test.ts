import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { cookieKey, headerKey, queryKey } from './api-key.ts'
import { basic } from './basic.ts'
import { bearer } from './bearer.ts'

interface Ask {
  readonly query?: string
  readonly headers?: Record<string, string>
}

const RIGHT = 'right-and-of-some-length'
/** As long, and the same but for its last letter. */
const NEARLY = 'right-and-of-some-lengtg'
const isRight = (_: unknown, secret: string): unknown => secret === RIGHT && { secret }
const encode = (userPass: string): string => `Basic ${Buffer.from(userPass).toString('base64')}`

const kinds: readonly (readonly [kind: string, auth: unknown, send: (secret: string) => Ask])[] = [
  ['bearer', bearer(isRight), (secret) => ({ headers: { authorization: `Bearer ${secret}` } })],
  [
    'basic',
    basic((request, _user, password) => isRight(request, password)),
    (secret) => ({ headers: { authorization: encode(`ann:${secret}`) } }),
  ],
  ['a key in the query', queryKey('key', isRight), (secret) => ({ query: `?key=${secret}` })],
  ['a key in a header', headerKey('X-Key', isRight), (secret) => ({ headers: { 'x-key': secret } })],
  ['a key in a cookie', cookieKey('key', isRight), (secret) => ({ headers: { cookie: `key=${secret}` } })],
  [
    'a slow bearer',
    bearer(async (_, token) => isRight(_, token)),
    (token) => ({ headers: { authorization: `Bearer ${token}` } }),
  ],
]

describe('promise 1: a request is judged by itself', () => {
  for (const [kind, auth, send] of kinds) {
    it(`${kind}: a request before it, from the same address`, async () => {
      const api = new SvcAPI({ docs: false })
      let runs = 0
      api.get('/op', { auth: auth as never }, () => ++runs)
      const ask = async ({ query = '', headers = {} }: Ask): Promise<number> => {
        const request = new Request(`http://svc.test/op${query}`, { headers })
        return (await api.fetch(request, { clientAddress: '192.0.2.1' })).status
      }
      const [right, nearly, shorter] = [send(RIGHT), send(NEARLY), send(RIGHT.slice(0, -1))]
      const order = [{}, right, {}, nearly, right, shorter, nearly, right]
      const statuses: number[] = []
      for (const one of order) statuses.push(await ask(one))
      expect([statuses, runs]).to.deep.equal([[401, 200, 401, 401, 200, 401, 401, 200], 3])
    })

    it(`${kind}: a request at the same time`, async () => {
      const api = new SvcAPI({ docs: false })
      api.get('/op', { auth: auth as never }, (request) => (request.auth as unknown as { secret: string }).secret)
      const secrets = Array.from({ length: 64 }, (_, index) => (index % 3 === 0 ? RIGHT : NEARLY))
      const answers = await Promise.all(
        secrets.map(async (secret) => {
          const { query = '', headers = {} } = send(secret)
          const response = await api.fetch(new Request(`http://svc.test/op${query}`, { headers }))
          return response.status === 200 ? response.text() : response.status
        }),
      )
      expect(answers).to.deep.equal(secrets.map((secret) => (secret === RIGHT ? RIGHT : 401)))
    })
  }
})
