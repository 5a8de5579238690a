import type { LedgerEntry } from '../../observe/ledger.ts'
import type { Expectation } from '../../model/expectation.ts'
import type { Route } from '../../model/route.ts'
import type { Scenario } from '../../model/scenario.ts'
import { DEFAULT_NORMS } from '../../copies/norms.ts'
import { Redactor } from '../../text/redact.ts'
import type { RawResponse } from '../../replay/response-reader.ts'
import { sampleFixtures, sampleRoute, sampleScenario } from '../../testdata/samples.ts'
import { isAltered } from '../altered.ts'
import { judge } from '../expectations.ts'
import type { Control, Facts, Judgement } from '../facts.ts'

export const SECRET = 'a-key-that-must-not-show'
export const STACK = 'Error: no\n    at check (file:///app/key.ts:3:7)'
export const route: Route = sampleRoute()

/** The actions of an application; by default it refused without calling an authenticator. */
export function entry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  const flags = { passed: false, threw: false, sessions: new Set(''), callables: new Set('') }
  return { operation: route.key, runs: [], middleware: [], calls: [], resources: [], ...flags, ...changes }
}

export function answer(status: number, body = '', ...headers: RawResponse['headers']): RawResponse {
  const head = [`HTTP/1.1 ${status} x`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return { status, head, headers, body, closes: false }
}

/** The default 401 (semantics 5). */
export function denial(status = 401, body = '{"detail":"Unauthorized"}'): RawResponse {
  return answer(
    status,
    body,
    ['www-authenticate', 'Bearer'],
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['content-type', 'application/json'],
  )
}

/** Further facts about an answer: by default only that the application refused it. */
export interface Case extends Partial<Omit<Facts, 'scenario' | 'answer'>> {
  readonly scenario?: Partial<Omit<Scenario, 'route'>>
  readonly name?: string
}

/** A control that was answered so. */
export function control(got: RawResponse): Control {
  return { request: { method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer good-token']] }, answer: got }
}

/** A row of a table: what is said of an answer where something is expected of it. */
export type Row = readonly [title: string, got: RawResponse, facts: Case, said: string]

/** The judgement of an answer. */
export function judged(
  expectation: Expectation,
  got: RawResponse,
  { scenario, name = 'key.wrong', ...facts }: Case = {},
): Judgement {
  const about: Route = facts.route ?? route
  const request = facts.request ?? { method: facts.method ?? 'GET', target: '/pets', headers: [] }
  return judge({
    scenario: sampleScenario(about, name, scenario),
    step: { request, expect: expectation },
    route: about,
    fixture: undefined,
    policy: sampleFixtures().policy,
    method: request.method,
    answer: got,
    entry: entry(),
    norms: DEFAULT_NORMS,
    redactor: new Redactor([{ value: SECRET, label: 'key' }]),
    request,
    altered: isAltered(request, about, facts.fixture),
    ...facts,
  })
}

/** The judgement of an answer: codes of problems, those of conventions in parentheses, and inconclusive. */
export function said(expectation: Expectation, got: RawResponse, about: Case = {}): string {
  const { problems, conventions, inconclusive, notRouted } = judged(expectation, got, about)
  const words = [
    ...problems.map(({ code }) => code),
    ...conventions.map(({ code }) => `(${code})`),
    ...(inconclusive === undefined ? [] : ['inconclusive']),
    ...(notRouted ? ['not routed'] : []),
  ]
  return words.join(' ') || 'fine'
}
