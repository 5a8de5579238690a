import { existsSync, readFileSync, statSync } from 'node:fs'
import { HarnessError } from '../model/failure.ts'
import { FORM } from '../model/request.ts'
import { isObject, type Json, objectAt, textOf } from '../text/json.ts'

/** One request of a recording to the server that is tested, and what was answered. */
export interface Entry {
  readonly user: string
  /** In capitals. */
  readonly method: string
  /** Below the base, as it was sent; without the query. */
  readonly path: string
  readonly query: readonly Pair[]
  /** Names in small letters. */
  readonly headers: readonly Pair[]
  readonly cookies: readonly Pair[]
  /** The JSON of the body, or the fields of a form. */
  readonly body?: { readonly type: 'json' | 'form'; readonly value: Json }
  readonly status: number
  /** The JSON of the answer; `undefined` for another kind. */
  readonly answer: unknown
}

type Pair = readonly [name: string, value: string]

/** Octets of one file. */
const LARGEST = 50 * 1024 * 1024
/** Requests of one file that are read. */
const MOST = 20_000
/** Characters of one body that is read. */
const LONGEST = 1_000_000

/**
 * Reads the requests to one server from a recording (HTTP Archive 1.2), which anyone may have written. Everything is checked, and what is
 * not as the format says is left out.
 *
 * @param argument of `--har`: `ann=ann.har`
 * @param base the origin, and the path that requests are below
 * @throws HarnessError for a file of another format, one that is too large, and one without a request to this server
 */
export function readHar(argument: string, base: URL): readonly Entry[] {
  const [, user = '', file = ''] = /^([^=]+)=(.+)$/s.exec(argument) ?? []
  if (user === '')
    throw new HarnessError(
      'SVC_RECORDING',
      `--har ${argument} names no user. Write --har ann=ann.har, one for each user`,
    )
  if (!existsSync(file)) throw new HarnessError('SVC_RECORDING', `--har ${argument}: ${file} does not exist`)
  const { size } = statSync(file)
  if (size > LARGEST)
    throw new HarnessError(
      'SVC_RECORDING',
      `${file} has ${Math.ceil(size / 1024 / 1024)} MB, at most 50 are read. Record less, or only requests of the API`,
    )
  const listed = objectAt(parse(file), 'log')['entries']
  if (!Array.isArray(listed))
    throw new HarnessError('SVC_RECORDING', `${file} is not an HTTP Archive: it has no log.entries`)
  const all = (listed as readonly unknown[]).slice(0, MOST).filter(isObject)
  const entries = all.flatMap((entry) => readEntry(entry, user, base) ?? [])
  if (entries.length > 0) return entries
  const origins = new Set(all.flatMap((entry) => urlOf(entry)?.origin ?? []))
  const known = [...origins].slice(0, 3).join(', ')
  throw new HarnessError(
    'SVC_RECORDING',
    `${file} has no request to ${base.href}${known === '' ? '' : `, but to ${known}`}. Record the server that --url names`,
  )
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message shows a piece of the file, perhaps a token.
    throw new HarnessError('SVC_RECORDING', `${file} is not JSON. Export the requests as HAR`)
  }
}

function urlOf(entry: Json): URL | undefined {
  const url = objectAt(entry, 'request')['url']
  return typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
}

function readEntry(entry: Json, user: string, base: URL): Entry | undefined {
  const [request, response] = [objectAt(entry, 'request'), objectAt(entry, 'response')]
  const url = urlOf(entry)
  const root = base.pathname.replace(/\/$/, '')
  const method = textOf(request['method'], '').toUpperCase()
  const { status } = response
  if (url?.origin !== base.origin || !url.pathname.startsWith(`${root}/`)) return undefined
  if (!/^[A-Z]{3,10}$/.test(method) || typeof status !== 'number' || !Number.isInteger(status)) return undefined
  const headers = pairsAt(request, 'headers').map(([name, value]): Pair => [name.toLowerCase(), value])
  const body = readBody(objectAt(request, 'postData'))
  return {
    user,
    method,
    path: url.pathname.slice(root.length),
    query: [...url.searchParams],
    headers,
    cookies: cookiesOf(headers, pairsAt(request, 'cookies')),
    ...(body === undefined ? {} : { body }),
    status,
    answer: readAnswer(objectAt(response, 'content')),
  }
}

function pairsAt(request: Json, key: string): readonly Pair[] {
  const list = request[key]
  if (!Array.isArray(list)) return []
  return (list as readonly unknown[]).filter(isObject).flatMap((one): readonly Pair[] => {
    const { name, value } = one
    // A field that no request can have; `:authority` and its like are of HTTP/2.
    if (typeof name !== 'string' || typeof value !== 'string' || !/^[!#$%&'*+.^`|~\w-]+$/.test(name)) return []
    return /[\0\r\n]/.test(value) ? [] : [[name, value]]
  })
}

function cookiesOf(headers: readonly Pair[], listed: readonly Pair[]): readonly Pair[] {
  const written = headers
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(/;\s*/))
    .flatMap((pair): readonly Pair[] => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]]
    })
  return written.length > 0 ? written : listed
}

function readBody(data: Json): Entry['body'] {
  const type = textOf(data['mimeType'], '').toLowerCase()
  const text = textOf(data['text'], '')
  if (text.length > LONGEST) return undefined
  if (type.includes('json')) {
    const value = parseText(text)
    return isObject(value) ? { type: 'json', value } : undefined
  }
  if (!type.startsWith(FORM)) return undefined
  const fields = text === '' ? pairsAt(data, 'params') : [...new URLSearchParams(text)]
  return { type: 'form', value: Object.fromEntries(fields) }
}

function readAnswer(content: Json): unknown {
  const text = textOf(content['text'], '')
  if (text.length > LONGEST || text === '') return undefined
  return parseText(content['encoding'] === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
