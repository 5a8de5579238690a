import type { Connection } from './redis-client.ts'
import { within } from './within.ts'

/** One question of a {@link probeSessions} that failed. */
export interface FailedProbe {
  /** Of a cluster, `host:port` of the primary that was asked, where it is known. */
  readonly node: string | undefined
  readonly error: unknown
}

/**
 * Does what sessions need: writes a key and reads it, of a cluster on each primary that keeps a group of sessions.
 *
 * @param timeout milliseconds for each
 * @returns the first that failed where others did not
 * @throws the first error where all failed
 */
export async function probeSessions(
  connection: Connection,
  { isCluster, timeout }: { readonly isCluster: boolean; readonly timeout: number },
): Promise<FailedProbe | undefined> {
  const keys = (isCluster ? GROUPS : GROUPS.slice(0, 1)).map((group) => `svc:{${group}}:probe`)
  const byNode = new Map(keys.map((key) => [connection.primaryOf(key) ?? key, key]))
  const answers = await Promise.allSettled([...byNode.values()].map((key) => within(probe(connection, key), timeout)))
  const failures = [...byNode].flatMap(([node, key], index) => {
    const answer = answers[index]
    return answer?.status === 'rejected' ? [{ node: node === key ? undefined : node, error: answer.reason }] : []
  })
  if (failures[0] && failures.length === answers.length) throw failures[0].error
  return failures[0]
}

async function probe({ storage }: Connection, key: string): Promise<void> {
  await Promise.all([storage.setItem(key, Date.now(), { ttl: LIFETIME }), storage.hasItem(key)])
  await storage.getItem(key)
}

/** The first characters of the ids of sessions (base64url): the keys of each are on one node. */
const GROUPS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'.split('')
/** Seconds. */
const LIFETIME = 60
