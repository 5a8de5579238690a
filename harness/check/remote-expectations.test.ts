import { expect } from 'chai'
import type { AuthDescription } from 'svc'
import type { Expectation } from '../model/expectation.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { NOTHING } from './facts.ts'
import { answer, control, denial, route, type Row, said, SECRET, STACK } from './testdata/judging.ts'
import { at, good, json, JSON_TYPE, notFound, other, spa } from './testdata/remote.ts'

const waiting: RequestData = { ...at('/pets'), headers: [['Content-Length', '5']] }
const withCookie: RequestData = { ...at('/pets'), headers: [['Cookie', `other=${SECRET}`]] }
const bearing = (value: string): RequestData => ({ ...at('/pets'), headers: [['Authorization', value]] })
const ownLogin = { ...good, request: bearing('Bearer own-1'), planned: bearing('Bearer good-token') }
const denied = sampleRouteFixture({ denied: { status: 200 } })
const breaks = sampleRouteFixture({ admitted: { status: 500 } })
const ofBob = { scenario: { family: 'role', variant: 'bob' }, route: { ...route, path: '/pets/[pet]' } } as const
const ownId = sampleRouteFixture({ paramsOf: { bob: { pet: '2' } } })
const taken = sampleRouteFixture({ allow: ['bob'], deny: ['ann'], isTaken: true })
const allowed = sampleRouteFixture({ allow: ['bob'] })
const SAMPLE = { params: {}, query: {}, headers: {} }
const leads = sampleRouteFixture({ admitted: { status: 302 } })
const to = (path: string): RawResponse => answer(302, '', ['location', path])
const toOrder = { control: control(to('/orders/17?at=1')), fixture: leads }
/** The control of an operation that works once. */
const spent = { ...control(answer(204)), again: notFound }
const numbers = { ...control(json(200, { at: 1, income: 1200 })), again: json(200, { at: 2, income: 1200 }) }
const graph = { control: control(json(200, { data: { me: { name: 'ann' } } })) }
const flagged = control(json(200, { success: true, user: { name: 'ann', at: 7 } }))
const optional: Route = { ...route, auth: { kind: 'optional', member: route.auth as AuthDescription } }
const login = (body: string): RequestData => ({ ...at('/login', 'POST'), body })

const STACKS: readonly (readonly [language: string, text: string])[] = [
  ['Python', 'Traceback (most recent call last):\n  File "/app/main.py", line 3, in read'],
  ['Python in JSON', '{"detail":"File \\"/app/main.py\\", line 3, in read"}'],
  ['Java', 'at com.example.Guard.check(Guard.java:42)'],
  ['C#', 'at App.Guard.Check(String key) in /src/Guard.cs:line 7'],
  ['Ruby', "/app/guard.rb:12:in `check'"],
  ['PHP', 'Fatal error: Uncaught Error in /app/guard.php on line 7'],
  ['Go', 'goroutine 7 [running]:'],
  ['Rust', "thread 'main' panicked at src/guard.rs:7"],
]

