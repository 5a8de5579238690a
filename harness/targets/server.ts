import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { HarnessError } from '../model/failure.ts'
import { describeUnreachable, NoAnswer } from '../replay/connection.ts'
import { SocketTarget } from '../replay/target.ts'
import { endpointOf } from './targets.ts'
import { type DocumentRoutes, readDocument, readTokenPaths } from './document.ts'

/** A server that is tested by its address. */
export interface Server extends DocumentRoutes {
  readonly origin: string
  /** Where a scheme's token is given for a name and a password: its path, by the scheme's name. */
  readonly logins: Readonly<Record<string, string>>
}

/** Which server, and where its document is. */
export interface ServerInput {
  readonly url: string
  /** A file, or an address of the same origin; `/openapi.json` below the address if absent. */
  readonly document: string | undefined
  /** Milliseconds. */
  readonly timeout: number
}

/**
 * Reads the document of a server. No redirect is followed, and no other origin is asked.
 *
 * @throws HarnessError 2 for a document that is not valid, 3 for a server that does not answer.
 */
export async function readServer({ url, document, timeout }: ServerInput): Promise<Server> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HarnessError(
      'SVC_SERVER_ADDRESS',
      `--url ${url} is not an http or https address. Write --url http://localhost:3000`,
    )
  const base = new URL(url)
  const isFile = document !== undefined && !/^https?:\/\//.test(document)
  if (isFile && !existsSync(document))
    throw new HarnessError('SVC_DOCUMENT_MISSING', `--openapi ${document} does not exist`)
  const text = isFile
    ? readFileSync(document, 'utf8')
    : await fetchDocument(base, document ?? `${base.href.replace(/\/$/, '')}/openapi.json`, timeout)
  const parsed = parseText(text, document ?? 'the document')
  const read = readDocument(parsed)
  const ownPath = base.pathname.replace(/\/$/, '')
  // The address may be given with the base that the document names, or without it.
  const prefix = read.base !== '' && ownPath.endsWith(read.base) ? ownPath : ownPath + read.base
  return {
    ...read,
    base: prefix,
    routes: read.routes.map((route) => ({ ...route, base: prefix })),
    origin: base.origin,
    logins: readTokenPaths(parsed, new URL(prefix, base)),
  }
}

async function fetchDocument(base: URL, address: string, timeout: number): Promise<string> {
  const url = new URL(address)
  if (url.origin !== base.origin)
    throw new HarnessError(
      'SVC_SERVER_ADDRESS',
      `--openapi ${address} is another origin than --url; save it and name the file`,
    )
  const target = new SocketTarget(endpointOf(base.origin), timeout, undefined)
  try {
    const answer = await target.send(
      { method: 'GET', target: url.pathname + url.search, headers: [['Accept', 'application/json']] },
      'own',
    ).answer
    if (answer.status === 200) return Buffer.from(answer.body, 'latin1').toString('utf8')
    throw new HarnessError(
      'SVC_DOCUMENT_MISSING',
      `${address} answers ${answer.status}; name the OpenAPI document with --openapi`,
    )
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause
    if (cause.reason === 'untrusted') {
      const { code } = cause.cause as NodeJS.ErrnoException
      throw new HarnessError('SVC_SERVER_UNREACHABLE', describeUnreachable('untrusted', base.origin, code), 3, {
        cause,
      })
    }
    throw new HarnessError(
      'SVC_SERVER_UNREACHABLE',
      `${base.origin} does not answer (${cause.reason}); is the server running?`,
      3,
      { cause },
    )
  } finally {
    await target.close()
  }
}

function parseText(text: string, name: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new HarnessError('SVC_DOCUMENT_INVALID', `${name} is neither JSON nor YAML`, 2, { cause })
  }
}
