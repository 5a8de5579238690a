import { usesSessions } from '../model/description.ts'
import { positionInSources } from '../base/call-site.ts'
import { formatPosition, type SourcePosition } from '../base/errors.ts'
import { RedisCounts } from '../http/throttle-counts-redis.ts'
import { Throttle } from '../http/throttle.ts'
import type { EffectiveAuth } from '../model/operation.ts'
import { Sessions } from '../sessions/sessions.ts'
import type { ApiOptions, Settings } from '../declaring/settings.ts'
import { hasFamilies } from '../store/families.ts'
import { type Health, openRedisStore, type RedisStore } from '../store/redis-store.ts'

/** The state that an application keeps between requests. */
export interface SharedState {
  readonly sessions: Sessions
  readonly throttle: Throttle | undefined
  /** Where several processes remember it together. */
  readonly store: RedisStore | undefined
}

/** State that is kept in one process: revoked sessions, counts of failed authentications, or which refresh tokens are used up. */
export type LocalState = 'sessions' | 'throttle' | 'refreshTokens'

/** Opens what the options ask for. Nothing is connected before it is needed. */
export function openState(options: ApiOptions, settings: Settings, source: SourcePosition | undefined): SharedState {
  const address = options.store ?? (process.env['SVC_STORE'] || undefined)
  const store = address === undefined ? undefined : openRedisStore(address, source, () => placeOf(options, source))
  const { throttle } = settings
  return {
    sessions: new Sessions({ ...options.sessions, redis: store }, true),
    throttle: throttle && new Throttle(throttle, store && new RedisCounts(store, throttle)),
    store,
  }
}

/** Where the address of the store is written. */
function placeOf({ store }: ApiOptions, source: SourcePosition | undefined): string {
  if (store === undefined) return 'SVC_STORE'
  const place = source && positionInSources(source)
  return place ? formatPosition(place) : 'the option store'
}

/**
 * Whether what requests depend on works: the store, and where sessions are used, that a session can be ended for all
 * processes, or beyond this one.
 */
export async function checkState(
  auths: readonly (EffectiveAuth | undefined)[],
  { sessions, store }: SharedState,
): Promise<Health> {
  const health = await store?.check()
  if (health?.status === 'unavailable' || !auths.some((auth) => usesSessions(auth?.description))) {
    return health ?? { status: 'ok' }
  }
  return sessions.checkRevocations().then(
    () => ({ status: 'ok' }),
    (error: unknown) => ({ status: 'unavailable', reason: error instanceof Error ? error.message : String(error) }),
  )
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
    ...(hasFamilies() && !store ? (['refreshTokens'] as const) : []),
  ]
}