/** The table of the judge for a server in another process: no ledger, and what is not known is left out. */
const TABLE: Readonly<Partial<Record<Expectation, readonly Row[]>>> = {
  deny: [
    ['nothing answers afterwards', NOTHING, { missing: 'stopped' }, 'stopped'],
    ['connections are taken, and nothing answers', NOTHING, { missing: 'hangs' }, 'hangs'],
    ['the connection closes', NOTHING, { missing: 'closed' }, 'inconclusive'],
    ['the connection closes, and a good one gets 2xx', NOTHING, { missing: 'closed', control: good }, '(closed)'],
    ['it is slow', NOTHING, { missing: 'timeout', control: good }, 'inconclusive'],
    ['it waits for a body', NOTHING, { missing: 'timeout', request: waiting }, '(waits)'],
    ['it limits requests', answer(429), { control: good }, 'inconclusive'],
    ['it is busy', answer(503, '', ['retry-after', '1']), { control: good }, 'inconclusive'],
    ['it breaks', answer(500), { control: good }, 'crash'],
    ['it has not implemented HEAD', answer(501), { control: good, method: 'HEAD' }, '(crash)'],
    ['it breaks as it always does', answer(500), { control: control(answer(500)), fixture: breaks }, 'accepted'],
    ['it refuses it, and always breaks', denial(), { control: control(answer(500)), fixture: breaks }, 'fine'],
    ['it breaks, and with a good one, too', answer(500), { control: control(answer(502)) }, 'inconclusive'],
    ['it breaks, and with a good one the same', answer(500), { control: control(answer(500)) }, 'inconclusive'],
    ['it leads where it leads a good one', to('/orders/42?at=2'), toOrder, 'accepted'],
    ['it leads to the login', to('/login'), toOrder, '(redirect)'],
    [
      'it leads to the login, and a logout does',
      to('/login?next=%2F'),
      { ...toOrder, control: control(to('/login')) },
      '(redirect)',
    ],
    ['it admits it', answer(200), {}, 'accepted'],
    ['it admits it and shows a secret', answer(200, SECRET), {}, 'accepted'],
    ['it admits it with another body', json(200, { pets: [] }), { control: good, nonsense: notFound }, 'accepted'],
    ['it says no with 200', json(200, { error: 'no' }), { control: good, nonsense: notFound }, '(status)'],
    [
      'it says no with 200, and with the data',
      json(200, { error: 'no', secret: 'the deep vault' }),
      { control: good },
      'accepted',
    ],
    ['it says no with 200 as GraphQL does', json(200, { data: null, errors: [{ message: 'no' }] }), graph, '(status)'],
    ['it admits it as GraphQL does', json(200, { data: { me: { name: 'bob' } } }), graph, 'accepted'],
    ['it says no with 200 and a flag', json(200, { success: false, user: null }), { control: flagged }, '(status)'],
    ['it says what it says to a good one', json(200, { success: true, user: null }), { control: flagged }, 'accepted'],
    ['it says no with 200, and no good one is known', json(200, { error: 'no' }), {}, 'accepted'],
    ['it opens a socket', answer(101), { control: good }, 'accepted'],
    ['it answers everything', spa, { control: control(spa), nonsense: spa }, 'inconclusive'],
    ['it answers everything else', spa, { control: good, nonsense: spa }, 'accepted'],
    ['it admits a loose spelling', answer(200), { name: 'header.quoted' }, '(accepted)'],
    ['it admits it where RFC 6750 lets it', answer(200), { name: 'bearer.query-access-token' }, '(accepted)'],
    [
      'it admits another spelling, each time of a login of its own',
      answer(200),
      { request: bearing('Bearer own-2\u00e9'), planned: bearing('Bearer %67ood-token'), control: ownLogin },
      '(accepted)',
    ],
    [
      'it admits something else, each time beside a login of its own',
      answer(200),
      { request: bearing('Bearer own-2x'), planned: bearing('Bearer good-tokenx'), control: ownLogin },
      'accepted',
    ],
    ['it admits it from another parameter', answer(200), { name: 'bearer.query-token' }, 'accepted'],
    [
      'its realm repeats the target',
      answer(401, '', ['www-authenticate', `Bearer realm="http://x/pets?k=${SECRET}"`]),
      { request: at(`/pets?k=${SECRET}`) },
      '(leak) (cache) (sniff)',
    ],
    [
      'its body repeats the target',
      answer(404, `no /pets?k=${SECRET} here`),
      { request: at(`/pets?k=${SECRET}`), control: good },
      '(leak) (status)',
    ],
    [
      'it repeats the wrong key',
      denial(401, `token id ${SECRET.slice(0, -1)} not found`),
      { request: bearing(`Bearer ${SECRET.slice(0, -1)}`), control: good },
      '(leak)',
    ],
    [
      'it shows the key that it expected',
      denial(401, `token id ${SECRET.slice(0, -1)} is not ${SECRET}`),
      { request: bearing(`Bearer ${SECRET.slice(0, -1)}`), control: good },
      'leak',
    ],
    ['it says that there is one already', json(409, { error: 'name exists' }), { control: good }, 'inconclusive'],
    ['it says that the name is taken', json(422, { error: 'already exists' }), { control: good }, 'inconclusive'],
    ['it says that the name is too short', json(422, { error: 'too short' }), { control: good }, '(status)'],
    [
      'it refuses with the error of a constraint',
      denial(401, 'sqlite3.IntegrityError: NOT NULL constraint failed: a.b'),
      { control: good },
      'thrown',
    ],
    ['it admits an empty token', answer(200), { name: 'bearer.scheme-space' }, 'accepted'],
    ['it says so with 200', json(200, { errors: ['no'] }), { control: good, fixture: denied }, 'fine'],
    ['it admits it twice', other, { control: good, fixture: denied, name: 'bearer.dup-same' }, '(data)'],
    ['it says so with the data', other, { control: good, fixture: denied }, 'data'],
    ['it refuses with the data', json(401, { at: 2, name: 'bob', secret: 'x' }), { control: good }, 'data'],
    ['it refuses with a text of it', json(403, { error: 'not the deep vault' }), { control: good }, 'data'],
    [
      'it refuses with the secret that every answer shows',
      json(401, { error: 'not the deep vault' }),
      { control: good, nonsense: json(404, { error: 'not the deep vault' }) },
      '(challenge) (cache) (sniff)',
    ],
    [
      'it refuses in the form of every message',
      json(401, { message: 'no' }),
      { control: control(json(200, { message: 'welcome' })) },
      '(challenge) (cache) (sniff)',
    ],
    ['it refuses with the data beside', json(403, { detail: 'no', x: { income: 1200 } }), { control: numbers }, 'data'],
    [
      'it refuses with a short list of it',
      json(403, { detail: 'no', shelves: ['O-12'] }),
      { control: control(json(200, { at: 3, shelves: ['O-12'] })), nonsense: notFound },
      '(status) (cache) (sniff)',
    ],
    [
      'it refuses with a short list of it, and the rest is a time',
      json(403, { detail: 'no', shelves: ['O-12'] }),
      {
        control: {
          ...control(json(200, { at: 3, shelves: ['O-12'] })),
          again: json(200, { at: 4, shelves: ['O-12'] }),
        },
      },
      'data',
    ],
    [
      'it refuses with another number',
      json(403, { detail: 'no', x: { income: 7 } }),
      { control: numbers },
      '(status) (cache) (sniff)',
    ],
    [
      'it refuses with what the request brought',
      json(401, { detail: 'no', income: 1200 }),
      { control: numbers, request: at('/pets?income=1200') },
      '(challenge) (cache) (sniff)',
    ],
    ['it admits what its document makes optional', answer(200), { route: optional }, '(status)'],
    [
      'it admits what its document makes optional and the fixtures do not',
      answer(200),
      { route: optional, fixture: sampleRouteFixture({ protected: true }) },
      'accepted',
    ],
    ...STACKS.map(([language, text]): Row => [`it shows a stack of ${language}`, denial(401, text), {}, 'stack']),
    ['it shows an error of a database', denial(401, 'near "x": syntax error'), {}, 'query'],
    ['it refuses in its own words', denial(401, 'Go away'), {}, 'fine'],
    ['it refuses in its own way', denial(403), {}, '(status)'],
    ['it shows a secret', denial(401, SECRET), {}, 'leak'],
    [
      'it shows a secret in a cookie',
      answer(403, '', ['set-cookie', `sid=${SECRET}`]),
      { request: withCookie },
      'leak (status) (cache) (sniff) (set-cookie)',
    ],
    [
      'it sets the cookie again that it was sent',
      answer(403, '', ['set-cookie', `sid=${SECRET}; Path=/; HttpOnly`]),
      { request: { ...withCookie, headers: [['Cookie', `lang=en; sid=${SECRET}`]] } },
      '(status) (cache) (sniff) (set-cookie)',
    ],
    ['it shows the way to a login', answer(302), { control: good }, '(redirect)'],
    ['it finds nothing there', notFound, { control: good }, '(status)'],
    ['it finds nothing there, nor does a good one after it', notFound, { control: spent }, 'inconclusive'],
    ['it refuses, and a good one finds nothing after it', denial(), { control: spent }, 'fine'],
    [
      'it finds nothing there for who came before a good one',
      notFound,
      { control: spent, scenario: { turn: 'first' } },
      '(status)',
    ],
    [
      'it finds nothing there, as for a good one that does not either',
      notFound,
      { control: control(notFound), fixture: sampleRouteFixture({ admitted: { status: 404 } }) },
      'inconclusive',
    ],
    ['it wants other input', answer(422), { control: good }, '(status)'],
    ...[301, 404, 405, 409, 415, 422].map((status): Row => [
      `it is ${status} for a good one, too`,
      answer(status),
      { control: control(answer(status)) },
      'inconclusive',
    ]),
    ['it is 404, and no good one is known', notFound, {}, 'inconclusive'],
    ['it is 401, and a good one gets 404', denial(), { control: control(notFound) }, 'fine'],
    ['HEAD is let in', answer(200, '', [...JSON_TYPE]), { request: at('/pets', 'HEAD'), control: good }, 'accepted'],
    ['HEAD is something else', answer(200), { request: at('/pets', 'HEAD'), control: good }, 'not routed'],
    [
      'HEAD is let in, and no good one is known',
      answer(200),
      { request: at('/pets', 'HEAD'), nonsense: notFound },
      'accepted',
    ],
    [
      'HEAD is the same everywhere',
      answer(200, '', [...JSON_TYPE]),
      { request: at('/pets', 'HEAD'), control: good, nonsense: answer(200, '', [...JSON_TYPE]) },
      'not routed',
    ],
  ],
  forbid: [
    ['it is a 403', answer(403), {}, 'fine'],
    ['it is a 401', answer(401), {}, 'fine'],
    ['it hides the route', notFound, { control: good }, '(status)'],
    ['it hides the route from everybody', notFound, {}, 'inconclusive'],
  ],
  parser: [
    ['it leads elsewhere', answer(302), { control: good }, '(redirect)'],
    ['it does not allow that', answer(405), { control: good }, '(status)'],
    ['the parser refuses it', answer(431), { control: good }, 'fine'],
    ['the connection closes', NOTHING, { missing: 'closed' }, 'fine'],
  ],
  allow: [
    ['it admits it', answer(204), {}, 'fine'],
    ['it lets everybody keep it', answer(200, '', ['cache-control', 'public']), {}, 'cache'],
    ['HEAD has a body', answer(200, 'x'), { method: 'HEAD' }, 'head-body'],
    ['it refuses a control', answer(401), { scenario: { control: 'control' } }, 'refused'],
    [
      'it refuses a control whose parameter is a token that is made up',
      answer(401),
      { scenario: { control: 'control' }, route: { ...route, sample: { ...SAMPLE, query: { token: '1' } } } },
      'inconclusive',
    ],
    [
      'it refuses a control with a parameter that is not a token',
      answer(401),
      { scenario: { control: 'control' }, route: { ...route, sample: { ...SAMPLE, query: { template_name: '1' } } } },
      'refused',
    ],
    [
      'it refuses a control with the token that the fixtures give',
      answer(401),
      {
        scenario: { control: 'control' },
        route: { ...route, sample: { ...SAMPLE, query: { token: '1' } } },
        fixture: sampleRouteFixture({ query: { token: 'good' } }),
      },
      'refused',
    ],
    [
      'its guard refuses a user who was made for the run',
      answer(403),
      { scenario: { control: 'control' }, route: { ...route, as: 'svc1' } },
      'inconclusive',
    ],
    ['it refuses a role', answer(403), { scenario: { family: 'role' } }, 'forbidden'],
    ['it refuses a role the id of another user', answer(403), { ...ofBob, control: good }, 'inconclusive'],
    [
      'it refuses a role the id of another user, who finds nothing there',
      answer(403),
      { ...ofBob, control: control(answer(404)) },
      'inconclusive',
    ],
    [
      'it refuses one of two users the id of the other',
      answer(403),
      { ...ofBob, scenario: { family: 'connection', row: 'users.in-turn' }, control: good },
      'inconclusive',
    ],
    [
      'it refuses one of two users what has no id',
      answer(403),
      { scenario: { family: 'connection', row: 'users.in-turn' }, control: good },
      'refused',
    ],
    ['it refuses a role an id of its own', answer(403), { ...ofBob, control: good, fixture: ownId }, 'forbidden'],
    ['it refuses users with 401, and now a record', answer(401), { ...ofBob, fixture: taken }, 'inconclusive'],
    ['it refuses a role that may', answer(403), { ...ofBob, control: good, fixture: allowed }, 'forbidden'],
    [
      'it refuses a role an id that is refused to all',
      answer(403),
      { ...ofBob, control: control(answer(403)) },
      'forbidden',
    ],
    ['it does not know who the role is', answer(401), { scenario: { family: 'role' } }, 'refused'],
    ['it refuses HEAD of a role', answer(401), { method: 'HEAD', scenario: { family: 'role' } }, '(refused)'],
    ['its guard refuses a control', answer(403), { scenario: { control: 'control' } }, 'forbidden'],
    ['it always breaks', answer(500), { scenario: { control: 'control' }, fixture: breaks }, 'fine'],
    [
      'it always breaks, and is slow to',
      answer(503),
      { scenario: { control: 'control' }, fixture: breaks },
      'inconclusive',
    ],
    ['it refuses it beside others', answer(401), { scenario: { family: 'connection' } }, 'refused'],
    ['it refuses a member', answer(401), { scenario: { family: 'list' }, name: 'list.last-only' }, 'refused'],
    [
      'it refuses beside a wrong one',
      answer(401),
      { scenario: { family: 'list' }, name: 'list.last-wrong' },
      '(refused)',
    ],
    ['it refuses another spelling', answer(403), { scenario: { family: 'bearer' } }, '(refused)'],
    ['it refuses it with a space behind', answer(401), { name: 'key.trailing-space' }, '(refused)'],
    ['it breaks', answer(500), {}, 'crash'],
    ['it breaks for the control', answer(500), { scenario: { control: 'control' } }, 'inconclusive'],
    ['it breaks as the control did', answer(500), { control: control(answer(500)) }, 'inconclusive'],
    ['it wants more', notFound, {}, 'inconclusive'],
    ['it wants other input', answer(400), {}, 'inconclusive'],
    ['it leads elsewhere', answer(302), {}, 'inconclusive'],
    ['it leads elsewhere, and the control does not', answer(302), { control: good }, '(refused)'],
    ['it does not know HEAD', answer(405), { control: good, method: 'HEAD' }, '(refused)'],
    ['it has not implemented HEAD', answer(501), { method: 'HEAD', scenario: { family: 'role' } }, 'not routed'],
    ['it does not know HEAD for any user', answer(405), { method: 'HEAD', scenario: { family: 'role' } }, 'not routed'],
    ['it does not know the method of the route', answer(405), { scenario: { family: 'role' } }, 'inconclusive'],
    ['it wants more of another user', notFound, { control: good, scenario: { family: 'role' } }, 'inconclusive'],
    ['the connection was closed before', NOTHING, { missing: 'ended' }, '(closes)'],
    ['it is slow', NOTHING, { missing: 'timeout' }, 'inconclusive'],
    ['the connection closes', NOTHING, { missing: 'closed' }, 'inconclusive'],
    ['nothing answers afterwards', NOTHING, { missing: 'stopped' }, 'stopped'],
  ],
  'refused-login': [
    ['it refuses it', denial(), {}, 'fine'],
    ['it lets it in', json(200, { token: SECRET }), {}, 'accepted'],
    ['it says in a 200 that it failed', json(200, { status: 'fail', message: 'wrong' }), {}, '(status)'],
    ['it says in a 200 that it did not succeed', json(200, { success: false }), {}, '(status)'],
    ['it names an error in a 200', json(200, { error: 'wrong password', data: null }), {}, '(status)'],
    ['it says that it failed, and shows the secret', json(200, { ok: false, text: SECRET }), {}, 'leak (status)'],
    ['it says in a 200 that there is no error', json(200, { error: null, token: SECRET }), {}, 'accepted'],
    ['it takes the list for its one item', json(200, {}), { name: 'flow.list-password' }, '(accepted)'],
    ['it leads back to the form', answer(302), {}, 'fine'],
    ['it begins a session', answer(401, '', ['set-cookie', 'sid=1']), {}, '(set-cookie)'],
    ['a text breaks it', answer(500), { request: login('{"user":"\'","password":"x"}') }, 'crash'],
    ['a text of a form breaks it', answer(500), { request: login('user=%27&password=x') }, 'crash'],
    ['a list breaks it', answer(500), { request: login('{"user":"a","password":["x"]}') }, '(crash)'],
    ['a list of a form breaks it', answer(500), { request: login('user=a&password%5B%5D=x') }, '(crash)'],
    ['it repeats what was sent', answer(422, SECRET), { request: login(`{"password":["${SECRET}"]}`) }, '(leak)'],
    [
      'it repeats what was sent, in a stack trace',
      answer(422, `${SECRET}: ${STACK}`),
      { request: login(`{"password":["${SECRET}"]}`) },
      'stack (leak)',
    ],
    ['it shows the secret', answer(401, SECRET), { request: login('{"password":"x"}') }, 'leak'],
  ],
  public: [
    ['it finds nothing, and asks all the same', answer(404, '', ['www-authenticate', 'Basic']), {}, 'fine'],
    ['it asks for a credential', denial(), {}, '(refused)'],
    ['it refuses without asking', answer(401), {}, 'fine'],
    ['it is slow', NOTHING, { missing: 'timeout' }, 'inconclusive'],
    ['it shows a secret', answer(200, SECRET), {}, 'leak'],
    ['it breaks', answer(500), {}, 'crash'],
  ],
}

for (const [expectation, rows] of Object.entries(TABLE)) {
  describe(`where "${expectation}" is expected of a server in another process`, () => {
    for (const [title, got, facts, words] of rows) {
      it(`and ${title}: ${words}`, () =>
        expect(said(expectation as Expectation, got, { ...facts, entry: undefined })).to.equal(words))
    }
  })
}
