import { expect } from 'chai'
import { hasCallerPlace } from '../model/caller.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import { readDocument } from '../targets/document.ts'
import { sampleFixtures } from '../testdata/samples.ts'
import { withScopes } from './scopes.ts'

/** Keys of the operations that are sent with a record of who asks. @param query by operation, the parameter of its query */
function placedIn(query: Readonly<Record<string, string>>, said: readonly string[] = []): readonly string[] {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, name] of Object.entries(query)) {
    const [method = '', path = ''] = key.split(' ')
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, one]) => ({ name: one, in: 'path', required: true }))
    const inQuery = name === '' ? [] : [{ name, in: 'query', required: true }]
    const parameters = [...inPath, ...inQuery].map((one) => ({ ...one, schema: { type: 'string' } }))
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses: {} } }
  }
  const { routes } = readDocument({ openapi: '3.1.0', info: {}, paths })
  const fixtures = {
    ...sampleFixtures({}),
    routes: Object.fromEntries(said.map((key) => [key, { ...NO_FIXTURE, query: { projectId: 'p-1' } }])),
  }
  const placed = withScopes(routes, fixtures).filter(({ sample }) => hasCallerPlace(JSON.stringify(sample?.query)))
  return placed.map(({ key }) => key)
}

describe('operations in a record of who asks', () => {
  const ALL = {
    'GET /projects': '',
    'GET /runs': 'projectId',
    'POST /runs': 'projectId',
    'GET /runs/{id}': 'projectId',
    'PATCH /runs/{id}': 'projectId',
    'DELETE /runs/{id}': 'projectId',
  }

  it('read it, make others in it, and change those of their path', () => {
    expect(placedIn(ALL)).to.have.members([
      'GET /runs',
      'POST /runs',
      'GET /runs/[id]',
      'PATCH /runs/[id]',
      'DELETE /runs/[id]',
    ])
  })

  it('are as the fixtures say', () => {
    expect(placedIn(ALL, ['GET /runs'])).to.not.include('GET /runs')
  })

  it('do nothing to the record itself', () => {
    const acting = {
      'POST /runs/cancel': 'projectId',
      'DELETE /runs': 'projectId',
      'PUT /settings': 'projectId',
      'DELETE /shops/{shop}/projects': 'projectId',
    }
    expect(
      placedIn({ ...ALL, ...acting }).filter((key) => /cancel|shops|settings|DELETE \/runs$/.test(key)),
    ).to.deep.equal([])
  })

  it('are several: one alone may act on what its query names', () => {
    expect(placedIn({ 'GET /orders': '', 'POST /refunds': 'orderId', 'GET /receipts': 'orderId' })).to.deep.equal([
      'GET /receipts',
    ])
  })

  it('have a list of such records, which is not one of users', () => {
    expect(placedIn({ 'GET /runs': 'projectId' })).to.deep.equal([])
    expect(placedIn({ 'GET /users': '', 'GET /runs': 'userId' })).to.deep.equal([])
  })
})
