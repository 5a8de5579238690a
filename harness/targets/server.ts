import { isSafeMethod } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Route } from '../model/route.ts'
import { documentOf, isGuardedBy, plainRequestOf, type RecordedOperation } from '../recordings/recorded-document.ts'
import { matchRoute, readRecordings, type Recordings } from '../recordings/recordings.ts'
import { SocketTarget } from '../replay/target.ts'
import { endpointOf } from './targets.ts'
import { type DocumentRoutes, readDocument, readTokenPaths } from './document.ts'
import { findDocument, unreachable } from './find-document.ts'
import { readUndeclared, type Undeclared } from './undeclared.ts'

/** A server that is tested by its address. */
export interface Server extends DocumentRoutes {
  readonly origin: string
  /** Where a scheme's token is given for a name and a password: its path, by the scheme's name. */
  readonly logins: Readonly<Record<string, string>>
  /** Absent where the document says of some operation what guards it. */
  readonly undeclared?: Undeclared
  /** Absent without --har. */
  readonly recordings?: Recordings
}

/** Which server, and where its document is. */
export interface ServerInput {
  readonly url: string
  /** A file, a path or an address of the same origin; looked for at usual places if absent. */
  readonly document: string | undefined
  /** Milliseconds. */
  readonly timeout: number
  /** Of `--har`: `ann=ann.har`. */
  readonly har?: readonly string[]
  /** `--unsafe`: what recordings have that may change something is asked without a credential. */
  readonly unsafe?: boolean
}

/**
 * Reads the document of a server. No redirect is followed, and no other origin is asked.
 *
 * @throws HarnessError 2 for a document that is not valid, 3 for a server that does not answer.
 */
export async function readServer({ url, document, timeout, har = [], unsafe = false }: ServerInput): Promise<Server> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HarnessError(
      'SVC_SERVER_ADDRESS',
      `--url ${url} is not an http or https address. Write --url http://localhost:3000`,
    )
  const base = new URL(url)
  if (har.length > 0 && document === undefined) return readRecorded(base, har, { timeout, unsafe })
  const parsed = await findDocument(base, document, timeout)
  const read = readDocument(parsed)
  const ownPath = base.pathname.replace(/\/$/, '')
  // The address may be given with the base that the document names, or without it.
  const prefix = read.base !== '' && ownPath.endsWith(read.base) ? ownPath : ownPath + read.base
  const logins = readTokenPaths(parsed, new URL(prefix, base))
  if (har.length === 0) {
    const undeclared = readUndeclared(parsed, read, prefix)
    const guards = undeclared === undefined ? {} : { undeclared }
    return { ...read, ...below(read.routes, prefix), origin: base.origin, logins, ...guards }
  }
  const recordings = readRecordings(har, new URL(prefix === '' ? '/' : prefix, base.origin))
  const unknown = recordings.operations.filter(({ entries }) =>
    entries.every(([{ method, path }]) => matchRoute(read.routes, method, path) === undefined),
  )
  const more = await readOperations(unknown, base.origin, prefix, { timeout, unsafe })
  return { ...read, ...below([...read.routes, ...more.routes], prefix), origin: base.origin, logins, recordings }
}

/** A server without a document: recordings are one. */
async function readRecorded(base: URL, har: readonly string[], asking: Asking): Promise<Server> {
  const recordings = readRecordings(har, base)
  const prefix = base.pathname.replace(/\/$/, '')
  const read = await readOperations(recordings.operations, base.origin, prefix, asking)
  return { ...read, ...below(read.routes, prefix), title: base.host, origin: base.origin, logins: {}, recordings }
}

function below(routes: readonly Route[], base: string): Pick<Server, 'base' | 'routes'> {
  return { base, routes: routes.map((route) => ({ ...route, base })) }
}

type Asking = Required<Pick<ServerInput, 'timeout' | 'unsafe'>>

/** An operation that was recorded with a credential is guarded where it refuses a request without one. */
async function readOperations(
  operations: readonly RecordedOperation[],
  origin: string,
  prefix: string,
  { timeout, unsafe }: Asking,
): Promise<DocumentRoutes> {
  const target = new SocketTarget(endpointOf(origin), timeout, undefined)
  const guarded = new Set<RecordedOperation>()
  try {
    for (const operation of operations) {
      const request = plainRequestOf(operation, prefix)
      if (operation.shown.length === 0 || request === undefined) continue
      const isAsked = unsafe || isSafeMethod(request.method)
      const status = isAsked ? (await target.send(request, 'own').answer).status : undefined
      if (isGuardedBy(operation, status)) guarded.add(operation)
    }
  } catch (cause) {
    throw unreachable(cause, origin)
  } finally {
    await target.close()
  }
  return readDocument(documentOf(operations, (operation) => guarded.has(operation)))
}
