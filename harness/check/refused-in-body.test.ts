import { expect } from 'chai'
import type { Route } from '../model/route.ts'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { control, route, type Row, said } from './testdata/judging.ts'
import { at, json } from './testdata/remote.ts'

const verify = { route: { ...route, path: '/token/verify' } satisfies Route, request: at('/token/verify') }
const valid = { ...verify, control: control(json(200, { message: 'valid', isValid: true })) }
const active = control(json(200, { active: true, sub: 'ann' }))
const left = {
  control: control(json(200, { left: 1 })),
  route: { ...route, path: '/logout' } satisfies Route,
  request: at('/logout'),
}
const guarded = sampleRouteFixture({ protected: true })

const TABLE: readonly Row[] = [
  ['it says of a token that it is not valid', json(200, { message: 'invalid', isValid: false }), valid, '(status)'],
  [
    'an introspection says that it is not active',
    json(200, { active: false }),
    { ...verify, control: active },
    '(status)',
  ],
  ['a switch says that it is off', json(200, { active: false }), { control: active }, 'accepted'],
  ['empty members stand beside it', json(200, { isValid: false, user: {}, left: 0, role: 'guest' }), valid, '(status)'],
  [
    'a HEAD has no body to say it',
    json(200, undefined),
    { ...valid, method: 'HEAD', request: at('/token/verify', 'HEAD') },
    'not routed',
  ],
  ['it says so beside data', json(200, { email: 'ann@x.org', isValid: false }), valid, 'accepted'],
  ['it says that it is valid', json(200, { message: 'yes', isValid: true }), valid, 'accepted'],
  ['a logout says what it says to a good one', json(200, { left: 1 }), left, '(status)'],
  [
    'a logout gives the last user',
    json(200, { user: { name: 'ann' } }),
    { ...left, control: control(json(200, { user: { name: 'bob' } })) },
    'accepted',
  ],
  [
    'a logout, of which the fixtures say that it refuses',
    json(200, { left: 1 }),
    { ...left, fixture: guarded },
    'accepted',
  ],
]

describe('a success of a server in another process in the place of a refusal', () => {
  for (const [title, got, facts, words] of TABLE)
    it(`where ${title}: ${words}`, () => expect(said('deny', got, { ...facts, entry: undefined })).to.equal(words))
})
