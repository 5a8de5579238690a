import type { SvcAPI } from '../api/api.ts'
import type { LocalState } from '../api/shared-state.ts'
import type { AuthInput } from '../auth/infer.ts'
import { isCookie } from '../model/carrier.ts'
import { someCarrier, usesSessions } from '../model/description.ts'
import { docsGuard } from '../api/docs-operations.ts'
import { LoadError } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { joinPaths } from '../grammar/path.ts'
import { isLoopback } from '../http/known-hosts.ts'

/** The facts of a production server that is about to start. */
export interface StartFacts {
  readonly api: SvcAPI<AuthInput | undefined>
  readonly operations: readonly Operation[]
  readonly base: string
  readonly host: string
  readonly workers: number
  readonly health: string | undefined
}

/**
 * Refuses a server that is configured in part (promise 26). A missing or short secret is refused before, by the sessions
 * themselves.
 *
 * @throws {@link LoadError} for the first thing that is wrong
 */
export async function checkStart(facts: StartFacts): Promise<void> {
  const { api, operations, host, workers } = facts
  const { publicUrl, trustProxy } = api.settings
  checkHealthPath(facts)
  const docs = docsGuard(api.settings.docs)
  const all = [...operations.map(({ auth }) => auth), ...(docs ? [docs] : [])]
  const isPlainHttp = !isLoopback(host) && publicUrl === undefined && trustProxy.length === 0
  if (isPlainHttp && all.some(({ description }) => someCarrier(description, isCookie))) {
    const problem = `cookies authenticate here, and ${host} serves them over plain http to other machines.`
    const fix = 'Set publicUrl or trustProxy for the proxy with https in front, or listen on 127.0.0.1.'
    throw new LoadError('SVC_START_PLAIN_HTTP', `${problem} ${fix}`)
  }
  const [local] = workers > 1 ? api.localState() : []
  if (local !== undefined) {
    const problem = `${LOCAL_STATES[local]} kept in one process, and ${workers} workers would not share it.`
    throw new LoadError('SVC_START_LOCAL_STATE', `${problem} Set SVC_STORE or store, or start one worker.`)
  }
  if (all.some(({ description }) => usesSessions(description))) await api.sessions.checkRevocations()
  const store = await api.checkHealth()
  if (store.status !== 'ok') throw new LoadError('SVC_STORE_UNREACHABLE', `${store.reason} Start it, or correct it.`)
}

const LOCAL_STATES: Readonly<Record<LocalState, string>> = {
  sessions: 'the list of revoked sessions is',
  throttle: 'the counts of the throttle are',
  refreshTokens: 'the used refresh tokens are',
}

/** It would hide the operation. */
function checkHealthPath({ health, operations, base }: StartFacts): void {
  if (health === undefined) return
  const hidden = operations.find(({ path }) => joinPaths(base, path) === health)
  if (!hidden) return
  throw new LoadError(
    'SVC_START_OPTION',
    `the health path ${health} is that of an operation. Name another.`,
    hidden.source,
  )
}
