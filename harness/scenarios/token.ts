import type { Scenario } from '../model/scenario.ts'
import { takesTokens, type TokenLeaf } from '../model/token-facts.ts'
import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { applyRow } from './kind-scenarios.ts'
import type { Row } from './row.ts'
import { TOKEN_CLAIM_ROWS } from './token-claims.ts'
import { keyScenarios } from './withdrawn-keys.ts'
import { scopeScenarios } from './token-scopes.ts'
import { TOKEN_SIGNATURE_ROWS } from './token-signatures.ts'

/** Rows for authenticators of tokens that the harness can issue. */
export const TOKEN_ROWS: readonly Row[] = [...TOKEN_CLAIM_ROWS, ...TOKEN_SIGNATURE_ROWS]

/**
 * Tokens of the issuer of the harness, rightly signed and wrong in what they say, or signed by another. What a token must be is the
 * authenticator's affair: it is tried on one route of it; which scopes it needs, on every route.
 */
export function tokenScenarios(route: RouteSubject): readonly Scenario[] {
  return route.leaves.flatMap((leaf, index) => {
    if (!takesTokens(leaf)) return []
    const subject = route.subject(index)
    const own = subject !== undefined && isChosen(route, leaf)
    const rows = own ? TOKEN_ROWS.flatMap((row) => applyRow(route, subject, 'token', row) ?? []) : []
    const scenarios = [...rows, ...scopeScenarios(route, index)]
    const issued = isIssued(route, index) ? scenarios : scenarios.map(onCopy)
    return own ? [...issued, ...keyScenarios(route, subject)] : issued
  })
}

/** Whether the authenticator is tried on this route: the first on which a good request changes nothing, else the first. */
function isChosen({ route, input }: RouteSubject, leaf: TokenLeaf): boolean {
  const same = JSON.stringify([leaf.name, leaf.token])
  const routes = input.routes.filter(({ auth }) =>
    leavesOf(auth).some((one) => takesTokens(one) && JSON.stringify([one.name, one.token]) === same),
  )
  return (routes.find(({ method }) => isSafeMethod(method)) ?? routes[0])?.key === route.key
}

/** Whether the application under test takes the harness's tokens: the fixtures have none of the authenticator's own. */
function isIssued(route: RouteSubject, index: number): boolean {
  const good = route.good(index)
  return good === undefined || good.issued !== undefined
}

/** The same scenario for a copy of the application with the issuer of the harness. */
function onCopy(scenario: Scenario): Scenario {
  const steps = scenario.steps.map((step) => ({ ...step, extra: { about: 'issuer', keys: 'usual' } as const }))
  return { ...scenario, steps }
}
