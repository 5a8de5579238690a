import { createHash, timingSafeEqual } from 'node:crypto'
import { basic, headerKey } from 'svc/security'

export interface Client {
  readonly name: string
  readonly scopes: readonly string[]
}

interface StoredClient extends Client {
  /** SHA-256 of the key: long random keys need no slow hash. */
  readonly digest: Buffer
}

// Instead of a database: two clients whose keys come from the environment.
const clients: readonly StoredClient[] = [
  { name: 'sensor', scopes: ['readings:write'], digest: digestOf(process.env['SENSOR_KEY'] ?? 'sensor-key') },
  { name: 'board', scopes: ['readings:read'], digest: digestOf(process.env['BOARD_KEY'] ?? 'board-key') },
]

/** A key in `X-API-Key`. */
export const clientKey = headerKey('X-API-Key', (_request, key) => findClient(key), { name: 'ClientKey' })

/** The same key as a password, with the name of the client: what OAuth clients send to a token endpoint. */
export const clientPassword = basic(
  (_request, name, key) => {
    const client = findClient(key)
    return client?.name === name ? client : null
  },
  { name: 'ClientPassword' },
)

function findClient(key: string): Client | undefined {
  const digest = digestOf(key)
  return clients.find((client) => timingSafeEqual(client.digest, digest))
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
