import { expect } from 'chai'
import { readAccessRun } from './access-run.ts'

const ROUTE = { at: '2026-01-02T03:04:05.000Z', cells: { ann: { came: ['200'], isWrong: false } } }

describe('the file of the last runs', () => {
  it('is read as it was written', () => {
    const run = { users: [{ name: 'ann', roles: ['clerk'] }], routes: { 'GET /pets': ROUTE } }
    expect(readAccessRun(JSON.stringify(run))).to.deep.equal(run)
  })

  const others = [
    '',
    '{',
    'null',
    '[]',
    '{"users":[]}',
    '{"users":[{}],"routes":{}}',
    '{"users":[],"routes":{"GET /":{"at":"yesterday","cells":{}}}}',
    '{"users":[],"routes":{"GET /":{"at":"2026-01-02T03:04:05.000Z","cells":{"ann":null}}}}',
    '{"users":[],"routes":{"GET /":{"at":"2026-01-02T03:04:05.000Z","cells":{"ann":{"came":"200"}}}}}',
  ]
  for (const text of others)
    it(`is nothing where it says ${JSON.stringify(text)}`, () => expect(readAccessRun(text)).to.equal(undefined))
})
