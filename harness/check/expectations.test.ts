import { expect } from 'chai'
import type { AuthDescription } from 'svc'
import { BASIC, BEARER, describeLeaf, SESSION } from '../../server/internal.ts'
import type { Expectation } from '../model/expectation.ts'
import { DEFAULT_NORMS, type Norms } from '../copies/norms.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { sampleRoute, sampleRouteFixture } from '../testdata/samples.ts'
import { COPY_ANSWER, THROWN } from '../copies/copy-handler.ts'
import { NOTHING } from './facts.ts'
import { answer, control, denial, entry, judged, route, type Row, said, SECRET, STACK } from './testdata/judging.ts'

const guarded = sampleRoute({
  auth: { kind: 'check', guard: 'isAdmin', member: describeLeaf(BEARER, { name: 'Token' }) },
})
const guardedList = sampleRoute({
  auth: { kind: 'list', members: [guarded.auth as AuthDescription, describeLeaf(BASIC, { name: 'Basic' })] },
})
const breaks = sampleRouteFixture({ admitted: { status: 500 } })
const annMay = sampleRouteFixture({ allow: ['ann'] })
const run = { operation: route.key, isProtected: true, afterPass: true, auth: 'ann' }
const threwAndRan = entry({ threw: true, runs: [run] })
const passed = entry({ passed: true })
const ran = entry({ passed: true, runs: [run] })
const ranMiddleware = entry({ middleware: [{ operation: route.key, isProtected: true, afterPass: false }] })
const answered = entry({ passed: true, middleware: [{ operation: route.key, isProtected: true, afterPass: true }] })
const callable = { authenticator: 'byAddress', outcome: 'passed' } as const
const letIn = entry({ ...ran, calls: [callable], callables: new Set(['byAddress']) })
const ROLE = { scenario: { family: 'role' } } as const
const superusers = sampleRoute({ auth: describeLeaf(SESSION, { name: 'fwAuthSuperuser', superuser: true }) })
const sidRoute = sampleRoute({ auth: describeLeaf({ in: 'cookie', name: 'sid' }, { name: 'sid' }) })
const early = { ...run, afterPass: false }
const twice = entry({ passed: true, runs: [run, run] })
const COPY = { exercise: 'wrapped' } as const
const kept = (status: number, body = ''): RawResponse => answer(status, body, ['cache-control', 'no-store'])
const vault = '{"name":"ann","secret":"the deep vault"}'
const shape = '{"name":"ann","secret":"x"}'
const withVault = { control: control(kept(200, vault)) }
/** The control of an operation that works once. */
const spent = { ...control(kept(204)), again: kept(404) }
const slash = { method: 'GET', target: '/pets/', headers: [] }
const step = { request: { method: 'GET', target: '/pets', headers: [] }, expect: 'allow' } as const
const members = [describeLeaf(BEARER, { name: 'Token' }), describeLeaf(BASIC, { name: 'Basic' })] as const
const allOf = sampleRoute({ auth: { kind: 'all', members } })
const both = entry({ ...ran, runs: [{ ...run, auth: ['acme', 'ann'] }] })
const BROKEN_200 = { ...DEFAULT_NORMS, broken: { status: 200, body: undefined } }
const PASSED_ON = { ...DEFAULT_NORMS, success: { status: 200, body: undefined } }
const success = { extra: { about: 'fault', fault: { leaf: 0, behaviour: 'throws-response' } }, ...COPY } as const
const guardedBy = (status: number): Norms => ({ ...DEFAULT_NORMS, guarded: { status, body: undefined } })
const twoKeys = sampleRoute({
  auth: {
    kind: 'list',
    members: ['X-One', 'X-Two'].map((name) => describeLeaf({ in: 'header', name }, { name })),
  },
})
/** A denial with an `ApiKey` challenge for each key, or with one that names no key. */
const asksForKeys = (...names: readonly string[]): RawResponse => {
  const challenges = names.map((name) => `ApiKey realm="x", name="${name}"`)
  const others = denial().headers.filter(([name]) => name !== 'www-authenticate')
  return answer(401, denial().body, ['www-authenticate', challenges.join(', ') || 'ApiKey'], ...others)
}

