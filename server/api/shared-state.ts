import { usesSessions } from '../model/description.ts'
import type { SourcePosition } from '../base/errors.ts'
import { RedisCounts } from '../http/redis-counts.ts'
import { Throttle } from '../http/throttle.ts'
import type { EffectiveAuth } from '../model/operation.ts'
import { Sessions } from '../sessions/sessions.ts'
import type { ApiOptions, Settings } from '../declaring/settings.ts'
import { openRedisStore, type RedisStore } from '../store/redis-store.ts'

/** The state that an application keeps between requests. */
export interface SharedState {
  readonly sessions: Sessions
  readonly throttle: Throttle | undefined
  /** Where several processes remember it together. */
  readonly store: RedisStore | undefined
}

/** State that is kept in one process: revoked sessions, or counts of failed authentications. */
export type LocalState = 'sessions' | 'throttle'

/** Opens what the options ask for. Nothing is connected before it is needed. */
export function openState(options: ApiOptions, settings: Settings, source: SourcePosition | undefined): SharedState {
  const address = options.store ?? (process.env['SVC_STORE'] || undefined)
  const store = address === undefined ? undefined : openRedisStore(address, source)
  const { throttle } = settings
  return {
    sessions: new Sessions({ ...options.sessions, redis: store }, true),
    throttle: throttle && new Throttle(throttle, store && new RedisCounts(store, throttle)),
    store,
  }
}

/** The state of an application that several processes would not share. */
export function findLocalState(
  auths: readonly (EffectiveAuth | undefined)[],
  { sessions, throttle, store }: SharedState,
): readonly LocalState[] {
  const areSessionsUsed = auths.some((auth) => usesSessions(auth?.description))
  return [
    ...(areSessionsUsed && !sessions.isShared ? (['sessions'] as const) : []),
    ...(throttle && !store ? (['throttle'] as const) : []),
  ]
}
