import { expect } from 'chai'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { sampleRoute, sampleRouteFixture } from '../testdata/samples.ts'
import { elsewhere, isAltered, isRewritten, nonsenseOf } from './altered.ts'
import { entry } from './testdata/judging.ts'

const PET = sampleRoute({ path: '/pets/[id]' })
const FIXTURE = sampleRouteFixture({ params: { id: '7' } })

function get(target: string, changes: Partial<RequestData> = {}): RequestData {
  return { method: 'GET', target, headers: [], ...changes }
}

describe('isAltered', () => {
  const CASES: readonly (readonly [title: string, request: RequestData, is: boolean])[] = [
    ['its own path', get('/pets/7'), false],
    ['its own path with a query', get('/pets/7?x=1'), false],
    ['another path', get('/Pets/7'), true],
    ['another parameter', get('/pets/8'), true],
    ['another method', get('/pets/7', { method: 'PUT' }), true],
    ['a field that claims another method', get('/pets/7', { headers: [['X-HTTP-Method-Override', 'PUT']] }), true],
    ['a field that claims another method, by its short name', get('/pets/7', { headers: [['X-Method', 'PUT']] }), true],
    ['a field that claims its own method', get('/pets/7', { headers: [['X-HTTP-Method', 'GET']] }), false],
    ['any other field', get('/pets/7', { headers: [['X-Methods', 'PUT']] }), false],
  ]
  for (const [title, request, is] of CASES)
    it(`${title}: ${is}`, () => expect(isAltered(request, PET, FIXTURE)).to.equal(is))

  it('follows the fixture of the route', () => {
    const other = sampleRouteFixture({ params: { id: '8' } })
    expect([isAltered(get('/pets/8'), PET, FIXTURE), isAltered(get('/pets/8'), PET, other)]).to.deep.equal([
      true,
      false,
    ])
  })
})

describe('isRewritten', () => {
  const naming = (name: string, value: string): RequestData => get('/', { headers: [[name, value]] })
  const CASES: readonly (readonly [request: RequestData, is: boolean])[] = [
    [naming('X-Original-URL', '/pets/7'), true],
    [naming('X-Original-Uri', '/pets/7?x=1'), true],
    [naming('X-Rewrite-URL', '/pets/7'), true],
    [naming('X-Forwarded-Path', '/pets/7'), true],
    [naming('X-Forwarded-Uri', '/other'), false],
    [naming('X-Forwarded-For', '/pets/7'), false],
    [{ ...naming('X-Original-URL', '/pets/7'), target: '/pets/7' }, false],
  ]
  for (const [request, is] of CASES)
    it(`${request.target} with ${request.headers.flat().join(': ')}: ${is}`, () =>
      expect(isRewritten(request, PET, FIXTURE)).to.equal(is))
})

describe('nonsenseOf', () => {
  const targetOf = (request: RequestData, route: Route = PET): string => {
    const { method, target } = nonsenseOf(request, route, FIXTURE)
    return `${method} ${target}`
  }
  it('replaces the last fixed segment of the path', () => {
    expect(targetOf(get('/PETS/7'))).to.equal('GET /svc-no-such-path/7')
  })
  it('has the method of the request', () => {
    expect(targetOf(get('/pets/7', { method: 'TRACE' }))).to.equal('TRACE /svc-no-such-path/7')
  })
  it('keeps the base of a server that has one', () => {
    expect(targetOf(get('/PETS/7'), { ...PET, base: '/api' })).to.equal('GET /api/svc-no-such-path/7')
  })
  it('puts a segment before a path without a fixed one', () => {
    expect(targetOf(get('/X'), sampleRoute({ path: '/[id]' }))).to.equal('GET /svc-no-such-path/7')
  })
  it('is the root itself, without the field, for a path in a field', () => {
    const request = get('/', { headers: [['X-Original-URL', '/pets/7']] })
    expect([targetOf(request), nonsenseOf(request, PET, FIXTURE).headers]).to.deep.equal(['GET /', []])
  })
  it('has no body', () => {
    const route = sampleRoute({ method: 'POST', declaresBody: true })
    const request = get('/PETS', { method: 'POST', body: '{}' })
    expect(
      nonsenseOf(request, route, sampleRouteFixture({ body: { contentType: 'application/json', text: '{}' } })),
    ).not.to.have.property('body')
  })
})

describe('elsewhere', () => {
  const LIST = sampleRoute()
  const PUT = sampleRoute({ method: 'PUT', path: '/pets/[id]' })
  const routes = new Map([PET, LIST, PUT].map((route) => [route.key, route]))
  const CASES: readonly (readonly [request: RequestData, from: Route, key: string | undefined])[] = [
    [get('/pets/7'), PET, undefined],
    [get('/pets'), PET, 'GET /pets'],
    [get('/pets/7?x=1'), LIST, 'GET /pets/[id]'],
    [get('/pets/'), LIST, undefined],
    [get('/pets/7', { method: 'PUT' }), PET, 'PUT /pets/[id]'],
    [get('/pets/7', { method: 'PATCH' }), PET, undefined],
    [get('/pets/7/x'), LIST, undefined],
    [get('/Pets'), PET, undefined],
  ]
  for (const [request, from, key] of CASES)
    it(`${request.method} ${request.target} for ${from.key}: ${key ?? 'nowhere else'}`, () =>
      expect(elsewhere(request, from, undefined, routes)).to.equal(key))

  it('is as the ledger has it', () => {
    const seen = (operation: string): string | undefined => elsewhere(get('/pets'), PET, entry({ operation }), routes)
    expect([seen('GET /pets/[id]'), seen('PUT /pets/[id]')]).to.deep.equal([undefined, 'PUT /pets/[id]'])
  })
})
