import type { SessionCore } from './session-core.ts'
import { endOf, isOver } from './lifetime.ts'
import { explainSeal } from './seal.ts'

/** The reason why the value of a session cookie is not a session, or not any more. */
export interface SessionFault {
  readonly fault: SessionFaultWord
  /** Seconds since it ended. */
  readonly seconds?: number
}

/** The faults of the value of a session cookie. */
export type SessionFaultWord =
  /** It does not have the form of a session of svc. */
  | 'not-a-session'
  /** It was sealed with a secret that the application does not have. */
  | 'other-secret'
  | 'tampered'
  | 'expired'
  | 'idle'
  /** A logout ended it. */
  | 'ended'

/** For developers; `undefined` for a session that is valid as far as its cookie says. Never asks `loadUser`. */
export async function explainSession(core: SessionCore, cookieText: string): Promise<SessionFault | undefined> {
  const now = core.settings.now()
  const sealed = await explainSeal(cookieText, core.keys, now)
  if (sealed)
    return sealed.expiresAt === undefined ? sealed : { fault: sealed.fault, seconds: since(sealed.expiresAt, now) }
  const opened = await core.open(cookieText)
  if (!opened) return { fault: 'not-a-session' }
  if (isOver(opened, core.settings, now)) {
    const end = endOf(opened, core.settings)
    return now >= end
      ? { fault: 'expired', seconds: since(end, now) }
      : { fault: 'idle', seconds: since(opened.lastSeen, now) }
  }
  return (await core.revocations.isRevoked(opened, now)) ? { fault: 'ended' } : undefined
}

function since(time: number, now: number): number {
  return Math.round((now - time) / 1_000)
}
