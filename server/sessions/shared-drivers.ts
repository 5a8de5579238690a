import type { RevocationStorage } from '../store/storage.ts'

/** Whether a storage is a server of its own, shared by processes, which may go away and come back empty. */
export function mayLoseContent(storage: RevocationStorage): boolean {
  return SERVERS.has(driverOf(storage)?.name ?? '')
}

/** Whether a storage ends with the process, or is seen by it alone. */
export function isOfOneProcess(storage: RevocationStorage): boolean {
  return PROCESS_MEMORY.has(driverOf(storage)?.name ?? '')
}

/** Drivers of unstorage by their names. They give values a lifetime and need no sweeping. */
const SERVERS: ReadonlySet<string> = new Set(['redis', 'upstash', 'vercel-kv', 'cloudflare-kv-http'])
const PROCESS_MEMORY: ReadonlySet<string> = new Set(['memory', 'lru-cache', 'null'])

function driverOf(storage: RevocationStorage): { readonly name?: string | undefined } | undefined {
  return storage.getMount?.('').driver
}
