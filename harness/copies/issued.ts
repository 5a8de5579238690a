import type { Operation } from 'svc'
import { type ReadKeys, withTokenKeys } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import { takesTokens, type TokenLeaf } from '../model/token-facts.ts'
import { mapLeaves, partsOf } from './rebuild.ts'

/**
 * The application with another issuer behind authenticators of tokens: they ask for its keys, and judge everything as before.
 *
 * @param keysOf gives the keys for the authenticators that get it; `undefined` leaves one as it is
 */
export function withIssuer(api: AnyApi, keysOf: (leaf: TokenLeaf) => ReadKeys | undefined): AnyApi {
  // One for each: what it remembers of a token it remembers for all routes.
  const copies = new Map<unknown, unknown>()
  const operations = api.operations().map((operation): Operation =>
    mapLeaves(operation, (value, leaf) => {
      const read = takesTokens(leaf) ? keysOf(leaf) : undefined
      if (read === undefined) return value
      if (!copies.has(value)) copies.set(value, withTokenKeys(value, read) ?? value)
      return copies.get(value)
    }),
  )
  return copies.size === 0 ? api : api.withOperations(operations)
}

/** Asks an authenticator of the application whether a request passes, on a path of its own with nothing around it. */
export async function passesAlone(
  api: AnyApi,
  leaf: TokenLeaf,
  lines: readonly (readonly [string, string])[],
): Promise<boolean> {
  const found = api
    .operations()
    .flatMap(({ auth }) => partsOf(auth))
    .find(([, description]) => description === leaf)
  if (found === undefined) return false
  const path = '/svc-passes-alone'
  const operation: Operation = Object.freeze({
    id: path,
    method: 'GET' as const,
    path,
    auth: { value: found[0], description: leaf, level: 'operation' as const, source: undefined },
    options: {},
    middleware: [],
    handler: () => 'passed',
    source: undefined,
  })
  const headers = new Headers(lines.map(([name, value]) => [name, value]))
  const copy = api.withOperations([operation], { base: '' })
  return (await copy.fetch(new Request(`http://127.0.0.1${path}`, { headers }))).ok
}
