import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { sampleFixtures, sampleRoute, sampleRoutePlan, sampleScenario } from '../testdata/samples.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { NO_COUNTS } from '../model/counts.ts'
import { type EndingInput, endingOf, isMostlyOpen } from './exit-code.ts'
import type { Route } from '../model/route.ts'
import type { Scenario, Step } from '../model/scenario.ts'

import { inTurns, orderOf, turnOf } from './order.ts'
import { Pace } from './pace.ts'

const GOOD: EndingInput = {
  counts: { ...NO_COUNTS, passed: 20 },
  undecided: [],
  withoutControl: [],
  isInterrupted: false,
  isStopped: false,
  unreachable: undefined,
  isUnproven: false,
  questions: 0,
}

describe('the end of a run', () => {
  const table: readonly (readonly [title: string, input: Partial<EndingInput>, exitCode: number, reason: RegExp])[] = [
    ['that was interrupted', { isInterrupted: true }, 130, /interrupted/],
    ['with a finding', { counts: { ...NO_COUNTS, failed: 1, passed: 9 } }, 1, /^1 scenario failed$/],
    ['of a server that stopped', { counts: { ...NO_COUNTS, failed: 2 }, isStopped: true }, 1, /stopped answering/],
    ['that reached nothing', { counts: NO_COUNTS, unreachable: 'nothing answers' }, 3, /nothing answers/],
    ['without an answer to what may be closed', { unreachable: 'silent' }, 3, /^silent$/],
    ['without a good control', { isUnproven: true }, 4, /no protected route has a good positive control/],
    ['that decided nothing', { counts: { ...NO_COUNTS, inconclusive: 9 } }, 4, /nothing was decided/],
    ['that tested nothing', { counts: NO_COUNTS }, 4, /nothing was tested/],
    ['with --strict and no control', { withoutControl: ['GET /a'] }, 4, /^--strict: no positive control for GET \/a$/],
    ['with --strict and no controls', { withoutControl: ['GET /a', 'GET /b'] }, 4, /for GET \/a and 1 more$/],
    ['with --strict and a question', { questions: 2 }, 4, /^--strict: 2 questions that/],
    ['with an open route', { undecided: ['GET /a', 'GET /b'] }, 4, /GET \/a and 1 more is inconclusive.*--lenient/],
  ]
  for (const [title, input, exitCode, reason] of table) {
    it(`${title} is ${exitCode}, and says why`, () => {
      const ending = endingOf({ ...GOOD, ...input })
      expect(ending.exitCode).to.equal(exitCode)
      expect(ending.reason).to.match(reason)
    })
  }

  it('that proved everything is 0', () => expect(endingOf(GOOD)).to.deep.equal({ exitCode: 0 }))

  it('counts a route as open from more than a tenth on', () => {
    const open = [10, 11].map((inconclusive) =>
      isMostlyOpen({ ...NO_COUNTS, passed: 100 - inconclusive, inconclusive }),
    )
    expect(open).to.deep.equal([false, true])
  })
})

describe('the order of the scenarios of a route', () => {
  it('is what must be first, controls, what waits for a deadline, the others as planned, what comes late, refused logins, and what comes last', () => {
    const planned: readonly Partial<Scenario>[] = [
      { id: 'valid', control: 'control' },
      { id: 'wrong-password', control: 'independent', expect: 'refused-login' },
      { id: 'a', control: 'needs-control' },
      { id: 'throws', control: 'independent', extra: { about: 'fault', fault: { leaf: 0, behaviour: 'throws' } } },
      { id: 'b', control: 'independent' },
      { id: 'never', control: 'independent', extra: { about: 'fault', fault: { leaf: 0, behaviour: 'never' } } },
      { id: 'two-users', control: 'needs-control', turn: 'last' },
      { id: 'valid.HEAD', control: 'control' },
      { id: 'valid.last', control: 'control', turn: 'last' },
      { id: 'around-good', control: 'needs-control', turn: 'first' },
      { id: 'refresh.twice', control: 'independent', expect: 'refused-login', turn: 'late' },
    ]
    const { first, middle, late, guesses, last } = orderOf(planned as readonly Scenario[])
    expect([first, middle, late, guesses, last].map((part) => part.map(({ id }) => id))).to.deep.equal([
      ['around-good', 'valid', 'valid.HEAD'],
      ['never', 'a', 'throws', 'b'],
      ['refresh.twice'],
      ['wrong-password'],
      ['two-users', 'valid.last'],
    ])
  })
})

