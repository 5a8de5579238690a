import { findMisshape, leavesOf } from '../../server/internal.ts'
import { waysOf } from '../subject/documented.ts'
import { isProtected } from '../model/route.ts'
import { type Documented, extraOf, type Scenario } from '../model/scenario.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { CLEAN, type Facts, type Judgement, merge, problem } from './facts.ts'
import { parseJson } from '../text/json.ts'

/**
 * Holds the served document against the declaration and against the answer to a request without a credential
 * (OpenAPI 3.1 section 4.8.30: `[]` is public, a list is OR, names in one entry are AND, `{}` is optional).
 */
export function judgeDocument(facts: Facts): Judgement {
  const { scenario, route } = facts
  const documented = documentedOf(scenario)
  if (documented === undefined) return CLEAN
  const wire = judgeWire(facts)
  if (route.auth === null || route.auth === undefined) {
    const asks = documented.ways?.some((way) => way.length > 0) ?? documented.isCustom
    const security = asks ? differs('no security: the route is public', documented.ways) : CLEAN
    return merge(security, wire, judgeShape(facts))
  }
  return merge(judgeWays(facts), judgeStatuses(facts), wire, judgeShape(facts))
}

function documentedOf(scenario: Scenario): Documented | undefined {
  return extraOf(scenario, 'document')?.documented
}

function judgeWays({ scenario, route }: Facts): Judgement {
  const { ways, isCustom = false } = documentedOf(scenario) ?? {}
  const expected = route.auth ? waysOf(route.auth) : []
  // Callables cannot be named: `security` is left out, since `[]` would call the operation public.
  if (expected.length === 0) {
    const isNamed = leavesOf(route.auth).length > 0 && ways === undefined && isCustom
    return isNamed ? CLEAN : differs('x-svc-auth that names the custom check', ways)
  }
  if (ways === undefined || ways.length === 0) return differs(`security ${show(expected)}`, ways)
  return show(ways) === show(expected) ? CLEAN : differs(`security ${show(expected)}`, ways)
}

function judgeStatuses({ scenario, route }: Facts): Judgement {
  const statuses = documentedOf(scenario)?.statuses ?? []
  if (!isProtected(route) || statuses.some((status) => /^(?:401|4XX|default)$/i.test(status))) return CLEAN
  return problem('document', 'a 401 among the responses of the document', statuses.join(', ') || 'no responses')
}

/** Compares the document's promise to a client that sends nothing with the answer that it got. */
function judgeWire({ scenario, answer }: Facts): Judgement {
  const { ways, isCustom = false } = documentedOf(scenario) ?? {}
  const isOpen = ways === undefined ? !isCustom : ways.length === 0 || ways.some((way) => way.length === 0)
  const asked = answer.status === 401 && fieldsOf(answer.headers, 'www-authenticate').length > 0
  if (isOpen && asked) return problem('document', 'no 401, for the document calls it public', '401 with a challenge')
  const passed = answer.status >= 200 && answer.status < 300
  if (!isOpen && !isCustom && passed)
    return problem('document', '401, for the document calls it protected', `${answer.status} without a credential`)
  return CLEAN
}

/**
 * A client that is generated from the document reads errors as the document describes them: what came here, and what was
 * provoked of the errors that no row provokes, such as a 422.
 */
function judgeShape({ scenario, answer }: Facts): Judgement {
  const { shapes, misshapes = [] } = documentedOf(scenario) ?? {}
  if (shapes === undefined) return CLEAN
  // An answer to HEAD has no body (RFC 9110 section 9.3.2).
  const hasBody = scenario.steps[0]?.request.method !== 'HEAD' && answer.status >= 400
  const came = hasBody
    ? findMisshape(shapes.document, shapes.responses, answer.status, parseJson(answer.body))
    : undefined
  // A 401 without a credential comes on every protected route.
  const others = misshapes.filter(({ status }) => status !== 401 && (came === undefined || status !== answer.status))
  const all = [...(came === undefined ? [] : [{ status: answer.status, ...came }]), ...others]
  return merge(
    ...all.map(({ status, described, came: got }) =>
      problem('document', `a ${status} of ${described}, as the document says`, got),
    ),
  )
}

function differs(expected: string, ways: readonly (readonly string[])[] | undefined): Judgement {
  return problem(
    'document',
    `${expected} in the document`,
    ways === undefined ? 'no security' : `security ${show(ways)}`,
  )
}

function show(ways: readonly (readonly string[])[]): string {
  return `[${ways.map((way) => way.join(' and ') || 'nothing').join(', ')}]`
}
