import type { Socket } from 'node:net'
import type RedisDriver from 'unstorage/drivers/redis'
import { LoadError } from '../base/errors.ts'
import type { RedisAddress } from './redis-address.ts'
import type { KeyedStorage } from './storage.ts'

/** A connection to Redis that mends itself. */
export interface Connection {
  readonly storage: KeyedStorage
  /** The client of `ioredis`, for libraries that want it. */
  readonly client: object
  /** The last error of the connection since it was ready. */
  readonly lastError: Error | undefined
  /** Of a cluster, `host:port` of the primary that keeps a key with a hash tag, where that is known. */
  primaryOf(key: string): string | undefined
  /** Opens it anew, unless that is under way. */
  reconnect(): void
  close(): void
}

/** The methods of `ioredis` that are used, of a Redis or a cluster of them. */
interface Client {
  readonly status: string
  readonly stream?: Socket
  /** Of a cluster: the nodes of each slot, the primary first. */
  readonly slots?: readonly (readonly string[] | undefined)[]
  /** Of the next attempt to connect. */
  readonly reconnectTimeout?: NodeJS.Timeout | null
  on(event: string, listener: (argument: never) => void): unknown
  once(event: string, listener: (argument: never) => void): unknown
  removeListener(event: string, listener: (argument: never) => void): unknown
  info(section: string): Promise<string>
  disconnect(reconnect?: boolean): void
}

/**
 * Connects to Redis. A command that cannot be sent at once is refused, never queued: who asked has given up before it
 * is sent.
 *
 * @param ready called whenever it is, with what Redis says of its memory
 * @throws {@link LoadError} where `ioredis` is not installed; the reason why it is not ready, if it closes before.
 */
export async function connect(address: RedisAddress, ready?: (memory: string) => void): Promise<Connection> {
  const [{ createStorage }, redisDriver] = await Promise.all([import('unstorage'), importDriver()])
  let isMade = false
  // A connection that was never made is not mended: another is opened. To disconnect it would wait for seconds.
  const retry = (attempt: number): number | null => (isMade ? Math.min(50 * attempt, 1_000) : null)
  const driver = redisDriver(optionsOf(address, retry))
  const client = driver.getInstance?.() as unknown as Client
  let reason: Error | undefined
  client.on('error', (error: Error) => (reason = error))
  const greet = (): void => {
    reason = undefined
    // An account that may not ask works as well.
    void client.info('memory').then(ready, () => undefined)
  }
  client.on('ready', greet)
  // A process that has nothing else to do may end.
  const release = (one: Client): void => {
    one.on('connect', () => one.stream?.unref())
    one.on('reconnecting', () => one.reconnectTimeout?.unref())
  }
  release(client)
  if (address.isCluster) client.on('+node', release)
  const connection: Connection = {
    storage: createStorage({ driver }),
    client,
    get lastError() {
      return reason
    },
    primaryOf: (key) => client.slots?.[slotOf(key)]?.[0],
    reconnect: () => {
      if (client.status === 'ready' || client.status === 'connect') client.disconnect(true)
    },
    close: () => client.disconnect(),
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => {
      client.removeListener('ready', succeed)
      if (client.status !== 'end') connection.close()
      reject(reason ?? new Error('the connection was closed'))
    }
    const succeed = (): void => {
      client.removeListener('close', fail)
      isMade = true
      resolve()
    }
    if (client.status === 'ready') return succeed()
    client.once('ready', succeed)
    client.once('close', fail)
  })
  return connection
}

async function importDriver(): Promise<typeof RedisDriver> {
  try {
    return (await import('unstorage/drivers/redis')).default
  } catch (cause) {
    throw new LoadError(
      'SVC_STORE_DRIVER_MISSING',
      'A store at redis:// needs the package ioredis, which is not installed. Run npm install ioredis@5.',
      undefined,
      { cause },
    )
  }
}

function optionsOf(
  { nodes, isCluster, tls, username, password, database, timeout }: RedisAddress,
  retry: (attempt: number) => number | null,
): object {
  const shared = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  }
  if (!isCluster) return { ...shared, ...nodes[0], db: database, enableOfflineQueue: false, retryStrategy: retry }
  return {
    cluster: nodes,
    clusterOptions: {
      // A node that went away without a word keeps its connection open for minutes. Its end has the client ask where its keys
      // are now.
      redisOptions: { ...shared, socketTimeout: timeout + NODE_PATIENCE },
      enableOfflineQueue: false,
      clusterRetryStrategy: retry,
      slotsRefreshTimeout: 1_000,
    },
  }
}

/** The slot of a key, by its hash tag: CRC16 (XMODEM) modulo 16,384, as the specification of Redis Cluster says. */
export function slotOf(key: string): number {
  let sum = 0
  for (const byte of Buffer.from(key.slice(key.indexOf('{') + 1, key.indexOf('}')))) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80_00 ? 0x10_21 : 0)) & 0xff_ff
  }
  return sum % 16_384
}

/** Milliseconds for which a node of a cluster may be silent beyond the time for an answer. */
const NODE_PATIENCE = 2_000
