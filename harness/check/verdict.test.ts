import { expect } from 'chai'
import type { Ignored } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { DEFAULT_NORMS } from '../copies/norms.ts'
import type { Ledger, LedgerEntry } from '../observe/ledger.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { sampleFixtures, sampleScenario } from '../testdata/samples.ts'
import { Redactor } from '../text/redact.ts'
import { answer, denial, entry, route, SECRET } from './testdata/judging.ts'
import { type Played, verdictOf } from './verdict.ts'

const IN_QUERY = { method: 'GET', target: `/pets?access_token=${SECRET}`, headers: [] }
const REQUEST = { method: 'GET', target: '/pets', headers: [] }
/** A server's own way to refuse, which is not that of svc. */
const CONVENTION = denial(403, '{"detail":"Forbidden"}')
const TELLING = denial(401, '{"detail":"not pw-1a"}')
const LEAKING = answer(200, `{"key":"${SECRET}"}`)

/** The answers to the steps of a scenario, and all that decides its end besides. */
interface Given extends Partial<Pick<Played, 'controlFailure' | 'stopped'>> {
  readonly answers?: readonly (RawResponse | NoAnswer)[]
  readonly steps?: readonly Partial<Step>[]
  /** Steps after them that were not sent. */
  readonly unsent?: readonly Partial<Step>[]
  readonly scenario?: Partial<Omit<Scenario, 'route'>>
  readonly name?: string
  readonly ignored?: readonly Ignored[]
  readonly strict?: boolean
  /** By step; without them the server is another process. */
  readonly entries?: readonly LedgerEntry[]
}

/** The end of a scenario: outcome, codes of its finding, reason, and remarks. */
function endOf({
  answers = [denial()],
  steps = [],
  unsent = [],
  scenario = {},
  name = 'key.wrong',
  ...given
}: Given): unknown {
  const expectation = scenario.expect ?? 'deny'
  const replayed = answers.map((got, at) => {
    const step: Step = { request: REQUEST, expect: expectation, ...steps[at] }
    return { step, request: step.request, bytes: '', probe: String(at), answer: got, startedAt: 5, duration: 2 }
  })
  const later = unsent.map((step): Step => ({ request: REQUEST, expect: expectation, ...step }))
  const remarks: Remark[] = []
  const ledger = given.entries && ({ read: (probe: string) => given.entries?.[Number(probe)] } as unknown as Ledger)
  const verdict = verdictOf(
    {
      scenario: { ...sampleScenario(route, name, scenario), steps: [...replayed.map(({ step }) => step), ...later] },
      route,
      replayed,
      controlFailure: given.controlFailure,
      stopped: given.stopped,
      ignored: given.ignored ?? [],
    },
    {
      fixtures: sampleFixtures(),
      norms: DEFAULT_NORMS,
      redactor: new Redactor([
        { value: SECRET, label: 'key' },
        { value: 'pw-1a', label: 'password' },
      ]),
      ledger,
      origin: 'http://localhost',
      runStart: 1,
      strict: given.strict ?? false,
      today: '2026-02-28',
      remark: (remark) => remarks.push(remark),
      routes: new Map([[route.key, route]]),
    },
  )
  expect(verdict.exchanges.map(({ startedAt, duration }) => [startedAt, duration])).to.deep.equal(
    answers.map(() => [4, 2]),
  )
  expect(verdict.duration).to.equal(2 * answers.length)
  return {
    outcome: verdict.outcome,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.accepted && { accepted: verdict.accepted }),
    ...(verdict.finding && { codes: verdict.finding.problems.map(({ code }) => code) }),
    ...(remarks.length > 0 && { remarks: remarks.map(textOf) }),
  }
}

function textOf({ kind, message, route: at }: Remark): string {
  return at === route.key ? `${kind}: ${message}` : `${kind}: ${at} ${message}`
}

const OPEN = answer(200, '{"pets":["rex"]}')
const VALID = { expect: 'allow', family: 'control', control: 'control' } as const
const AGAIN = { ...VALID, turn: 'last' } as const

/** A server in the same process, which called nothing. */
const BOTH = [entry(), entry()]

/** The reason of a convention, as it is remarked. */
const FORBIDDEN = 'convention: expected 401, got 403 {"detail":"Forbidden"}'

