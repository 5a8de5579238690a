import { expect } from 'chai'
import { NOTHING } from './facts.ts'
import { answer, control, type Row, said } from './testdata/judging.ts'
import { anonymous, at, good, json, notFound, page, reaches, slash, spa } from './testdata/remote.ts'

const named = control(json(200, { name: 'annika-of-acme', income: 1200 }))
const listed = control(json(200, { name: 'annika-of-acme', rows: ['a row of the list'] }))

const ROWS: readonly Row[] = [
  ['it refuses it', notFound, { control: good }, 'fine'],
  ['it does not know the verb', answer(501), { control: good }, 'fine'],
  ['it breaks', answer(500), {}, 'crash'],
  ['it breaks with a good one, too', answer(500), { control: good, counterpart: answer(500) }, '(crash)'],
  ['another path breaks it', answer(500), { request: slash, control: good }, 'crash'],
  ['another path breaks it, and no good one is known', answer(500), { request: slash }, '(crash)'],
  [
    'another verb has a text of it in another form',
    json(200, { list: ['the deep vault'] }),
    { request: at('/pets', 'OPTIONS'), control: good, nonsense: notFound },
    'accepted',
  ],
  [
    'a header names another verb, and the answer is the same',
    anonymous,
    { ...reaches, request: { ...at('/pets'), headers: [['X-HTTP-Method-Override', 'OPTIONS']] } },
    'accepted',
  ],
  [
    'a header names another verb, and the answer is its own',
    answer(204),
    { ...reaches, request: { ...at('/pets'), headers: [['X-HTTP-Method-Override', 'OPTIONS']] } },
    'not routed',
  ],
  [
    'another path reads its own from a header',
    anonymous,
    {
      request: { ...at('/ping'), headers: [['X-Original-URL', '/pets']] },
      control: good,
      nonsense: json(200, { pong: 1 }),
      elsewhere: 'GET /ping',
    },
    'accepted',
  ],
  ['the connection closes', NOTHING, { missing: 'closed' }, 'fine'],
  ['a header opens it', json(200, { whatever: 1 }), { control: good, nonsense: notFound }, 'accepted'],
  ['a header opens it, and no good one is known', answer(200), {}, 'accepted'],
  ['a header is refused as a bad request, and nothing is known', answer(400), {}, 'inconclusive'],
  ['another path is nowhere, and nothing is known', notFound, { request: slash }, 'not routed'],
  ['another path leads to the same', anonymous, reaches, 'accepted'],
  ['another path leads to the same for a good one only', notFound, reaches, 'fine'],
  [
    'another path gives the data away without the user, for a good one, too',
    json(200, { secret: 'the deep vault' }),
    { ...reaches, counterpart: json(200, { secret: 'the deep vault' }) },
    'accepted',
  ],
  [
    'another path gives its numbers away without the user, for a good one, too',
    json(200, { income: 1200 }),
    { ...reaches, control: named, counterpart: json(200, { income: 1200 }) },
    'accepted',
  ],
  [
    'another path has its shape, and the data of its users for a good one',
    json(200, { name: null, rows: [] }),
    { ...reaches, control: listed, counterpart: json(200, { name: null, rows: ['a row of the list'] }) },
    'accepted',
  ],
  [
    'another path has the same shape for a good one, and is something else',
    json(200, { at: 3, name: null, secret: 'a public word' }),
    { ...reaches, counterpart: json(200, { at: 1, name: 'ann', secret: 'a public word' }) },
    'not routed',
  ],
  ['every path has that shape', anonymous, { ...reaches, nonsense: anonymous }, 'not routed'],
  ['another path is something else', json(200, { of: 1 }), reaches, '(other-answer)'],
  ['another path answers nothing at all', answer(200), reaches, 'not routed'],
  ['another path is a text of it', page(200, '<p>the deep vault</p>'), reaches, 'accepted'],
  ['another path is another operation', anonymous, { ...reaches, elsewhere: 'GET /pets/[id]' }, 'accepted'],
  [
    'another path is another operation of that shape',
    json(200, { at: 1, name: 'ann', secret: 'x' }),
    { ...reaches, elsewhere: 'GET /pets/[id]' },
    'not routed',
  ],
  [
    'another path is another operation that repeats a text of it in a sentence',
    json(200, { title: 'All about the deep vault' }),
    { ...reaches, elsewhere: 'GET /pets/[id]' },
    'accepted',
  ],
  [
    'another path is another operation with a word out of a text of it',
    json(200, { title: 'deep vault' }),
    { ...reaches, elsewhere: 'GET /pets/[id]' },
    'not routed',
  ],
  ['a preflight is answered', answer(204), { ...reaches, request: at('/pets', 'OPTIONS') }, 'not routed'],
  ['another path gives a choice', answer(300), reaches, 'fine'],
  ['a number sign is another path', spa, { request: at('/pets#'), control: good, nonsense: spa }, 'not routed'],
  ['the root is what it always is', spa, { request: at('/'), control: good, nonsense: spa }, 'not routed'],
]

describe('a request with another path, method or header to a server in another process', () => {
  for (const [title, got, facts, words] of ROWS)
    it(`where ${title}: ${words}`, () => expect(said('norun', got, { entry: undefined, ...facts })).to.equal(words))
})
