import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

interface Session {
  readonly user: string
  refresh: string
}

const sessions = new Map<string, Session>()

export function open(user: string): { readonly session: string; readonly refresh: string } {
  const session = randomUUID()
  const refresh = `${session}.${randomUUID()}`
  sessions.set(session, { user, refresh })
  return { session, refresh }
}

/** The session of a refresh token and the next refresh token. One that was used ends the session. */
export async function renew(given: string): Promise<{ user: string; session: string; refresh: string } | null> {
  const [id = ''] = given.split('.')
  const found = sessions.get(id)
  if (found === undefined) return null
  if (found.refresh !== given) {
    sessions.delete(id)
    return null
  }
  const next = `${id}.${randomUUID()}`
  found.refresh = next
  return { user: found.user, session: id, refresh: next }
}

export async function isOpen(session: string): Promise<boolean> {
  await delay(1)
  return sessions.has(session)
}

export async function close(session: string): Promise<void> {
  sessions.delete(session)
}
