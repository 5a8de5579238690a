import type { Plan, Remark } from '../model.ts'
import { SocketTarget } from '../replay/target.ts'
import { endpointOf } from '../application/targets.ts'
import { measureTiming } from './timing.ts'

/**
 * Measures over one kept connection, one request at a time.
 *
 * @param origin of the application, without a path
 * @param timeout milliseconds to wait for an answer; what gets none counts as status 0
 */
export async function measureOverSocket(
  plan: Plan,
  origin: string,
  timeout: number,
  signal?: AbortSignal,
): Promise<readonly Remark[]> {
  const target = new SocketTarget(endpointOf(origin), timeout, undefined)
  try {
    return await measureTiming(
      plan,
      async (request) => {
        const started = performance.now()
        const status = await target.send(request, 'shared').answer.then(
          (answer) => answer.status,
          () => 0,
        )
        return { status, duration: performance.now() - started }
      },
      signal,
    )
  } finally {
    await target.close()
  }
}
