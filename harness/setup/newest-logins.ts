import type { VerdictContext } from '../check/verdict.ts'
import type { LoginRenewal } from '../credentials/login-renewal.ts'
import type { OwnLogins } from '../credentials/own-logins.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { answerAlone } from '../run/stage.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Targets } from '../targets/targets.ts'
import type { Subject } from './subject.ts'

interface Newest {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  readonly plan: (known: Fixtures) => Plan
  readonly kind: Subject['kind']
  readonly renewal: LoginRenewal
  readonly own: OwnLogins
}

/** Targets that send the credentials of the newest logins, and a login of its own to what ends one. */
export function withNewest(
  { targets, context }: { readonly targets: Targets; readonly context: VerdictContext },
  { routes, fixtures, plan, kind, renewal, own }: Newest,
): Targets {
  if (!own.isNeeded) return targets
  const ending = new Set(routes.filter((route) => route.isOnce || endsSessions(route, fixtures)).map(({ key }) => key))
  const onTaken = (value: string): void => context.redactor.add({ value, label: 'login' })
  const newest = { fixtures, plan, onTaken }
  let hasEnded = false
  const fresh = async (planned: Scenario): Promise<Scenario> => {
    const scenario = renewal.isNeeded ? await renewal.fresh(planned, newest) : planned
    const isEnding = ending.has(scenario.route)
    hasEnded ||= isEnding
    if (isEnding) return own.fresh(scenario, onTaken)
    return hasEnded ? own.resealed(scenario, onTaken) : scenario
  }
  const renewed = async (request: RequestData): Promise<RequestData> => {
    const known = await renewal.renewed(request, newest)
    return hasEnded ? own.resealedIn(known, onTaken) : known
  }
  // In this process a good credential that is refused is a finding.
  if (kind === 'local') return { ...targets, fresh, renewed }
  const send = async (request: RequestData): Promise<number | undefined> =>
    (await answerAlone(request, targets.of({ id: '' } as Scenario)))?.status
  const isOver = (request: RequestData, status: number): Promise<boolean> =>
    renewal.isOver(request, status, { ...newest, send })
  return { ...targets, fresh, renewed, isOver }
}