const CASES: readonly (readonly [title: string, given: Given, end: unknown])[] = [
  ['a refusal is what it expects', {}, { outcome: 'passed' }],
  ['an open route', { answers: [OPEN] }, { outcome: 'failed', codes: ['accepted'] }],
  [
    'the first step that is wrong',
    { answers: [denial(), OPEN, denial(302)] },
    { outcome: 'failed', codes: ['accepted'] },
  ],
  ["another server's way to refuse", { answers: [CONVENTION] }, { outcome: 'passed', remarks: [FORBIDDEN] }],
  [
    'the way to refuse of another operation, which is named',
    { answers: [denial(), CONVENTION], steps: [{}, { route: 'GET /admin' }] },
    { outcome: 'passed', remarks: [FORBIDDEN.replace(': ', ': GET /admin ')] },
  ],
  [
    'a good credential in an unusual place',
    { answers: [OPEN], name: 'bearer.query-access-token', steps: [{ request: IN_QUERY }] },
    {
      outcome: 'passed',
      accepted: { sent: 'GET /pets?access_token=[key]', got: '200 {"pets":["rex"]}', isInUrl: true },
    },
  ],
  [
    'a good credential in an unusual place, under --contract',
    { answers: [OPEN], name: 'bearer.query-access-token', steps: [{ request: IN_QUERY }], strict: true },
    { outcome: 'failed', codes: ['convention'] },
  ],
  [
    "another server's way to refuse, under --contract",
    { answers: [CONVENTION], strict: true },
    { outcome: 'failed', codes: ['convention'] },
  ],
  [
    'a convention beside a finding is not remarked: the finding is what counts',
    { answers: [CONVENTION, OPEN] },
    { outcome: 'failed', codes: ['accepted'] },
  ],
  [
    'a finding that the fixtures ignore',
    { answers: [OPEN], ignored: [{ scenario: 'key.wrong', reason: 'known' }] },
    { outcome: 'ignored', reason: 'known' },
  ],
  [
    'a finding that the fixtures ignore by a beginning',
    { answers: [OPEN], ignored: [{ scenario: 'key.*', reason: 'known' }] },
    { outcome: 'ignored', reason: 'known' },
  ],
  [
    'a finding that the fixtures ignore by another name',
    { answers: [OPEN], ignored: [{ scenario: 'key.wron', reason: 'known' }] },
    { outcome: 'failed', codes: ['accepted'] },
  ],
  [
    'a finding on the last day of its entry',
    { answers: [OPEN], ignored: [{ scenario: 'key.wrong', reason: 'known', until: '2026-02-28' }] },
    { outcome: 'ignored', reason: 'known, until 2026-02-28' },
  ],
  [
    'a finding on the day after',
    { answers: [OPEN], ignored: [{ scenario: 'key.wrong', reason: 'known', until: '2026-02-27' }] },
    {
      outcome: 'failed',
      codes: ['accepted'],
      remarks: ['warning: key.wrong is no longer ignored: the entry ended on 2026-02-27'],
    },
  ],
  [
    'nothing wrong, though the fixtures ignore it',
    { ignored: [{ scenario: 'key.wrong', reason: 'known' }] },
    { outcome: 'passed' },
  ],
  [
    'a refusal after a good credential was refused as well',
    { controlFailure: 'no good credential' },
    { outcome: 'inconclusive', reason: 'no good credential' },
  ],
  [
    'an open route after a good credential was refused',
    { answers: [OPEN], controlFailure: 'no good credential' },
    { outcome: 'failed', codes: ['accepted'] },
  ],
  [
    'a refusal that depends on no control',
    { scenario: { control: 'independent' }, controlFailure: 'no good credential' },
    { outcome: 'passed' },
  ],
  ['a good credential that is refused', { scenario: VALID }, { outcome: 'failed', codes: ['refused'] }],
  [
    'a good credential that is refused again at the end',
    { scenario: AGAIN, controlFailure: 'no good credential' },
    { outcome: 'inconclusive', reason: 'no good credential' },
  ],
  [
    'a good credential of a list that is refused, as that of the first control',
    { scenario: { ...AGAIN, family: 'list' }, entries: BOTH, controlFailure: 'no good credential' },
    { outcome: 'failed', codes: ['refused'] },
  ],
  [
    'a good credential of a role that is refused, as that of the first control',
    { scenario: { ...AGAIN, family: 'role' }, entries: BOTH, controlFailure: 'no good credential' },
    { outcome: 'failed', codes: ['refused'] },
  ],
  [
    'a refusal without the cookie of a login: the control explains one of the two',
    {
      scenario: AGAIN,
      steps: [{ extra: { about: 'session', cookie: { name: 'session', change: 'issued', secure: true } } }],
      entries: [entry()],
      controlFailure: 'no good credential',
    },
    { outcome: 'failed', codes: ['refused', 'cookie'] },
  ],
  ['no answer', { answers: [new NoAnswer('closed')], entries: BOTH }, { outcome: 'failed', codes: ['no-answer'] }],
  [
    'no answer, and none to any other request since',
    { answers: [new NoAnswer('closed')], stopped: ['GET /pets'] },
    { outcome: 'failed', codes: ['stopped'] },
  ],
  [
    'a pipeline that its first answer ended',
    {
      answers: [{ ...denial(), closes: true }, new NoAnswer('closed')],
      scenario: { order: 'pipeline' },
      entries: BOTH,
    },
    { outcome: 'passed', remarks: ['convention: expected a connection that stays open, got Connection: close'] },
  ],
  [
    'a pipeline that another server ended without a word',
    { answers: [denial(), new NoAnswer('closed')], scenario: { order: 'pipeline' } },
    { outcome: 'passed', remarks: ['convention: expected a connection that stays open, got Connection: close'] },
  ],
  [
    'a pipeline that ended without a word',
    { answers: [denial(), new NoAnswer('closed')], scenario: { order: 'pipeline' }, entries: BOTH },
    { outcome: 'failed', codes: ['no-answer'] },
  ],
  [
    'a sequence, in which each request has a connection',
    { answers: [{ ...denial(), closes: true }, new NoAnswer('closed')], entries: BOTH },
    { outcome: 'failed', codes: ['no-answer'] },
  ],
  [
    'a good credential that a copy refuses',
    {
      scenario: VALID,
      steps: [{ extra: { about: 'copy', good: 'Token' } }],
      entries: [entry({ calls: [{ authenticator: 'Token', outcome: 'refused' }] })],
    },
    { outcome: 'inconclusive', reason: 'Token refuses in a copy what is good on its route' },
  ],
  [
    'a good credential on which an authenticator breaks in a copy',
    {
      scenario: VALID,
      steps: [{ extra: { about: 'copy', good: 'Token' } }],
      entries: [entry({ calls: [{ authenticator: 'Token', outcome: 'threw' }] })],
    },
    { outcome: 'inconclusive', reason: 'Token refuses in a copy what is good on its route' },
  ],
  [
    'a good credential that another authenticator of a copy refuses',
    {
      scenario: VALID,
      steps: [{ extra: { about: 'copy', good: 'Token' } }],
      entries: [entry({ calls: [{ authenticator: 'Other', outcome: 'refused' }] })],
    },
    { outcome: 'failed', codes: ['refused'] },
  ],
  [
    'a request that was not sent, since the login before it took too long',
    {
      answers: [new NoAnswer('timeout')],
      scenario: { ...VALID, expect: 'issued' },
      unsent: [{ expect: 'allow' }],
      entries: BOTH,
    },
    { outcome: 'inconclusive', reason: 'slow: no answer in time; raise --timeout' },
  ],
  [
    'a request that was not sent, since the answer before it held nothing to send',
    { answers: [answer(200)], scenario: { expect: 'answered' }, unsent: [{}] },
    { outcome: 'inconclusive', reason: 'the session or token that it sends did not come' },
  ],
  [
    'a request that is sent only if there is something to send',
    {
      answers: [answer(200)],
      scenario: { expect: 'answered' },
      unsent: [{ extra: { about: 'session', ifTaken: true } }],
    },
    { outcome: 'passed' },
  ],
  [
    'a session cookie that is not issued',
    {
      answers: [LEAKING],
      scenario: { ...VALID, expect: 'issued' },
      steps: [{ extra: { about: 'session', cookie: { name: 'session', change: 'issued', secure: true } } }],
    },
    { outcome: 'failed', codes: ['cookie'] },
  ],
  [
    'wrong passwords that have locked an account, which stays so',
    {
      answers: [denial(423, '{}'), denial(423, '{}'), denial(401, '{"detail":"no"}')],
      scenario: { expect: 'refused-login', extra: { about: 'alike', alike: 'always' } },
    },
    {
      outcome: 'inconclusive',
      reason: '423: the wrong passwords before it have locked the account',
      remarks: ['leftover: 423: the wrong passwords before it have locked the account'],
    },
  ],
  [
    'a secret in the answer that was expected: redacted as the one that came',
    {
      answers: [TELLING, TELLING, denial(401, '{"detail":"no"}')],
      scenario: { extra: { about: 'alike', alike: 'unless-thrown' } },
    },
    {
      outcome: 'passed',
      remarks: [
        'convention: expected the same answer as before: 401 {"detail":"not [password]"}, got 401 {"detail":"no"}',
      ],
    },
  ],
]

describe('the end of a scenario', () => {
  for (const [title, given, end] of CASES) it(title, () => expect(endOf(given)).to.deep.equal(end))
})
