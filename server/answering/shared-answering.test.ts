import { expect } from 'chai'
import { bearer } from '../auth/index.ts'
import { type Observation, SvcAPI } from '../index.ts'

/** Operations that declare nothing but their auth are answered by the same functions: nothing of one may reach another. */
describe('operations that share an authenticator', () => {
  const token = bearer((_, value) => value !== 'wrong' && { token: value }, { name: 'Token' })
  const slow = bearer(async (_, value) => value !== 'wrong' && { token: value }, { name: 'Slow' })
  const other = bearer(() => null, { name: 'Other' })

  for (const [kind, auth] of [
    ['that answers at once', token],
    ['that answers later', slow],
    ['that is a list', [other, token]],
  ] as const) {
    const create = (): SvcAPI<null> => {
      const api = new SvcAPI<null>({ auth: null, docs: false })
      for (const name of ['a', 'b', 'c']) {
        api.get(`/${name}`, { auth }, function (this: unknown, request) {
          return { name, path: request.path, auth: request.auth, self: this === undefined }
        })
      }
      api.get('/fails', { auth }, () => ({ count: 1n }))
      api.get('/declared', { auth, response: { name: String } }, () => ({ name: 'd', secret: 'x' }) as never)
      api.get('/public', {}, () => 'public')
      return api
    }
    const ask = async (api: SvcAPI<null>, path: string, value: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${value}` }
      const response = await api.fetch(new Request(`http://svc.test${path}`, { headers }))
      const text = await response.text()
      return [response.status, text.startsWith('{') ? JSON.parse(text) : text, response.headers.get('cache-control')]
    }

    it(`run the handler of the path that was asked for, all at once, with a hook ${kind}`, async () => {
      const api = create()
      const paths = ['/a', '/b', '/c', '/a', '/c']
      const answers = await Promise.all(paths.map(async (path, at) => ask(api, path, `t${at}`)))
      expect(answers).to.deep.equal(
        paths.map((path, at) => [
          200,
          { name: path.slice(1), path, auth: { token: `t${at}` }, self: true },
          'no-store',
        ]),
      )
      expect(await ask(api, '/b', 'wrong')).to.deep.equal([401, { detail: 'Unauthorized' }, 'no-store'])
      expect(await ask(api, '/declared', 'right')).to.deep.equal([200, { name: 'd' }, 'no-store'])
      expect(await ask(api, '/public', 'wrong')).to.deep.equal([200, 'public', null])
    })

    it(`are named to listeners by the path that was asked for, with a hook ${kind}`, async () => {
      const api = create()
      const seen: Observation[] = []
      api.observe((observation) => seen.push(observation))
      for (const path of ['/a', '/b', '/fails']) await ask(api, path, 'right')
      await ask(api, '/c', 'wrong')
      const named = seen.map(({ type, operation }) => `${type} ${operation?.path}`)
      const ran = (path: string): readonly string[] =>
        ['handler.started', 'handler.ended'].map((type) => `${type} ${path}`)
      expect(named.filter((line) => line.startsWith('handler'))).to.deep.equal(['/a', '/b', '/fails'].flatMap(ran))
      expect(named.filter((line) => line.startsWith('authenticator.passed'))).to.deep.equal(
        ['/a', '/b', '/fails'].map((path) => `authenticator.passed ${path}`),
      )
      expect(named.findLast((line) => line.endsWith('/c'))).to.equal('request.ended /c')
      const failed = seen.find((one) => one.type === 'request.ended' && one.status === 500)
      expect(String((failed as { readonly error?: unknown }).error)).to.include('shared-answering.test.ts:')
    })
  }
})
