import { setTimeout as delay } from 'node:timers/promises'
import type { RefusalContext } from '../auth/refusal/context.ts'
import { explainRefusal } from '../auth/refusal/explain-refusal.ts'
import { formatRefusal } from '../auth/refusal/refusal-text.ts'
import { headerOf } from '../http/request.ts'
import type { DocsRequest } from '../openapi/docs-route.ts'
import { isFromDeveloper } from '../openapi/prefill.ts'
import { CALL_FIELD, type DocsUpdates } from '../openapi/updates.ts'

type Observations = Parameters<typeof explainRefusal>[0]

/**
 * Explains refused requests: as lines for the log; and for the reference page that made the request, on its stream of
 * events. The answer holds nothing of it.
 *
 * @param context asked for each request: what is served changes
 */
export function explainFor(
  updates: DocsUpdates,
  context: () => RefusalContext,
): (observations: Observations) => Promise<readonly string[]> {
  return async (observations) => {
    // A store of sessions that does not answer must not keep a line from the log.
    const late = delay(PATIENCE, undefined, { ref: false })
    const refusal = await Promise.race([explainRefusal(observations, context()), late])
    if (!refusal) return []
    const lines = formatRefusal(refusal)
    const request = observations[0]?.request as DocsRequest & Observations[number]['request']
    const call = headerOf(request, CALL_FIELD)
    if (call !== undefined && isFromDeveloper(request, {})) updates.explain(call, { ...refusal, lines })
    return lines
  }
}

/** Milliseconds. */
const PATIENCE = 1_000
