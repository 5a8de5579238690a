import { plural } from '../../server/internal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import type { Scenario } from '../model/scenario.ts'

/** Wrong passwords for accounts of the fixtures that a server in another process is sent unasked: more may lock them. */
const MOST = 3

/** The plan with the first few scenarios that guess a password, in the order of the catalogue. */
export function withFewGuesses(
  routes: readonly RoutePlan[],
  fixtures: Fixtures,
  remarks: Remark[],
): readonly RoutePlan[] {
  let guesses = 0
  let left = 0
  const isAllowed = ({ steps }: Scenario): boolean => {
    const count = steps.filter(({ request }) => isGuess(request, fixtures)).length
    if (count > 0 && guesses + count > MOST) return left++ < 0
    guesses += count
    return true
  }
  const few = routes.map((plan) => ({ ...plan, scenarios: plan.scenarios.filter(isAllowed) }))
  const message = `${plural(left, 'scenario')} with wrong passwords not sent: an account may be locked after ${MOST}; --unsafe allows it`
  if (left > 0) remarks.push({ kind: 'notice', message, about: 'not sent: guesses' })
  return few
}

/** Whether a request names a user of the fixtures, and brings another password than the user's own. */
function isGuess(request: RequestData, { valid, login, logins = [] }: Fixtures): boolean {
  const own = [...(login === undefined ? [] : [login]), ...logins].map((one) => one.request)
  if (own.some(({ method, target }) => request.method === method && request.target === target))
    return !own.some(({ body }) => body === request.body)
  const pairs = Object.values(valid)
    .flat()
    .flatMap(({ value }) => (value.type === 'basic' ? [value] : []))
  return request.headers.some(([name, value]) => {
    if (!/^(?:proxy-)?authorization$/i.test(name)) return false
    const pair = Buffer.from(value.replace(/^\S+\s+/, ''), 'base64').toString('utf8')
    const known = pairs.filter(({ username }) => pair.startsWith(`${username}:`))
    return known.length > 0 && !known.some(({ username, password }) => pair === `${username}:${password}`)
  })
}
