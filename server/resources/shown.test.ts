import { expect } from 'chai'
import { bearer, resource } from '../auth/index.ts'
import { SvcAPI } from '../index.ts'
import { createLog, type LogRecord } from '../log/log.ts'
import { describeOperation } from '../listing/route-json.ts'
import { formatRoutesLock } from '../listing/routes-lock.ts'
import type { Operation } from '../model/operation.ts'

const auth = bearer((_, token) => ({ name: token }))
const SECRET = 'pickles-of-bob'
const load = ({ params }: { params: { id: string } }): { id: string; owner: string; text: string } | undefined =>
  params.id === 'b' ? { id: 'b', owner: 'bob', text: SECRET } : undefined
const may = (found: { owner: string }, { auth }: { auth: { name: string } }): boolean => found.owner === auth.name
const hidden = resource('order', { load, may })
const open = resource('notice', { refused: 403, load, may })
const broken = resource('broken', {
  load,
  may: () => {
    throw new TypeError('no rights are kept')
  },
})

function create(): SvcAPI<typeof auth> {
  const api = new SvcAPI({ auth })
  api.get('/orders/:id', { resource: hidden }, ({ resources }) => resources.order)
  api.get('/notices/:id', { resource: open }, ({ resources }) => resources.notice)
  api.get('/broken/:id', { resource: broken }, () => 'ran')
  api.get('/pages/:page', { resource: null }, () => 'page')
  api.get('/free', {}, () => 'free')
  return api
}

describe('whose a record is, shown', () => {
  it('is in the document: 404, 403 where existence may be known, and the names with their parameters', async () => {
    const response = await create().fetch(
      new Request('http://svc.test/openapi.json', { headers: { authorization: 'Bearer bob' } }),
    )
    const { paths } = (await response.json()) as {
      paths: Record<string, { get: { responses: object; 'x-svc-resource'?: unknown } }>
    }
    const shown = Object.entries(paths).map(([path, { get }]) => [
      path,
      Object.keys(get.responses).filter((status) => /^40[34]$/.test(status)),
      get['x-svc-resource'],
    ])
    expect(shown).to.deep.equal([
      ['/orders/{id}', ['404'], [{ name: 'order', params: ['id'] }]],
      ['/notices/{id}', ['403', '404'], [{ name: 'notice', params: ['id'] }]],
      ['/broken/{id}', ['404'], [{ name: 'broken', params: ['id'] }]],
      ['/pages/{page}', [], [{ name: null, params: ['page'] }]],
      ['/free', [], undefined],
    ])
  })

  it('is in the log: which resource refused and why, the stack of a may that threw, never a record', async () => {
    const lines: string[] = []
    const api = create()
    api.observe(createLog({ format: 'json', write: (line) => void lines.push(line) }))
    for (const [path, name] of [
      ['/orders/b', 'ann'],
      ['/orders/c', 'ann'],
      ['/notices/b', 'ann'],
      ['/broken/b', 'bob'],
      ['/orders/b', 'bob'],
    ] as const)
      await api.fetch(new Request(`http://svc.test${path}`, { headers: { authorization: `Bearer ${name}` } }))
    const records = lines.map((line) => JSON.parse(line) as LogRecord)
    expect(records.map((record) => [record.status, record.resource, record.error?.split('\n')[0]])).to.deep.equal([
      [404, 'order refused', undefined],
      [404, 'order absent', undefined],
      [403, 'notice refused', undefined],
      [404, 'broken refused', 'TypeError: no rights are kept'],
      [200, undefined, undefined],
    ])
    expect(lines.join('\n')).to.not.include(SECRET)
  })

  it('is in svc routes --json and in the lock', () => {
    expect(formatRoutesLock(create().operations(), '', undefined)).to.match(/GET +\/orders\/\[id\] .*\[order\(id\)\]/)
    const shown = create()
      .operations()
      .map((operation: Operation) => [
        operation.path,
        describeOperation(operation, '').resources?.map((one) => one.name),
      ])
    expect(shown).to.deep.equal([
      ['/orders/[id]', ['order']],
      ['/notices/[id]', ['notice']],
      ['/broken/[id]', ['broken']],
      ['/pages/[page]', [null]],
      ['/free', undefined],
    ])
  })
})
