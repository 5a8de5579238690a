import { expect } from 'chai'
import type { Step } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { judgeTaken } from './taken.ts'
import { answer } from './testdata/judging.ts'

const TAKE: Partial<Step> = { extra: { about: 'session', take: { cookie: 'session' } } }
const UNLIKE: Partial<Step> = { extra: { about: 'session', take: { cookie: 'session' }, unlike: 'f3a9' } }
const LOGIN = '{"user":"anne","password":"right-one"}'

type Given = readonly [
  title: string,
  step: Partial<Step>,
  taken: string | undefined,
  got: Replayed['answer'],
  codes: string,
]

const CASES: readonly Given[] = [
  ['a login that gives a session', TAKE, 'f3a9', answer(200), ''],
  ['a login that gives none', TAKE, undefined, answer(200), 'not-issued'],
  ['a login that redirects without one', TAKE, undefined, answer(302), 'not-issued'],
  ['a login that is refused', TAKE, undefined, answer(401), ''],
  ['a login without an answer', TAKE, undefined, new NoAnswer('closed'), ''],
  ['a login that takes nothing', {}, undefined, answer(200), ''],
  ['a step that expects no session', { ...TAKE, expect: 'allow' }, undefined, answer(200), ''],
  ['the name of the user for a session', TAKE, 'anne', answer(200), 'guessable'],
  ['the name of the user, encoded for a URL', TAKE, '%61nne', answer(200), 'guessable'],
  ['the name of the user in base64', TAKE, 'YW5uZQ==', answer(200), 'guessable'],
  ['the name of the user in base64, encoded for a URL', TAKE, 'YW5uZQ%3D%3D', answer(200), 'guessable'],
  [
    'an object of the name of the user in base64',
    TAKE,
    encoded({ user: 'anne', at: 1790000000 }),
    answer(200),
    'guessable',
  ],
  ['an object of the name and something random', TAKE, encoded({ user: 'anne', id: 'f3a977c1' }), answer(200), ''],
  ['an object without the name of the user', TAKE, encoded({ id: 7 }), answer(200), ''],
  ['a signed object', TAKE, `${encoded({ user: 'anne' })}.Zk1s`, answer(200), ''],
  ['a session with the name of the user in it', TAKE, 'anne.f3a9', answer(200), ''],
  ['a new session', UNLIKE, '77c1', answer(200), ''],
  ['the session from before', UNLIKE, 'f3a9', answer(200), 'kept'],
  ['a session that goes on from the one before', UNLIKE, 'f3a9.2', answer(200), 'kept'],
  ['no session in place of the one before', UNLIKE, undefined, answer(200), 'kept'],
  ['a refusal of the session from before', UNLIKE, undefined, answer(403), ''],
]

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('the value that a step takes', () => {
  for (const [title, changes, taken, got, codes] of CASES) {
    it(`${title}: ${codes || 'fine'}`, () => {
      const request = { method: 'POST', target: '/login', headers: [], body: LOGIN }
      const step: Step = { request, expect: 'issued', ...changes }
      const sent = { step, request, bytes: '', probe: undefined, answer: got, startedAt: 0, duration: 0 }
      const { problems } = judgeTaken(taken === undefined ? sent : { ...sent, taken })
      expect(problems.map(({ code }) => code).join()).to.equal(codes)
    })
  }
})
