import { setTimeout as delay } from 'node:timers/promises'
import type { SourcePosition } from '../base/errors.ts'
import type { RefusalContext } from '../auth/refusal/context.ts'
import { explainRefusal } from '../auth/refusal/explain-refusal.ts'
import type { Reason, Refusal } from '../auth/refusal/refusal.ts'
import { formatRefusal } from '../auth/refusal/refusal-text.ts'
import type { RequestContext } from '../http/request.ts'
import { isFromDeveloper } from '../openapi/docs-guard.ts'
import type { DocsUpdates } from '../openapi/updates.ts'
import type { Editor } from './editor.ts'
import { callOf } from './numbered-calls.ts'

type Observations = Parameters<typeof explainRefusal>[0]

/**
 * Explains refused requests: as lines for the log; and for the reference page that made the request, on its stream of
 * events. The answer holds nothing of it.
 *
 * @param context asked for each request: what is served changes
 */
export function explainFor(
  updates: DocsUpdates,
  editor: Editor,
  context: () => RefusalContext,
): (observations: Observations) => Promise<readonly string[]> {
  return async (observations) => {
    // A store of sessions that does not answer must not keep a line from the log.
    const late = delay(PATIENCE, undefined, { ref: false })
    const refusal = await Promise.race([explainRefusal(observations, context()), late])
    if (!refusal) return []
    const lines = formatRefusal(refusal)
    const request = observations[0]?.request as RequestContext
    const call = callOf(request.node)
    if (call !== undefined && isFromDeveloper(request, {})) {
      const sources = positionsOf(refusal).map((position) => editor.name(position))
      updates.explain(call, { ...refusal, lines, sources: [...new Set(sources)] })
    }
    return lines
  }
}

/** Milliseconds. */
const PATIENCE = 1_000

/** Where the code stands that said no; for one that asks for a credential which is not there, where that is declared. */
function positionsOf({ reason, source }: Refusal): readonly SourcePosition[] {
  const positions = [...positionsIn(reason)]
  return positions.length === 0 && source ? [source] : positions
}

function* positionsIn(reason: Reason): Generator<SourcePosition> {
  if (reason.type === 'guard' && reason.outcome === 'untried') yield* positionsIn(reason.member)
  if ('outcome' in reason && (reason.outcome === 'passed' || reason.outcome === 'untried')) return
  if ('thrown' in reason && reason.thrown?.source) yield reason.thrown.source
  if ('source' in reason && reason.source) yield reason.source
  if ('members' in reason) for (const member of reason.members) yield* positionsIn(member)
}
