import { randomBytes } from 'node:crypto'
import type { SessionUser } from '../base/registry.ts'
import { parseJson } from '../grammar/json.ts'

/** The content of a seal. */
export interface SessionContent {
  /** 128 random bits in base64url. */
  readonly id: string
  /** Milliseconds since 1970, when the session started. */
  readonly issuedAt: number
  /** Milliseconds since 1970, when this seal was made. */
  readonly lastSeen: number
  /** As given to `login`. */
  readonly user: SessionUser
}

/** A fresh session id. */
export function createSessionId(): string {
  return randomBytes(16).toString('base64url')
}

/** The base64url text of exactly 16 bytes; the last character carries two of their bits and no others. */
const SESSION_ID: RegExp = /^[\w-]{21}[AQgw]$/

/**
 * Reads what was inside a seal. That it was sealed says who wrote it, not that this version did: the shape is checked,
 * and only own members count.
 */
export function readContent(text: string): SessionContent | undefined {
  const content = parseQuietly(text)
  if (!isRecord(content)) return undefined
  for (const key of ['id', 'issuedAt', 'lastSeen', 'user']) if (!Object.hasOwn(content, key)) return undefined
  const { id, issuedAt, lastSeen, user } = content
  if (typeof id !== 'string' || !SESSION_ID.test(id)) return undefined
  if (!isTime(issuedAt) || !isTime(lastSeen) || lastSeen < issuedAt || !isUser(user)) return undefined
  return { id, issuedAt, lastSeen, user }
}

/** Whether a value can be the user of a session: an object. What must be in it, only the application knows. */
export function isUser(value: unknown): value is SessionUser {
  return isRecord(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseQuietly(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
