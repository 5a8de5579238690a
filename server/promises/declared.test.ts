import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { all, basic, bearer, cookieKey, headerKey, optional, queryKey } from '../auth/index.ts'
import { startDevServer } from '../dev/dev-server.ts'
import { LoadError } from '../base/errors.ts'
import { createSample } from '../files/testdata/tree.ts'
import { ask, field, type RawAnswer, request } from './testdata/raw-client.ts'
import { LAYERS, type Served } from './testdata/sample.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ auth: bearer((_, token) => token === 'right'), docs: false, base: '' })
`
const PUBLIC_ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'open')\n"

describe('promise 3: auth is resolved at load, or nothing is served', () => {
  const wrong: readonly (readonly [what: string, auth: unknown])[] = [
    ['undefined, such as a misspelt import', undefined],
    ['an empty list', []],
    ['a text', 'bearer'],
    ['true', true],
    ['an object that is not an authenticator', { authenticate: () => true }],
    ['null in a list', [null]],
    ['undefined in a list', [bearer(() => true), undefined]],
  ]
  for (const { layer, serve } of LAYERS) {
    for (const [what, auth] of wrong) {
      it(`serves nothing where auth is ${what} (${layer})`, async () => {
        const api = new SvcAPI({ docs: false })
        const failure = await declareAndServe(api, auth, serve)
        expect(failure).to.be.instanceOf(LoadError)
      })
    }

    it(`serves nothing where a route is there twice (${layer})`, async () => {
      const api: SvcAPI<never> = new SvcAPI({ docs: false, auth: bearer(() => false) }) as never
      api.get('/a/:id', {}, () => 'guarded')
      expect(await declareAndServe(api, null, serve, '/a/:other')).to.be.instanceOf(LoadError)
    })
  }

  it('answers 503 for what does not load, whatever the credential (svc dev)', async () => {
    const folder = (auth: string): Record<string, string> => ({ '_auth.ts': auth, 'x.ts': PUBLIC_ROUTE })
    const sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      routes: {
        'fine.ts': PUBLIC_ROUTE,
        'empty.ts': PUBLIC_ROUTE.replace('(() =>', '({ auth: [] }, () =>'),
        'unsaid.ts': PUBLIC_ROUTE.replace('(() =>', '({ auth: undefined }, () =>'),
        'misspelt.ts': `import { baerer } from 'svc/security'\n${PUBLIC_ROUTE.replace('(() =>', '({ auth: baerer }, () =>')}`,
        throwing: folder("throw new Error('no')"),
        silent: folder('export const auth = null'),
        listed: folder('export default []'),
        texts: folder("export default 'admin'"),
      },
    })
    const silent = (): void => undefined
    const color = { stdout: false, stderr: false }
    const server = await startDevServer({ root: sample.root, port: 0 }, { print: silent, report: silent, color })
    try {
      const statuses: Record<string, number[]> = {}
      const paths = ['fine', 'empty', 'unsaid', 'misspelt', 'throwing/x', 'silent/x', 'listed/x', 'texts/x']
      for (const path of paths) {
        const answers = [[], ['Authorization: Bearer right']].map((fields) =>
          ask(server.url, request(server.url, 'GET', `/${path}`, fields)),
        )
        statuses[path] = (await Promise.all(answers)).map(({ status }) => status)
      }
      const { fine, ...broken } = statuses
      expect(fine).to.deep.equal([401, 200])
      expect(broken).to.deep.equal(Object.fromEntries(Object.keys(broken).map((path) => [path, [503, 503]])))
    } finally {
      await server.close()
      sample.dispose()
    }
  })
})

for (const { layer, serve } of LAYERS) {
  describe(`promises 4, 5 and 6 (${layer})`, () => {
    const calls: (readonly [hook: string, ...credential: string[]])[] = []
    const note =
      (hook: string) =>
      (_: unknown, ...credential: string[]): boolean => {
        calls.push([hook, ...credential])
        return credential.at(-1) === 'right'
      }
    const api = new SvcAPI({ docs: false, auth: null, sessions: { secrets: ['x'.repeat(32)] } })
    const kinds = {
      bearer: bearer(note('bearer')),
      basic: basic(note('basic')),
      query: queryKey('key', note('query')),
      header: headerKey('X-Key', note('header')),
      cookie: cookieKey('key', note('cookie')),
    }
    for (const [name, auth] of Object.entries(kinds)) api.get(`/${name}`, { auth }, () => 'in')
    api.get('/list', { auth: [kinds.query, kinds.bearer, kinds.header] }, () => 'in')
    api.get('/all', { auth: all(kinds.bearer, kinds.header) }, () => 'in')
    api.get('/optional', { auth: [kinds.header, optional(kinds.bearer)] }, () => 'in')
    let served: Served
    const get = (target: string, ...fields: string[]): Promise<RawAnswer> =>
      ask(served.url, request(served.url, 'GET', target, fields))
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())
    beforeEach(() => void calls.splice(0))

    describe('promise 4: hooks see only what is well-formed', () => {
      const malformed: readonly (readonly [target: string, ...fields: string[]])[] = [
        ['/bearer'],
        ['/bearer', 'Authorization:'],
        ['/bearer', 'Authorization: Bearer'],
        ['/bearer', 'Authorization: Bearer a b'],
        ['/bearer', 'Authorization: Bearer r\u00efght'],
        ['/bearer', 'Authorization: Basic OnJpZ2h0'],
        ['/basic', 'Authorization: Basic'],
        ['/basic', 'Authorization: Basic Og=='],
        ['/basic', 'Authorization: Basic cmlnaHQ='],
        ['/basic', 'Authorization: Basic OnJpZ2h0='],
        ['/basic', 'Authorization: Basic gDpyaWdodA=='],
        ['/query'],
        ['/query?key'],
        ['/query?key='],
        ['/query?key=%ff'],
        ['/query?key=a&key=b'],
        ['/header', 'X-Key:'],
        ['/header', 'X-Key: a', 'X-Key: b'],
        ['/cookie', 'Cookie: key='],
        ['/cookie', 'Cookie: key=a; key=b'],
        ['/list', 'Authorization: Bearer', 'X-Key:'],
      ]
      it('are not called for anything else', async () => {
        const statuses = new Set<number>()
        for (const [target, ...fields] of malformed) statuses.add((await get(target, ...fields)).status)
        expect([[...statuses], calls]).to.deep.equal([[401], []])
      })

      it('are called with an empty user or an empty password', async () => {
        const empty = await get('/basic', 'Authorization: Basic OnJpZ2h0')
        expect([empty.status, (await get('/basic', 'Authorization: Basic cmlnaHQ6')).status, calls]).to.deep.equal([
          200,
          401,
          [
            ['basic', '', 'right'],
            ['basic', 'right', ''],
          ],
        ])
      })
    })

    describe('promise 5: lists go in order', () => {
      const cases: readonly (readonly [string, readonly string[], string[], number, string])[] = [
        ['the first passes', ['Authorization: Bearer right', 'X-Key: right'], ['right'], 200, 'query'],
        ['the second passes', ['Authorization: Bearer right', 'X-Key: right'], ['wrong'], 200, 'query bearer'],
        ['malformed counts as failed', ['Authorization: Bearer', 'X-Key: right'], ['a', 'b'], 200, 'header'],
        ['all fail', ['Authorization: Bearer wrong', 'X-Key: wrong'], ['wrong'], 401, 'query bearer header'],
        ['nothing is there', [], [], 401, ''],
      ]
      for (const [what, fields, keys, status, order] of cases) {
        it(`where ${what}`, async () => {
          const answer = await get(`/list?${keys.map((key) => `key=${key}`).join('&')}`, ...fields)
          expect([answer.status, calls.map(([hook]) => hook).join(' ')]).to.deep.equal([status, order])
        })
      }

      it('and `all` ends with the first that fails', async () => {
        const { status } = await get('/all', 'Authorization: Bearer wrong', 'X-Key: right')
        expect([status, calls]).to.deep.equal([401, [['bearer', 'wrong']]])
      })

      it('and `optional` forgives what is absent, not what is wrong', async () => {
        const statuses = [
          (await get('/optional')).status,
          (await get('/optional', 'X-Key: wrong')).status,
          (await get('/optional', 'Authorization: Bearer wrong')).status,
        ]
        expect(statuses).to.deep.equal([200, 200, 401])
      })
    })

    describe('promise 6: credentials are compared as received', () => {
      const variants = ['right\u00a0', '\u00a0right', 'RIGHT', 'r\u0131ght', 'r%69ght', '"right"', 'right%20', 'right;']
      it('never trimmed, folded, normalised or decoded', async () => {
        const seen: string[] = []
        for (const variant of variants) {
          const latin1 = Buffer.from(variant, 'utf8').toString('latin1')
          expect((await get('/header', `X-Key: ${latin1}`)).status).to.equal(401)
          seen.push(calls.at(-1)?.[1] as string)
          expect((await get('/bearer', `Authorization: Bearer ${latin1}`)).status).to.equal(401)
          expect((await get('/cookie', `Cookie: key=${latin1.replace(';', ',')}`)).status).to.equal(401)
        }
        expect(seen).to.deep.equal(variants.map((variant) => Buffer.from(variant, 'utf8').toString('latin1')))
      })

      it('but for the blanks around a field, the case of a scheme, and one form-decoding of a query', async () => {
        const answers = [
          await get('/header', 'X-Key: \t right \t'),
          await get('/bearer', 'Authorization: bEARER right'),
          await get('/query?k%65y=r%69ght'),
          await get('/query?key=r%2569ght'),
          // The end of the value is the end of the field, whose blanks do not count.
          await get('/cookie', 'Cookie: \ta=b;\tkey=right \t'),
          await get('/cookie', 'Cookie: key=right\t; a=b'),
          await get('/cookie', 'Cookie: key=right\t;'),
        ]
        expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 401, 200, 401, 401])
        expect(answers.map((answer) => field(answer, 'cache-control'))).to.deep.equal(answers.map(() => 'no-store'))
      })
    })
  })
}

/** Registers an operation with this auth and serves it; answers with what went wrong. */
async function declareAndServe(
  api: SvcAPI<never> | SvcAPI,
  auth: unknown,
  serve: (api: SvcAPI<never>) => Promise<Served>,
  path = '/a',
): Promise<unknown> {
  let served: Served | undefined
  try {
    ;(api as SvcAPI).get(path, { auth: auth as never }, () => 'open')
    served = await serve(api as SvcAPI<never>)
    return undefined
  } catch (error) {
    return error
  } finally {
    await served?.close()
  }
}
