import { type Form, printName, type RowName } from '../../model/row-name.ts'
import type { Family } from '../../model/scenario.ts'
import {
  type AuthCall,
  type FoundAnswer,
  NO_ANSWER,
  type Problem,
  type ProblemCode,
  type Verdict,
} from '../../model/verdict.ts'

/** Scenarios of one route that failed, all in the same way. */
export interface Case {
  readonly names: readonly RowName[]
  readonly code?: ProblemCode
  readonly got?: string
  readonly answer?: FoundAnswer
  readonly asked?: string
  readonly returned?: string
  readonly variant?: string
  /** In place of that of each row. */
  readonly cause?: string
  readonly form?: Form
  readonly late?: true
  readonly route?: string
  readonly authenticator?: string
  readonly guards?: readonly string[]
  readonly deciding?: readonly string[]
  readonly family?: Family
  /** How often the handler ran; `null` where that is not known. */
  readonly runs?: number | null
  /** Who asked. */
  readonly user?: string
  /** `request.auth` of the handler. */
  readonly auth?: string
  /** Whose record it was, where it is about one. */
  readonly owner?: string
  readonly calls?: readonly AuthCall[]
  /** Statuses of the answers; one of 200 if absent. */
  readonly statuses?: readonly number[]
  /** Request lines, in the order of the names; that of the route, or its HEAD, if absent. */
  readonly sent?: readonly string[]
}

const PASSED: readonly AuthCall[] = [{ authenticator: 'Key', outcome: 'passed', detail: 'object' }]

/** Failed scenarios of one route, all with the same problem. */
export function failed(given: Case): readonly Verdict[] {
  const { names, code = 'accepted', got = '200', route = 'GET /x', authenticator, family = 'common' } = given
  const { variant, form, late } = given
  const use = { ...(variant && { variant }), ...(form && { form }), ...(late && { late }) }
  return names.map((name, at) => {
    const sent = given.sent?.[at] ?? (name.includes('HEAD') ? route.replace(/^\w+/, 'HEAD') : route)
    const scenario = {
      id: `${route} ${name}`,
      row: name,
      name: printName({ row: name, ...use }),
      ...use,
      family,
      route,
      exercise: 'wire',
      expect: 'deny',
      title: name,
      cause: given.cause ?? `cause of ${name}`,
      cwe: 287,
      ...(authenticator === undefined ? {} : { authenticator }),
      ...(given.user === undefined ? {} : { user: given.user }),
    } as const
    const problems: readonly [Problem] = [{ code, expected: '401', got }]
    const position = { file: 'routes/x.ts', line: 4 }
    const [method = '', target = ''] = sent.split(' ')
    const { answer = { ...NO_ANSWER, status: 200 }, asked = route } = given
    const [passed] = given.calls ?? PASSED
    const type = given.returned ?? passed?.detail
    const returned = type === undefined ? {} : { returned: { authenticator: passed?.authenticator ?? '', type } }
    const found = { request: { method, target, headers: [] }, answer, asked, ...returned }
    const guards = {
      ...(given.guards !== undefined && { guards: given.guards }),
      ...(given.deciding !== undefined && { deciding: given.deciding }),
    }
    const finding = {
      ...found,
      ...guards,
      scenario,
      sentence: '',
      problems,
      sent,
      position,
      auth: 'Key',
      curl: '',
      replay: '',
    }
    const exchange = {
      sent: '',
      received: '',
      method: 'GET',
      target: '/x',
      status: 200,
      duration: 1,
      startedAt: 0,
      ...(given.runs === null ? {} : { handlerRuns: given.runs ?? 1 }),
      calls: given.calls ?? PASSED,
      ...(given.auth !== undefined && { auth: given.auth }),
    }
    const exchanges = (given.statuses ?? [200]).map((status) => ({ ...exchange, status }))
    const { owner, user = '' } = given
    const record = owner === undefined ? {} : { record: { owner, user, status: 200, own: 200 } }
    return { scenario, outcome: 'failed', exchanges, duration: 1, finding, ...record }
  })
}
