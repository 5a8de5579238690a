import type { Logouts } from '../credentials/server-skeleton.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Endpoint } from '../replay/connection.ts'
import { SocketTarget } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { endpointOf } from '../targets/targets.ts'

/**
 * Asks each guarded operation that ends a session once, without a credential and a body: there is no session that it could end. Many answer
 * 200 to that, although their document declares a guard for all operations.
 *
 * @param timeout milliseconds to wait for an answer
 */
export async function askLogouts(
  routes: readonly Route[],
  { origin, timeout, failures }: { readonly origin: string; readonly timeout: number } & Pick<Endpoint, 'failures'>,
): Promise<Logouts> {
  const logouts = routes.filter((route) => isProtected(route) && !route.path.includes('[') && endsSessions(route, {}))
  if (logouts.length === 0) return { open: [], unsure: [] }
  const target = new SocketTarget(endpointOf(origin, { failures }), timeout, undefined)
  const open: string[] = []
  const unsure: string[] = []
  try {
    for (const route of logouts) {
      const { body: _, ...sample } = route.sample ?? { params: {}, query: {}, headers: {} }
      const answer = await answerAlone(plainRequest({ ...route, sample }, undefined), target)
      const status = answer?.status ?? 0
      if (status >= 200 && status < 400) open.push(route.key)
      else if (status !== 401 && status !== 403) unsure.push(route.key)
    }
  } finally {
    await target.close()
  }
  return { open, unsure }
}
