import { expect } from 'chai'
import { Journal } from '../ask/journal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import type { Target } from '../replay/target.ts'
import { Creations } from './creations.ts'

const MARK = 'svc1234'
const routeOf = (method: string, path: string): Route =>
  ({ key: `${method} ${path}`, method, path, base: '/api', auth: [{}] }) as unknown as Route
const routesOf = (end: string): readonly Route[] =>
  [
    'POST /notes',
    'GET /notes',
    'DELETE /notes/[id]',
    'POST /notes/[note]/parts',
    'GET /notes/[note]/parts',
    'DELETE /notes/[note]/parts/[part]',
  ].map((one) => {
    const [method = '', path = ''] = one.split(' ')
    return routeOf(method, path + end)
  })

/** Values of the paths of records that are noted after a creation was answered. @param end of all paths */
async function noted(answer: Partial<RawResponse>, end = '', target = '/api/notes'): Promise<readonly string[]> {
  const journal = new Journal(undefined, 'http://127.0.0.1:3000', MARK)
  const fixtures = (): Fixtures => ({ valid: {} }) as unknown as Fixtures
  const creations = new Creations({ routes: routesOf(end), fixtures, mark: MARK, journal })
  const whole = Promise.resolve({ status: 201, head: '', headers: [], body: '', closes: false, ...answer })
  const server = { send: () => ({ bytes: '', answer: whole }) } as unknown as Target
  const body = JSON.stringify({ title: `${MARK} text` })
  const sent: RequestData = { method: 'POST', target: target + end, headers: [], body }
  await creations.watched(server).send(sent, 'own').answer
  return journal.made.flatMap((one) => (one.kind === 'record' ? Object.values(one.params) : []))
}

describe('records that requests of a run make are known', () => {
  const at = (location: string): RawResponse['headers'] => [['location', location]]

  it('by the object with the mark', async () => {
    const body = JSON.stringify({ id: 7, title: `${MARK} text` })
    expect(await noted({ body })).to.deep.equal(['7'])
    expect(await noted({ body }, '', '/api/notes/3/parts')).to.deep.equal(['3', '7'])
  })

  it('where paths end with a slash, too', async () => {
    const body = JSON.stringify({ id: 7, title: `${MARK} text` })
    expect(await noted({ body }, '/')).to.deep.equal(['7'])
    expect(await noted({ headers: at('/api/notes/7/') }, '/')).to.deep.equal(['7'])
    expect(await noted({ body }, '/', '/api/notes/3/parts')).to.deep.equal(['3', '7'])
  })

  it('by the address in an answer without one', async () => {
    expect(await noted({ headers: at('/api/notes/7') })).to.deep.equal(['7'])
    expect(await noted({ headers: at('http://127.0.0.1/api/notes/a%20b') })).to.deep.equal(['a b'])
  })

  it('by no address of something else, in an answer with 200, or that is malformed', async () => {
    expect(await noted({ headers: at('/api/users/7') })).to.deep.equal([])
    expect(await noted({ status: 200, headers: at('/api/notes/7') })).to.deep.equal([])
    expect(await noted({ headers: at('http://[') })).to.deep.equal([])
  })
})
