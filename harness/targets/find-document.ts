import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { HarnessError } from '../model/failure.ts'
import { describeUnreachable, NoAnswer } from '../replay/connection.ts'
import { SocketTarget } from '../replay/target.ts'
import { isObject } from '../text/json.ts'
import { upgradeSwagger } from './swagger.ts'
import { endpointOf } from './targets.ts'

/** Where frameworks and their plugins serve the document, and pages that hold it. */
const PLACES = [
  'openapi.json',
  'openapi.yaml',
  'swagger.json',
  'api-docs',
  'v3/api-docs',
  'api-docs.json',
  'docs/openapi.json',
  'api/openapi.json',
  'docs-json',
  'api-json',
  'docs/json',
  'documentation/json',
  'swagger/json',
  'swagger/v1/swagger.json',
  'swagger/doc.json',
  'v2/api-docs',
  'api/schema/',
  'api-docs/swagger-ui-init.js',
  'docs/swagger-ui-init.js',
  'swagger/swagger-ui-init.js',
  'api/docs/swagger-ui-init.js',
  'api/api-docs/swagger-ui-init.js',
  'api/swagger-ui-init.js',
] as const

/**
 * The document of a server: a file, a path or an address of it, else at the first usual place that has one. A path of the server
 * goes before a file of that name. Swagger 2.0 is read as OpenAPI 3.0.
 *
 * @param named of `--openapi`
 * @throws HarnessError 2 where it is absent, 3 for a server that does not answer.
 */
export async function findDocument(base: URL, named: string | undefined, timeout: number): Promise<unknown> {
  return upgradeSwagger(await loadDocument(base, named, timeout))
}

async function loadDocument(base: URL, named: string | undefined, timeout: number): Promise<unknown> {
  const isAddress = named !== undefined && /^https?:\/\//.test(named)
  if (isAddress && new URL(named).origin !== base.origin)
    throw new HarnessError(
      'SVC_SERVER_ADDRESS',
      `--openapi ${named} is another origin than --url; save it and name the file`,
    )
  if (named !== undefined && !isAddress && (existsSync(named) || !named.startsWith('/')))
    return readFile(base, named, timeout)
  const target = new SocketTarget(endpointOf(base.origin), timeout, undefined)
  try {
    return named === undefined ? await search(base, target) : await readAt(new URL(named, base), target)
  } catch (cause) {
    throw unreachable(cause, base.origin)
  } finally {
    await target.close()
  }
}

async function readFile(base: URL, file: string, timeout: number): Promise<unknown> {
  if (!existsSync(file)) throw new HarnessError('SVC_DOCUMENT_MISSING', `--openapi ${file} does not exist`)
  if (file.startsWith('/')) {
    const target = new SocketTarget(endpointOf(base.origin), timeout, undefined)
    const served = await fetchText(new URL(file, base), target).catch(() => undefined)
    await target.close()
    const document = typeof served === 'string' ? documentIn(served) : undefined
    if (document !== undefined) return document
  }
  return parsed(readFileSync(file, 'utf8'), file)
}

async function search(base: URL, target: SocketTarget): Promise<unknown> {
  const root = base.href.replace(/\/?$/, '/')
  const roots = base.pathname === '/' ? [root] : [root, `${base.origin}/`]
  for (const below of roots)
    for (const place of PLACES) {
      const text = await fetchText(new URL(place, below), target)
      const document = typeof text === 'string' ? documentIn(text) : undefined
      if (document !== undefined) return document
    }
  throw new HarnessError(
    'SVC_DOCUMENT_MISSING',
    `no OpenAPI document at ${root}openapi.json and ${PLACES.length - 1} other usual places; name it with --openapi: a file, a path or an address`,
  )
}

async function readAt(url: URL, target: SocketTarget): Promise<unknown> {
  const text = await fetchText(url, target)
  if (typeof text === 'string') return documentIn(text) ?? parsed(text, url.href)
  throw new HarnessError(
    'SVC_DOCUMENT_MISSING',
    `${url.href} answers ${text}; name the OpenAPI document with --openapi`,
  )
}

/** The text at an address, or the status that came in its place. */
async function fetchText(url: URL, target: SocketTarget): Promise<string | number> {
  const answer = await target.send(
    { method: 'GET', target: url.pathname + url.search, headers: [['Accept', 'application/json']] },
    'own',
  ).answer
  return answer.status === 200 ? Buffer.from(answer.body, 'latin1').toString('utf8') : answer.status
}

/** An OpenAPI document, also one inside of the script of a Swagger UI page; `undefined` for any other text. */
function documentIn(text: string): unknown {
  const at = /"swaggerDoc":\s*(?=\{)/.exec(text)
  try {
    const value: unknown = parse(at === null ? text : objectFrom(text.slice(at.index + at[0].length)))
    return isObject(value) && (value['openapi'] !== undefined || value['swagger'] !== undefined) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of the JSON object that a text begins with. */
function objectFrom(text: string): string {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return text.slice(0, index + 1)
  }
  return text
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new HarnessError('SVC_DOCUMENT_INVALID', `${name} is neither JSON nor YAML`, 2, { cause })
  }
}

/** An error of a server that does not answer, in words. */
export function unreachable(cause: unknown, origin: string): unknown {
  if (!(cause instanceof NoAnswer)) return cause
  const { code } = (cause.cause ?? {}) as NodeJS.ErrnoException
  const message =
    cause.reason === 'untrusted'
      ? describeUnreachable('untrusted', origin, code)
      : `${origin} does not answer (${cause.reason}); is the server running?`
  return new HarnessError('SVC_SERVER_UNREACHABLE', message, 3, { cause })
}
