import { expect } from 'chai'
import type { Replayed } from '../replay/replay.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { judgeAlike } from './sameness.ts'
import { answer } from './testdata/judging.ts'

type Sent = readonly [user: string, status: number, body: string]

/** The codes of what is said of the third of three logins. */
function saidOf(...sent: readonly Sent[]): string {
  const replayed = sent.map(([user, status, body]): Replayed => {
    const request = { method: 'POST', target: '/login', headers: [], body: JSON.stringify({ user, password: 'wrong' }) }
    const step = { request, expect: 'refused-login' as const }
    return { step, request, bytes: '', probe: undefined, answer: answer(status, body), startedAt: 0, duration: 0 }
  })
  const steps = replayed.map(({ step }) => step)
  const scenario = sampleScenario(sampleRoute(), 'login.enumeration', {
    extra: { about: 'alike', alike: 'always' },
    steps,
  })
  return judgeAlike({ scenario, replayed, entry: undefined, strict: false }, 2)
    .problems.map(({ code }) => code)
    .join()
}

/** Three answers: to a known user twice, and to one who does not exist. */
const CASES: readonly (readonly [title: string, said: string, first: Sent, again: Sent, other: Sent])[] = [
  ['the same words', '', ['ann', 401, 'no'], ['ann', 401, 'no'], ['xyz', 401, 'no']],
  ['other words', 'oracle', ['ann', 401, 'wrong password'], ['ann', 401, 'wrong password'], ['xyz', 401, 'no user']],
  ['another status', 'oracle', ['ann', 401, 'no'], ['ann', 401, 'no'], ['xyz', 404, 'no']],
  ['the user repeated', '', ['ann', 401, 'not ann'], ['ann', 401, 'not ann'], ['xyz', 401, 'not xyz']],
  ['ids and times', '', ['ann', 401, 'no 12ab34cd5'], ['ann', 401, 'no 99ab34cd5'], ['xyz', 401, 'no 77ab34cd5']],
  [
    'other words beside an id',
    'oracle',
    ['ann', 401, 'wrong 12ab34cd5'],
    ['ann', 401, 'wrong 99ab34cd5'],
    ['xyz', 401, 'unknown 77ab34cd5'],
  ],
  ['an account that is locked', '', ['ann', 423, 'wait'], ['ann', 423, 'wait'], ['xyz', 401, 'no']],
  ['answers that vary by themselves', '', ['ann', 401, 'no'], ['ann', 429, 'slow'], ['xyz', 401, 'other']],
]

describe('answers to wrong logins', () => {
  for (const [title, said, ...sent] of CASES)
    it(`with ${title}: ${said === '' ? 'fine' : said}`, () => expect(saidOf(...sent)).to.equal(said))
})

/** The code of what is said of the third of three answers, which differ in one field. */
function saidOfFields(name: string, ...values: readonly [string, string, string]): string {
  const request = { method: 'GET', target: '/pets', headers: [] }
  const step = { request, expect: 'deny' as const }
  const replayed = values.map((value): Replayed => {
    const got = answer(401, 'no', [name, value])
    return { step, request, bytes: '', probe: undefined, answer: got, startedAt: 0, duration: 0 }
  })
  const scenario = sampleScenario(sampleRoute(), 'oracle', {
    extra: { about: 'alike', alike: 'always' },
    steps: [step, step, step],
  })
  const { problems } = judgeAlike({ scenario, replayed, entry: undefined, strict: false }, 2)
  return problems.map(({ code }) => code).join()
}

describe('refusals', () => {
  const table: readonly (readonly [name: string, values: readonly [string, string, string], said: string])[] = [
    ['x-reason', ['a', 'a', 'b'], 'oracle'],
    ['x-reason', ['a', 'a', 'a'], ''],
    ['x-reason', ['a', 'b', 'c'], ''],
    ['Date', ['1', '1', '2'], ''],
    ['x-date', ['1', '1', '2'], 'oracle'],
  ]
  for (const [name, values, said] of table)
    it(`with ${name} of ${values.join()}: ${said || 'fine'}`, () =>
      expect(saidOfFields(name, ...values)).to.equal(said))
})
