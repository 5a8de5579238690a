import { isSafeMethod } from '../../server/internal.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { withHeader } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'

/** Pages of other sites that ask with the cookie of the user: none may read the answer. */
export function corsScenarios(subject: RouteSubject): readonly Scenario[] {
  const { route, input } = subject
  const index = subject.goodLeaves()[0]
  if (index === undefined || !isSafeMethod(route.method)) return []
  const { carrier, name } = subject.leaf(index)
  const good = subject.goodRequest(index)
  if (good === undefined || (carrier.in !== 'cookie' && carrier.in !== 'session')) return []
  const origins = ['https://attacker.example', 'null', `${input.origin}.attacker.example`]
  const steps = origins.map((origin): Step => ({
    request: withHeader(good.request, 'Origin', origin),
    expect: 'answered',
    extra: { about: 'cors', origin },
  }))
  return [
    createScenario({
      route,
      row: 'cors.credentials',
      family: 'cookie',
      exercise: carrier.in === 'session' ? 'sealed' : 'wire',
      expect: 'answered',
      authenticator: name,
      title: 'a page of another site that asks with the cookie of its visitor',
      cause: 'Access-Control-Allow-Origin repeats any Origin, with Access-Control-Allow-Credentials',
      cwe: 942,
      transport: 'socket',
      steps,
    }),
  ]
}
