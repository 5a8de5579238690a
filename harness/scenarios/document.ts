import type { Documented, Scenario } from '../model/scenario.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { createScenario } from '../subject/scenario.ts'

/** Three sources must agree on a route: its declaration, the document that is served, and what the wire answers. */
export function documentScenarios(
  route: Route,
  request: RequestData,
  documented: Documented | undefined,
): readonly Scenario[] {
  if (documented === undefined) return []
  return [
    createScenario({
      route,
      row: 'document.security',
      family: 'document',
      title: 'the security that the OpenAPI document names',
      cause:
        'the document is written by hand or kept from an earlier version, so clients and scanners trust the wrong text',
      cwe: 1059,
      steps: [{ request, expect: 'described' }],
      control: 'independent',
      extra: { about: 'document', documented },
    }),
  ]
}
