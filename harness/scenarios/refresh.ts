import type { RefreshFlow, SessionFlow } from '../model/fixtures.ts'
import { type RequestData, withTexts } from '../model/request.ts'
import { numbered, type RowIn } from '../model/row-name.ts'
import type { SessionStep, Step } from '../model/scenario.ts'
import type { FlowScenario, FlowTarget, Login } from './flow-target.ts'

/** Milliseconds: more than any two tabs need. */
const LATER = 600_000
const ENDLESS = 'who has the refresh token of another user gets new tokens as long as its end is far'

/**
 * The refresh token of a login: it gives a new token once, and none to who has another text, or after its end. One after the
 * other: a logout that ends everything of its user would end the token of another row, and its refusal would prove nothing.
 */
export function refreshScenarios(
  login: Login,
  logouts: readonly SessionFlow[],
  target: FlowTarget,
  isLocal: boolean,
): readonly FlowScenario[] {
  const { refresh } = login
  if (refresh === undefined) return []
  const { request, token, revoke } = refresh
  const enter: Step = {
    request: login.request,
    expect: 'issued',
    extra: { about: 'session', take: target.take, refresh: token },
  }
  const refused = (one: RequestData): Step => ({ request: one, expect: 'refused-login' })
  const facts = { home: request, cwe: 613, expect: 'refused-login', cause: ENDLESS } as const
  const ends: readonly [RowIn<'refresh'>, RequestData, string, number][] = [
    ...(revoke === undefined ? [] : [['after-revoke', revoke, 'it was revoked', 0] as const]),
    ...logouts.map(({ request: leave }, at) => {
      return ['after-logout', target.carry(leave, '{taken}'), 'the logout', at] as const
    }),
  ].map(([name, ending, what, at]) => [name, ending, what, at])
  const use: Step = { request, expect: 'issued', extra: { about: 'session', rotates: token } }
  const again = (row: 'twice' | 'later', title: string, extra: SessionStep): FlowScenario => ({
    ...facts,
    row: `refresh.${row}`,
    title,
    cause: 'a refresh token is not used up when another takes its place: a stolen one goes unnoticed',
    steps: [enter, use, { ...refused(request), extra }],
  })
  const rows: readonly FlowScenario[] = [
    good(enter, refresh, target),
    again('twice', 'a refresh token that was used, once more', { about: 'session', again: token }),
    ...(isLocal
      ? [again('later', 'a refresh token that was used, ten minutes later', { about: 'session', later: LATER })]
      : []),
    ...ends.map(([name, ending, what, at]): FlowScenario => ({
      ...facts,
      row: `refresh.${name}`,
      ...numbered(at),
      title: `a refresh token after ${what}`,
      steps: [enter, { request: ending, expect: 'issued' }, refused(request)],
    })),
    ...WRONG.map(([name, text, title, cause]): FlowScenario => ({
      ...facts,
      row: `refresh.${name}`,
      title,
      cause,
      cwe: 287,
      steps: [enter, refused(inPlace(request, text))],
    })),
  ]
  return rows.map((row) => ({ ...row, turn: 'late' }))
}

/** New tokens for a good refresh token: without them the refusals say nothing. */
function good(enter: Step, { request }: RefreshFlow, { take, carry, request: plain, route }: FlowTarget): FlowScenario {
  return {
    row: 'refresh.good',
    title: 'the token that a refresh token gives',
    cause: 'the token that was issued is not the one that is read, or the refresh token is not accepted',
    cwe: 287,
    expect: 'allow',
    home: request,
    steps: [
      enter,
      { request, expect: 'issued', extra: { about: 'session', take } },
      { request: carry(plain, '{taken}'), expect: 'allow', route },
    ],
  }
}

const UNREAD = 'the refresh token is decoded and not verified, or not looked up'

/** Texts in the place of a refresh token. */
const WRONG: readonly (readonly [name: RowIn<'refresh'>, text: string, title: string, cause: string])[] = [
  [
    'access-token',
    '{taken}',
    'the token of a login in the place of its refresh token',
    'what a token is for is not checked: a token that was meant to live for minutes is renewed for ever',
  ],
  ['altered', '{altered}', 'a refresh token with another signature or secret, or of other letters', UNREAD],
  ['unknown', 'svc-no-refresh-token-of-this-server', 'a refresh token that was never issued', UNREAD],
  ['empty', '', 'an empty refresh token', UNREAD],
]

function inPlace(request: RequestData, text: string): RequestData {
  const put = (one: string): string => one.replaceAll('{refresh}', text)
  return withTexts(request, put)
}
