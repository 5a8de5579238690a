import type { LeafDescription } from 'svc'
import type { Remark } from '../model/remark.ts'
import type { Scenario } from '../model/scenario.ts'
import { takesTokens } from '../model/token-facts.ts'
import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { codeSecretScenarios } from './code-secrets.ts'
import { applyRow } from './kind-scenarios.ts'
import type { Row } from './row.ts'
import { audienceOf, TOKEN_CLAIM_ROWS } from './token-claims.ts'
import { keyScenarios } from './withdrawn-keys.ts'
import { scopeScenarios } from './token-scopes.ts'
import { issuedFor } from './token-row.ts'
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

/**
 * Tokens of an application that verifies them by itself, one thing in them wrong: with an id of a key that is not known, and, where
 * the fixtures give the key that signs, over, not yet good, of another issuer and for another audience; of any, signed with texts of the code.
 */
export function givenTokenScenarios(route: RouteSubject): readonly Scenario[] {
  return route.leaves.flatMap((leaf, index) => {
    const secrets = isChosen(route, leaf) ? codeSecretScenarios(route, index) : []
    const subject = takesTokens(leaf) ? undefined : route.subject(index)
    const issued = subject && issuedFor(subject)
    if (subject === undefined || issued === undefined) return secrets
    const { header, claims, key } = issued.good
    const isFound = route.fixtures.foundKeys?.[leaf.name] !== undefined
    const wanted = [
      ...(header['kid'] === undefined ? [] : UNKNOWN_ID),
      ...(key === issued.attacker ? [] : TIMES),
      // An application that writes no such time may know of none: who gives its key says that it is to be tried.
      ...(key === issued.attacker || (isFound && claims['nbf'] === undefined) ? [] : ['jwt.not-yet']),
      ...(key === issued.attacker || typeof claims['iss'] !== 'string' ? [] : ISSUERS),
      ...(key === issued.attacker || issued.facts.audience === null ? [] : AUDIENCES),
    ]
    const rows = TOKEN_ROWS.filter(({ name, variant }) =>
      wanted.includes(variant === undefined ? name : `${name}-${variant}`),
    )
    return [...secrets, ...rows.flatMap((row) => applyRow(route, subject, 'token', row) ?? [])]
  })
}

/**
 * Tokens that may be for any service of their issuer: `audience: null`, where no claim says whose they are (RFC 8725 section 3.9). Where
 * the issuer writes an audience, a token for another one is tried; without one only its people know for whom else it signs.
 */
export function audienceRemarks(of: RouteSubject): readonly Remark[] {
  return of.leaves.flatMap((leaf, index): readonly Remark[] => {
    if (!takesTokens(leaf) || leaf.token.audience !== null || leaf.token.checksClaims === true) return []
    const known = of.subject(index)
    const issued = known && issuedFor(known)
    if (issued !== undefined && audienceOf(issued) !== undefined) return []
    const message = `${leaf.name} takes tokens for any audience (audience: null): one that ${leaf.token.issuer} signed for another service lets its user in here. What else keeps it out?`
    return [{ kind: 'question', route: of.route.key, message, about: `audience of ${leaf.name}` }]
  })
}

/** A key of the fixtures that verifies none of their tokens. */
export function tokenKeyRemarks(route: RouteSubject): readonly Remark[] {
  return route.leaves.flatMap((leaf, index): readonly Remark[] => {
    const subject = route.subject(index)
    if (subject?.tokenKey === undefined || takesTokens(leaf)) return []
    const issued = issuedFor(subject)
    if (issued !== undefined && issued.good.key !== issued.attacker) return []
    const message = `tokenKeys.${leaf.name} verifies no token of the run, so no token is signed with it`
    return [{ kind: 'warning', route: route.route.key, message, about: `tokenKeys.${leaf.name}` }]
  })
}

const UNKNOWN_ID = ['jwt.key-id-7', 'jwt.key-id-8', 'jwt.key-id-9']
/** RFC 7519 sections 4.1.4 and 4.1.5, 4.1.1 with RFC 8725 section 3.8, and 4.1.3. */
const TIMES = ['jwt.expired', 'jwt.expired-3']
const ISSUERS = ['jwt.issuer', 'jwt.issuer-3', 'jwt.issuer-4']
const AUDIENCES = ['jwt.audience', 'jwt.audience-3', 'jwt.audience-5', 'jwt.audience-6']

/** Whether the authenticator is tried on this route: the first on which a good request changes nothing, else the first. */
function isChosen({ route, input }: RouteSubject, leaf: LeafDescription): boolean {
  const same = JSON.stringify([leaf.name, leaf.token])
  const routes = input.routes.filter(({ auth }) =>
    leavesOf(auth).some((one) => JSON.stringify([one.name, one.token]) === same),
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
