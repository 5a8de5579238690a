import { expect } from 'chai'
import { entry, answer, judged, route } from './testdata/judging.ts'

const run = { operation: route.key, isProtected: true, afterPass: true, auth: 'ann' }
const request = { method: 'GET', target: '/pets', headers: [] }
const kept = answer(200, '', ['cache-control', 'no-store'])

describe('authenticators that are called', () => {
  const table: readonly (readonly [
    title: string,
    called: readonly string[],
    expected: readonly string[],
    said: object[],
  ])[] = [
    ['are those that should be', ['A', 'B'], ['A', 'B'], []],
    [
      'are named where there should be none',
      ['A', 'B'],
      [],
      [{ code: 'calls', expected: 'authenticators called: none', got: 'authenticators called: A, B' }],
    ],
    [
      'are named where they are missing',
      [],
      ['A'],
      [{ code: 'calls', expected: 'authenticators called: A', got: 'authenticators called: none' }],
    ],
    [
      'come in order',
      ['B', 'A'],
      ['A', 'B'],
      [{ code: 'calls', expected: 'authenticators called: A, B', got: 'authenticators called: B, A' }],
    ],
  ]
  it('may see that a wrong credential is of another form', () => {
    const calls = [{ authenticator: 'A', outcome: 'skipped' as const, detail: 'unusable' }]
    const said = (expected: readonly string[]): number =>
      judged('allow', kept, {
        entry: entry({ passed: true, runs: [run], calls }),
        step: { request, expect: 'allow', calls: expected },
      } as never).problems.length
    expect([said(['A']), said([]), said(['B'])]).to.deep.equal([0, 0, 1])
  })

  for (const [title, called, calls, said] of table) {
    it(title, () => {
      const made = called.map((authenticator) => ({ authenticator, outcome: 'passed' as const }))
      const facts = {
        entry: entry({ passed: true, runs: [run], calls: made }),
        step: { request, expect: 'allow', calls },
      }
      expect(judged('allow', kept, facts as never).problems).to.deep.equal(said)
    })
  }
})

describe('an admitted request', () => {
  const of = (principal: unknown, auth: unknown): unknown =>
    judged('allow', kept, {
      entry: entry({ passed: true, runs: [{ ...run, auth }] }),
      step: { request, expect: 'allow', principal },
    } as never).problems.map(({ code }) => code)

  it('is that of the user of the fixtures, who may have more members', () => {
    expect(of({ name: 'ann' }, { name: 'ann', rank: 2 })).to.deep.equal([])
  })
  it('lacks members of the same user', () => {
    expect(of({ name: 'ann', rank: 2 }, { name: 'ann' })).to.deep.equal(['lacks'])
  })
  it('is of another user, with members that are absent as well', () => {
    expect(of({ name: 'ann', rank: 2 }, { name: 'bob' })).to.deep.equal(['principal'])
    expect(of({ name: 'ann', rank: 2 }, {})).to.deep.equal(['principal'])
    expect(of({ name: 'ann' }, 'ann')).to.deep.equal(['principal'])
  })
})

describe('a refused request', () => {
  it('may run what is public, elsewhere', () => {
    const other = { ...run, operation: 'GET /open', isProtected: false, afterPass: false }
    const codes = [other, { ...other, isProtected: true }].map((one) =>
      judged('norun', answer(404), { entry: entry({ runs: [one] }) }).problems.map(({ code }) => code),
    )
    expect(codes).to.deep.equal([[], ['handler-ran']])
  })
})
