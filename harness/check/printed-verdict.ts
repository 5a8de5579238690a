import { leavesOf } from '../../server/internal.ts'
import type { Secret } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { factsOf } from '../model/scenario.ts'
import { NO_ANSWER, type Verdict } from '../model/verdict.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { createScenario } from '../subject/scenario.ts'
import { createFinding } from './finding.ts'
import type { VerdictContext } from './verdict.ts'

/**
 * A credential in the output of the application (CWE-532). Which request caused it is not known, so it is a finding of
 * the first route that reads the credential, else of the first route.
 */
export function printedVerdict(secret: Secret, routes: readonly Route[], context: VerdictContext): Verdict | undefined {
  const owns = ({ auth }: Route): boolean => leavesOf(auth).some(({ name }) => name === secret.owner)
  const route = routes.find(owns) ?? routes[0]
  if (route === undefined) return undefined
  const request = plainRequest(route, context.fixtures.routes[route.key])
  const scenario = createScenario({
    route,
    row: 'leak.log',
    family: 'common',
    ...(secret.owner === undefined ? {} : { authenticator: secret.owner }),
    title: `a credential (${secret.label})`,
    cause: 'a credential, or a whole request, is written to the log',
    cwe: 532,
    transport: 'socket',
    steps: [{ request, expect: 'deny' }],
    order: 'sequence',
    control: 'independent',
  })
  const got = `${secret.label} on stdout or stderr`
  return {
    scenario: factsOf(scenario),
    outcome: 'failed',
    exchanges: [],
    duration: 0,
    finding: createFinding({
      scenario,
      route,
      request,
      found: { request, answer: NO_ANSWER, asked: route.key },
      problems: [{ code: 'log', expected: 'no credential in the output of the application', got }],
      redactor: context.redactor,
      origin: context.shownOrigin ?? context.origin,
      command: context.command ?? 'svc test-auth',
    }),
  }
}
