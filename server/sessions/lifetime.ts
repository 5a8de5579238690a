import type { SessionSettings } from './options.ts'
import type { OpenedSeal } from './session-core.ts'

/** Whether a session has ended by itself. */
export function isOver(seal: OpenedSeal, settings: SessionSettings, now: number): boolean {
  const { idleTimeout } = settings
  return now >= endOf(seal, settings) || (idleTimeout !== undefined && now - seal.lastSeen >= idleTimeout)
}

/** Milliseconds since 1970: the seal's own end, or that by today's `maxAge`, whichever is earlier. */
export function endOf({ expiresAt, issuedAt }: OpenedSeal, { maxAge }: SessionSettings): number {
  return Math.min(expiresAt, issuedAt + maxAge)
}

/** Whether a cookie is due for another `lastSeen`: at most once per tenth of the idle timeout. */
export function needsRenewal({ renewedAt }: OpenedSeal, { idleTimeout }: SessionSettings, now: number): boolean {
  return idleTimeout !== undefined && now - renewedAt >= idleTimeout / 10
}
