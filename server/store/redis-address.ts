import { LoadError, type SourcePosition } from '../base/errors.ts'

/** Where a Redis is, as `redis://` and its relatives say it. */
export interface RedisAddress {
  /** One, or some nodes of a cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  readonly isCluster: boolean
  readonly tls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  /** Milliseconds after which an answer is not waited for any longer. */
  readonly timeout: number
  /** For messages: without a password. */
  readonly name: string
}

/**
 * Reads the address of a store: `redis://[user:password@]host[:port][/database][?timeout=ms]`, `rediss://` over TLS,
 * `redis-cluster://` and `rediss-cluster://` with some of the nodes, separated by commas.
 *
 * @throws {@link LoadError} for anything else, without what it says: it may hold a password.
 */
export function readRedisAddress(text: unknown, source?: SourcePosition): RedisAddress {
  const [, scheme = '', login = '', hosts = '', database = '0', query = ''] =
    (typeof text === 'string' && ADDRESS.exec(text)) || []
  const parts = hosts.split(',')
  const nodes = parts.map(readNode).filter((node) => node !== undefined)
  const isCluster = scheme.endsWith('-cluster')
  const timeout = Number(new URLSearchParams(query).get('timeout') ?? DEFAULT_TIMEOUT)
  const [username, password] = readLogin(login)
  const isSound =
    nodes.length === parts.length &&
    (isCluster ? database === '0' : nodes.length === 1) &&
    (query === '' || /^timeout=\d{1,5}$/.test(query)) &&
    timeout > 0
  if (!isSound) {
    throw new LoadError(
      'SVC_STORE_INVALID',
      'store (or SVC_STORE) must be the address of a Redis, such as "redis://127.0.0.1:6379", "rediss://user:password@host" or "redis-cluster://one:6379,two:6379".',
      source,
    )
  }
  return {
    nodes,
    isCluster,
    tls: scheme.startsWith('rediss'),
    username,
    password,
    database: Number(database),
    timeout,
    name: `${scheme}://${hosts}`,
  }
}

const ADDRESS = /^(rediss?(?:-cluster)?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/(\d{1,5}))?\/?(?:\?([^#]*))?$/
const DEFAULT_TIMEOUT = 500
const DEFAULT_PORT = 6_379

function readNode(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const port = digits === undefined ? DEFAULT_PORT : Number(digits)
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : undefined
}

function readLogin(login: string): readonly [username: string | undefined, password: string | undefined] {
  const colon = login.indexOf(':')
  const [username, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)]
  return [decode(username), decode(password)]
}

function decode(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