const IN_COPY = { extra: { about: 'combined', on: guarded } } as const

const TABLE: Readonly<Partial<Record<Expectation, readonly Row[]>>> = {
  allow: [
    ['its handler ran', kept(200, '{}'), { entry: ran }, 'fine'],
    ['its handler ran and redirects', kept(302), { entry: ran }, 'fine'],
    ['its handler ran and failed', kept(500), { entry: ran }, 'inconclusive'],
    ['its handler ran and failed as it always does', kept(500), { entry: ran, fixture: breaks }, 'fine'],
    ['its handler ran and refused by itself', answer(401), { entry: ran }, 'fine'],
    ['a guard refused it', denial(403), { entry: passed, route: guarded }, 'inconclusive'],
    ['a guard in a list refused it', denial(403), { entry: passed, route: guardedList }, 'inconclusive'],
    ['a guard refused who may', denial(403), { entry: passed, route: guarded, fixture: annMay }, 'forbidden'],
    [
      'a guard refused a role',
      denial(403),
      { entry: passed, route: guarded, scenario: { family: 'role' } },
      'forbidden',
    ],
    [
      'it is the tuple of several',
      kept(200),
      { entry: both, route: allOf, step: { ...step, principal: 'ann' } },
      'fine',
    ],
    [
      'it is a tuple without whom the fixtures name',
      kept(200),
      { entry: both, route: allOf, step: { ...step, principal: 'bob' } },
      'principal',
    ],
    ['its middleware answered', kept(200, '{}'), { entry: answered }, 'fine'],
    ['its authenticator was asked', kept(200), { entry: letIn, step: { ...step, calls: ['byAddress'] } }, 'fine'],
    ['another was asked', kept(200), { entry: letIn, step: { ...step, calls: [] } }, 'calls'],
    ['its authenticator was not asked', kept(200), { entry: ran, step: { ...step, calls: ['byAddress'] } }, 'calls'],
    [
      'an authenticator of its list threw',
      answer(401),
      { entry: entry({ threw: true }), scenario: { family: 'list' } },
      'inconclusive',
    ],
    ['its authenticator threw', answer(401), { entry: entry({ threw: true }) }, 'refused'],
    [
      'an authenticator of its list broke it',
      answer(500),
      { entry: entry({ threw: true }), scenario: { family: 'list' } },
      'refused',
    ],
    ['its middleware answered, and everybody may keep it', answer(200, '{}'), { entry: answered }, 'cache'],
    ['its middleware refused by itself', answer(403), { entry: answered }, 'fine'],
    ['its middleware ran and failed', kept(500), { entry: answered }, 'inconclusive'],
    ['its middleware ran before its authenticator', kept(200), { entry: ranMiddleware }, 'refused'],
    ['its handler ran twice', kept(200), { entry: entry({ ...ran, runs: [run, run] }) }, 'handler-runs'],
    [
      'another handler ran',
      answer(200, '{}'),
      { entry: entry({ passed: true, runs: [{ ...run, operation: 'GET /other' }] }) },
      'refused',
    ],
    ['everybody may keep it', answer(200, '', ['cache-control', 'public']), { entry: ran }, 'cache'],
    ['nothing is said about keeping it', answer(200), { entry: ran }, 'cache'],
    ['the handler of a copy ran', kept(200, COPY_ANSWER), { entry: ran, scenario: COPY }, 'fine'],
    ['the handler of a copy answered something else', kept(200, '{}'), { entry: ran, scenario: COPY }, 'answer'],
    ['the handler of a copy answered in another way', kept(201, COPY_ANSWER), { entry: ran, scenario: COPY }, 'answer'],
    ['HEAD has a body', kept(200, 'x'), { entry: ran, method: 'HEAD' }, 'head-body'],
    ['HEAD has none', kept(200), { entry: ran, method: 'HEAD' }, 'fine'],
    ['the handler of a copy did not run', denial(), { scenario: COPY }, 'refused'],
    ['no credential passed', denial(), {}, 'refused'],
    ['it was no good input', answer(422), { entry: passed }, 'inconclusive'],
    ['input was refused before a credential passed', answer(422), {}, 'refused'],
    ['a guard said no', answer(403), { entry: passed, route: guarded }, 'inconclusive'],
    ['a guard refused without a user', answer(403), { route: guarded }, 'refused'],
    ['someone passed and was refused without a guard', answer(403), { entry: passed }, 'refused'],
    ['someone passed a guard, and nothing is there', answer(404), { entry: passed, route: guarded }, 'refused'],
  ],
  deny: [
    ['it was refused as the contract says', denial(), {}, 'fine'],
    ['its challenges name both keys', asksForKeys('X-One', 'X-Two'), { route: twoKeys }, 'fine'],
    ['its challenges name no key', asksForKeys(), { route: twoKeys }, 'fine'],
    ['its challenges name one key of two', asksForKeys('X-Two'), { route: twoKeys }, 'challenge'],
    ['it was admitted', answer(200, '{}'), { entry: ran }, 'accepted'],
    ['its handler ran, and it was refused all the same', denial(), { entry: ran }, 'handler-ran'],
    ['its handler refused a user', kept(403), { entry: ran, ...withVault, ...ROLE }, 'fine'],
    ['its handler answers a user that nothing is there', kept(404), { entry: ran, ...withVault, ...ROLE }, 'fine'],
    ['its handler found nothing for anyone', kept(404), { entry: ran, ...ROLE }, 'inconclusive'],
    [
      'its handler refuses a user as anyone',
      kept(403),
      { entry: ran, control: control(kept(403)), ...ROLE },
      'inconclusive',
    ],
    ['its handler found nothing any more', kept(404), { entry: ran, control: spent, ...ROLE }, 'inconclusive'],
    [
      'its handler found nothing for a user who came first',
      kept(404),
      { entry: ran, control: spent, scenario: { ...ROLE.scenario, turn: 'first' } },
      'fine',
    ],
    [
      'its handler refused a user with the data',
      kept(403, vault),
      { entry: ran, ...withVault, ...ROLE },
      'handler-ran',
    ],
    ['its handler did something else for a user', kept(422), { entry: ran, ...withVault, ...ROLE }, 'handler-ran'],
    [
      'its handler refused who is not a superuser',
      kept(403),
      { entry: ran, route: superusers, ...ROLE },
      'handler-ran',
    ],
    ['its handler refused without a user', denial(), { entry: entry({ runs: [early] }), ...ROLE }, 'handler-ran'],
    ['a handler refused a user in each of two runs', kept(403), { entry: twice, ...ROLE }, 'handler-ran'],
    ['its middleware ran, and it was refused all the same', denial(), { entry: ranMiddleware }, 'handler-ran'],
    [
      'an exception handler renews the cookie that its route asks for',
      answer(401, '', ['set-cookie', 'sid=new; Path=/']),
      { entry: entry({ threw: true }), route: sidRoute },
      'set-cookie',
    ],
    [
      'an exception handler sets another cookie',
      answer(401, '', ['set-cookie', 'theme=dark; Path=/']),
      { entry: entry({ threw: true }), route: sidRoute },
      'fine',
    ],
    [
      'an exception handler ends the cookie that its route asks for',
      answer(401, '', ['set-cookie', 'sid=; Path=/; Max-Age=0']),
      { entry: entry({ threw: true }), route: sidRoute },
      'fine',
    ],
    ['it is a 200 though no handler ran', answer(200, '{}'), {}, 'accepted'],
    ['an exception handler makes a success of it', answer(200, '{}'), { entry: entry({ threw: true }) }, 'accepted'],
    [
      'an exception handler makes the success of it that the fixtures name',
      answer(200, '{"error":"no"}'),
      { entry: entry({ threw: true }), fixture: sampleRouteFixture({ denied: { status: 200 } }) },
      'fine',
    ],
    ['it is refused with the data', denial(401, vault), { control: control(kept(200, vault)) }, 'data'],
    ['it is refused with a text of it', denial(401, '{"detail":"no the deep vault"}'), withVault, 'data'],
    ['it is refused with the data in a copy', denial(401, vault), { ...withVault, scenario: COPY }, 'detail'],
    ['it is another status', denial(403), {}, 'status'],
    ['the words are others', denial(401, '{"detail":"No"}'), {}, 'detail'],
    ['a secret is in it', denial(401, `{"detail":"${SECRET}"}`), {}, 'leak detail'],
    [
      'a secret is in the answer of an open operation that it leads to',
      denial(401, `{"detail":"${SECRET}"}`),
      { elsewhere: 'GET /ping', isElsewhereOpen: true },
      'detail',
    ],
    ['an authenticator threw, and was answered in other words', answer(418), { entry: entry({ threw: true }) }, 'fine'],
    ['an authenticator broke it', answer(500), { entry: entry({ threw: true }) }, 'crash'],
    ['its handler ran, and led elsewhere', answer(300), { entry: threwAndRan }, 'handler-ran'],
    ['an authenticator threw with a stack', answer(401, STACK), { entry: entry({ threw: true }) }, 'stack'],
    ['a callable let it in', answer(200), { entry: letIn }, 'inconclusive'],
    [
      'the callable under test let it in',
      answer(200),
      { entry: letIn, scenario: { authenticator: 'byAddress' } },
      'accepted',
    ],
    ['a replaced callable let it in', answer(200), { entry: letIn, scenario: { exercise: 'wrapped' } }, 'accepted'],
    [
      'a callable let it in where the fixtures want a credential',
      answer(200),
      { entry: letIn, fixture: sampleRouteFixture({ protected: true }) },
      'accepted',
    ],
    [
      'something else than a callable let it in',
      answer(200),
      { entry: { ...letIn, callables: new Set() } },
      'accepted',
    ],
  ],
  forbid: [
    ['it is a 403', answer(403), {}, 'fine'],
    ['it is what a guard answers to others', answer(418), { norms: guardedBy(418), scenario: IN_COPY }, 'fine'],
    ['a guard would answer with a success', answer(403), { norms: guardedBy(200), scenario: IN_COPY }, 'fine'],
    ['a guard would break', answer(403), { norms: guardedBy(500), scenario: IN_COPY }, 'fine'],
    ['a guard shows the way to a login', answer(300), { norms: guardedBy(300), scenario: IN_COPY }, 'fine'],
    ['it is what only a guard answers', answer(418), { norms: guardedBy(418) }, 'status'],
    ['it is a 401', answer(401), {}, 'status'],
    ['the handler ran', answer(403), { entry: ran }, 'handler-ran'],
    ['its guard said yes, and its handler that nothing is there', kept(404), { entry: ran, ...ROLE }, 'handler-ran'],
    ['its guard said yes, and its handler no', kept(404), { entry: ran, ...ROLE, ...withVault }, 'fine'],
    ['a secret is in it', answer(403, SECRET), {}, 'leak'],
    ['it was admitted', answer(200), { entry: ran }, 'accepted'],
  ],
  norun: [
    ['no handler ran', answer(404), {}, 'fine'],
    ['no handler ran, and it is a success', answer(200), {}, 'accepted'],
    ['the status of what was thrown is passed on', answer(200), { scenario: success, norms: PASSED_ON }, 'fine'],
    ['what was thrown is answered with a success', answer(200), { scenario: success }, 'accepted'],
    ['another path is a success', answer(200, '{}'), { request: slash }, 'fine'],
    ['another path has the data', kept(200, vault), { request: slash, ...withVault }, 'accepted'],
    ['every path has the data', kept(200, vault), { request: slash, ...withVault, nonsense: kept(200, vault) }, 'fine'],
    [
      'another operation has a text of it',
      kept(200, '["the deep vault"]'),
      { request: slash, ...withVault, elsewhere: 'OPTIONS /pets' },
      'accepted',
    ],
    [
      'another operation has the shape',
      kept(200, shape),
      { request: slash, ...withVault, elsewhere: 'GET /a' },
      'fine',
    ],
    [
      'a good credential gets it there',
      kept(200, vault),
      { request: slash, ...withVault, name: 'path.slash', scenario: { form: 'good' } },
      'fine',
    ],
    ['it is refused with the data', kept(404, vault), { ...withVault, request: slash }, 'data'],
    ['the handler ran, and there is no answer', NOTHING, { entry: ran, missing: 'timeout' }, 'handler-ran'],
    ['there is no answer', NOTHING, { missing: 'timeout' }, 'inconclusive'],
    ['the handler ran', answer(404), { entry: ran }, 'handler-ran'],
    ['it broke', answer(500), {}, 'crash'],
    ['an authenticator broke it', answer(500), { entry: entry({ threw: true }) }, 'fine'],
    ['a stack is in it', answer(404, STACK), {}, 'stack'],
  ],
  parser: [
    ['the parser refused it', answer(431), {}, 'fine'],
    ['the parser refused it, and the handler ran', answer(400), { entry: ran }, 'handler-ran'],
    ['the parser repeats a secret', answer(400, SECRET), {}, 'leak'],
    ['it was refused later', denial(), {}, 'fine'],
    ['it was admitted', answer(200), { entry: ran }, 'accepted'],
  ],
  handled: [
    ['the registered handler answered', denial(), {}, 'fine'],
    ['the words are others', denial(401, 'No'), {}, 'detail'],
    ['the status is another', denial(400), {}, 'status'],
    ['the handler of the operation ran', denial(), { entry: ran }, 'handler-ran'],
    ['middleware of the operation ran', denial(), { entry: ranMiddleware }, 'handler-ran'],
    [
      'the registered handler makes a success of it',
      answer(200, '{}'),
      { norms: { ...DEFAULT_NORMS, handled: { status: 200, body: '{}' } } },
      'accepted',
    ],
    [
      'the words differ from time to time',
      denial(418, 'No'),
      { norms: { ...DEFAULT_NORMS, handled: { status: 418, body: undefined } } },
      'fine',
    ],
  ],
  broken: [
    ['it is a 500', answer(500), {}, 'fine'],
    ['it shows what was thrown', answer(500, `${THROWN} to see`), {}, 'thrown'],
    ['a handler shaped it as a success', answer(200), { norms: BROKEN_200 }, 'status'],
    ['a handler would shape it as a success, and it is a 500', answer(500), { norms: BROKEN_200 }, 'fine'],
    ['it is a 500 with a stack', answer(500, STACK), {}, 'stack'],
    ['it is a 500 after the handler', answer(500), { entry: ran }, 'handler-ran'],
    ['it is a 401', denial(), {}, 'status'],
  ],
  unavailable: [
    ['it is a 503', answer(503), {}, 'fine'],
    ['it is a 503 after the handler', answer(503), { entry: ran }, 'handler-ran'],
    ['it is a 503 with a secret', answer(503, SECRET), {}, 'leak'],
    ['it is a 500', answer(500), {}, 'crash'],
  ],
  public: [
    ['everybody is admitted', answer(200), { entry: entry({ runs: [{ ...run, auth: undefined }] }) }, 'fine'],
    ['the input is not valid', answer(422), {}, 'fine'],
    ['one user is taken for another', answer(200), { entry: ran }, 'principal'],
    ['it is refused', answer(401), {}, 'refused'],
    ['it is forbidden', answer(403), {}, 'refused'],
    ['the handler itself refuses', answer(403), { entry: entry({ runs: [{ ...run, auth: undefined }] }) }, 'fine'],
    ['it breaks', answer(500), {}, 'crash'],
    ['it has no time', answer(503), {}, 'fine'],
    [
      'its handler is slow',
      NOTHING,
      { entry: entry({ runs: [{ ...run, auth: undefined }] }), missing: 'timeout' },
      'inconclusive',
    ],
    ['it shows a secret', answer(200, SECRET), {}, 'leak'],
  ],
  issued: [
    ['the request is not valid', answer(400), {}, 'refused'],
    ['it is a success', answer(200), {}, 'fine'],
    ['it leads elsewhere', answer(303), {}, 'fine'],
    ['it is refused', answer(401), {}, 'refused'],
    ['it is refused after it has worked', answer(401), { hasWorked: true }, 'inconclusive'],
    ['its account is locked', answer(423), { hasWorked: true }, 'inconclusive'],
    ['it breaks', answer(500), {}, 'refused'],
    ['it breaks after it has worked', answer(500), { hasWorked: true }, 'refused'],
  ],
  'refused-login': [
    ['it is refused', answer(401), {}, 'fine'],
    ['it leads back to the form', answer(303), {}, 'fine'],
    ['it is a success', answer(200), {}, 'accepted'],
    ['a session is started', answer(401, '', ['set-cookie', 'sid=abc; Path=/']), {}, 'set-cookie'],
    ['a session is started in base64', answer(401, '', ['set-cookie', 'sid=YWI=; Path=/']), {}, 'set-cookie'],
    ['it gives a choice', answer(300), {}, 'fine'],
    ['the session is ended', answer(401, '', ['set-cookie', 'sid=; Path=/']), {}, 'fine'],
    ['the session is ended by its age', answer(401, '', ['set-cookie', 'sid=x; Max-Age=0']), {}, 'fine'],
    ['the password is in it', answer(401, SECRET), {}, 'leak'],
  ],
  answered: [
    ['it is any answer', answer(404), {}, 'fine'],
    ['it breaks', answer(500), {}, 'crash'],
    ['it is an error, where a good credential gets an answer', answer(500), { control: control(kept(200)) }, 'crash'],
    ['it is an error that a good credential gets, too', answer(500), { control: control(kept(500)) }, 'fine'],
  ],
}

for (const [expectation, rows] of Object.entries(TABLE)) {
  describe(`where "${expectation}" is expected`, () => {
    for (const [title, got, facts, words] of rows) {
      it(`and ${title}: ${words}`, () => expect(said(expectation as Expectation, got, facts)).to.equal(words))
    }
  })
}

describe('what is expected of a request that was let in', () => {
  const texts: readonly (readonly [status: number, body: string | undefined, expected: string])[] = [
    [401, '{"detail":"Unauthorized"}', '401 {"detail": string}'],
    [401, '{"detail":"Log in."}', '401 {"detail": string}'],
    [401, '{"error":"login required"}', '401 {"error":"login required"}'],
    [404, '{"error":"not found"}', '404 {"error":"not found"}'],
    [403, undefined, '403'],
    [200, '{"ok":false}', '401'],
  ]
  for (const [status, body, expected] of texts)
    it(`is ${expected} where the application answers ${status} ${body ?? 'with another body each time'}`, () => {
      const [problem] = judged('deny', answer(200), {
        entry: ran,
        norms: { ...DEFAULT_NORMS, denied: { status, body } },
      }).problems
      expect(problem?.expected).to.equal(`${expected}, handler not run`)
    })
})