describe('the pace of a run', () => {
  const limited = (retryAfter?: string): RawResponse => ({
    status: 429,
    head: '',
    headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]],
    body: '',
    closes: false,
  })

  it('sends everything at once while no limit is set', async () => {
    const pace = new Pace(undefined)
    const all = Promise.all(Array.from({ length: 100 }, () => pace.turn(1))).then(() => 'at once')
    expect(await Promise.race([all, nextTurn('waits')])).to.equal('at once')
  })

  it('sends at most the given number of requests per second', async () => {
    const pace = new Pace(100)
    const started = performance.now()
    for (let sent = 0; sent < 11; sent++) await pace.turn(1)
    expect(performance.now() - started).to.be.at.least(95)
  })

  it('waits as long as the server says', async () => {
    const pace = new Pace(undefined)
    expect(pace.slowDown(limited('1'), 0)).to.equal(true)
    const started = performance.now()
    await pace.turn(1)
    expect(performance.now() - started).to.be.at.least(990)
  })

  it('backs off where the server does not say, and gives up in the end', () => {
    const pace = new Pace(undefined)
    expect([0, 1, 4, 5].map((attempt) => pace.slowDown(limited(), attempt))).to.deep.equal([true, true, true, false])
  })

  it('does not wait for an hour', () => expect(new Pace(undefined).slowDown(limited('3600'), 0)).to.equal(false))
})

describe('the order of routes', () => {
  const table: readonly (readonly [method: string, path: string, turn: number])[] = [
    ['POST', '/logout', 2],
    ['DELETE', '/auth/sign-out', 2],
    ['POST', '/token/revoke', 2],
    ['POST', '/end', 2],
    ['GET', '/logout', 2],
    ['GET', '/end', 2],
    ['GET', '/x', 0],
    ['POST', '/login', 0],
    ['DELETE', '/session', 2],
    ['POST', '/session', 0],
    ['GET', '/session', 0],
    ['DELETE', '/x', 1],
  ]
  const fixtures = sampleFixtures({
    logouts: [
      { request: { method: 'POST', target: '/end?x=1', headers: [] } },
      { request: { method: 'DELETE', target: '/session', headers: [] } },
    ],
  })
  for (const [method, path, turn] of table) {
    it(`${method} ${path} comes ${['with', 'right after', 'after'][turn]} the others`, () =>
      expect(turnOf(sampleRoutePlan(sampleRoute({ method, path })), fixtures)).to.equal(turn))
  }

  it('deletes what is below something before that', () => {
    const plans = ['/a/[id]', '/a/[id]/b/[at]'].map((path) => sampleRoutePlan(sampleRoute({ method: 'DELETE', path })))
    expect(inTurns(plans, fixtures)[1]?.map(({ route }) => route.path)).to.deep.equal(['/a/[id]/b/[at]', '/a/[id]'])
  })

  it('plays a login after what goes on with its tokens, since its wrong passwords lock the account', () => {
    const plans = ['/login', '/refresh'].map((path, index) => {
      const route = sampleRoute({ method: 'POST', path })
      const scenario = sampleScenario(route, 'flow.login')
      const [step] = scenario.steps as readonly [Step]
      const late = index === 0 ? {} : ({ turn: 'late' } as const)
      const guess: Scenario = { ...scenario, expect: 'refused-login', ...late }
      return { route, scenarios: [{ ...scenario, steps: [step, { ...step, route: 'GET /me' }] }, guess], ignored: [] }
    })
    expect(inTurns(plans, fixtures)[3]?.map(({ route }) => route.path)).to.deep.equal(['/refresh', '/login'])
  })

  it('asks the others, a logout among them, before a login that goes on to one of them', () => {
    const route = sampleRoute({ method: 'POST', path: '/login' })
    const other = sampleRoute({ path: '/me' })
    const flow = (asked: Route): Scenario => {
      const scenario = sampleScenario(route, 'flow.login')
      return { ...scenario, steps: [...scenario.steps, { ...(scenario.steps[0] as Step), route: asked.key }] }
    }
    const turns = [route, other].map((asked) => turnOf({ route, scenarios: [flow(asked)], ignored: [] }, fixtures))
    expect(turns).to.deep.equal([0, 3])
  })
})
