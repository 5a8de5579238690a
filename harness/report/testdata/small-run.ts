import { BEARER, describeLeaf } from '../../../server/internal.ts'
import type { Exchange, Finding, Verdict } from '../../model/verdict.ts'
import type { PlannedRoute, RunEvent } from '../../model/event.ts'
import type { Route } from '../../model/route.ts'
import type { ScenarioFacts } from '../../model/scenario.ts'

/** Answers of an application that could break a report: the end of every syntax that a format is written in. */
export const HOSTILE =
  '</script><img src=x onerror=alert(1)>]]>&amp;"\'`|%0A::error::\u0000\u001b[31m\u0085\ud800\ufffe\r\n...\n# SKIP'

const route: Route = {
  key: 'GET /x',
  method: 'GET',
  path: '/x',
  base: '',
  auth: describeLeaf(BEARER, { name: 'Token' }),
  level: 'operation',
  authSource: { file: 'routes/x.ts', line: 4 },
  source: { file: 'routes/x.ts', line: 9 },
  csrf: false,
  declaresBody: false,
}

const facts: ScenarioFacts = {
  id: 'kp-1',
  row: 'key.prefix',
  name: 'key.prefix',
  family: 'common',
  route: 'GET /x',
  exercise: 'wire',
  expect: 'deny',
  title: 'a key with its last character cut off',
  cause: 'comparing beginnings',
  cwe: 287,
}

const exchange: Exchange = {
  sent: 'GET /x?a=1 HTTP/1.1\r\nHost: h\r\nCookie: a=b\r\n\r\n',
  received: `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n${HOSTILE}`,
  method: 'GET',
  target: '/x?a=1',
  status: 200,
  duration: 2,
  startedAt: 10,
  handlerRuns: 1,
  auth: HOSTILE,
  calls: [{ authenticator: 'Token', outcome: 'passed', detail: 'string', duration: 0.2 }],
}

const finding: Finding = {
  scenario: facts,
  sentence: 'A key with its last character cut off was accepted.',
  problems: [{ code: 'accepted', expected: '401', got: HOSTILE }],
  request: { method: 'GET', target: '/x?a=1', headers: [['Cookie', 'a=b']] },
  answer: { status: 200, headers: [['content-type', 'text/plain']], body: HOSTILE, members: [], hash: '' },
  asked: 'GET /x',
  sent: HOSTILE,
  position: { file: 'routes/x.ts', line: 4 },
  auth: 'Token',
  curl: `curl "${HOSTILE}"`,
  replay: 'npx svc test-auth --replay kp-1',
}

const verdicts: readonly Verdict[] = [
  {
    scenario: { ...facts, id: 'v-1', name: 'valid', family: 'control', expect: 'allow' },
    outcome: 'passed',
    exchanges: [exchange],
    duration: 2,
  },
  { scenario: facts, outcome: 'failed', exchanges: [exchange], finding, duration: 2 },
  {
    scenario: { ...facts, id: 'kh-1', name: 'key.half' },
    outcome: 'inconclusive',
    exchanges: [],
    reason: HOSTILE,
    duration: 0,
  },
  {
    scenario: { ...facts, id: 'ke-1', name: 'key.empty' },
    outcome: 'ignored',
    exchanges: [exchange],
    reason: 'ticket 812',
    duration: 2,
  },
  {
    scenario: { ...facts, id: 'pu-1', name: 'path.upper', family: 'path' },
    outcome: 'not-routed',
    exchanges: [],
    reason: 'no such path',
    duration: 0,
  },
]

const planned: PlannedRoute = { route, scenarios: verdicts.length }
const counts = { passed: 1, failed: 1, inconclusive: 1, ignored: 1, notRouted: 1 }
const share = { done: 1, total: 1 }

/** A run of one route with one scenario of every outcome, in which everything the application says is hostile. */
export const SMALL_RUN: readonly RunEvent[] = [
  {
    type: 'run.started',
    at: '2026-03-04T05:06:07.089Z',
    setting: { target: 'socket', origin: 'http://127.0.0.1:4000', seed: '5eed', title: HOSTILE, version: '1.0.0' },
  },
  { type: 'plan.ready', routes: [planned], scenarios: verdicts.length },
  { type: 'route.started', route: 'GET /x' },
  ...verdicts.map((verdict): RunEvent => ({ type: 'scenario.ended', verdict })),
  { type: 'route.ended', result: { route, auth: 'Token', counts, control: 'good', addresses: [], duration: 7 } },
  { type: 'remark', remark: { kind: 'warning', route: 'GET /x', message: HOSTILE } },
  {
    type: 'mutation.ended',
    mutation: {
      operator: 'prefix',
      route: 'GET /x',
      authenticator: 'Token',
      position: { file: 'routes/x.ts', line: 4 },
      outcome: 'survived',
      title: 'accepts the beginning of a key',
      advice: 'a fixture',
    },
  },
  {
    type: 'run.ended',
    summary: {
      counts,
      routes: 1,
      protectedRoutes: 1,
      coverage: {
        routes: share,
        authenticators: share,
        denyBranches: share,
        levels: ['operation'],
        cells: [{ route: 'GET /x', level: 'operation', authenticator: 'Token', seen: ['passed'] }],
      },
      exitCode: 1,
      reason: '1 scenario failed',
      duration: 1_234,
    },
  },
]
