import type { LeafDescription } from 'svc'
import { isPair, isText } from '../../server/internal.ts'
import type { CredentialValue, RequestParts } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { base64, utf8Bytes } from '../text/encoding.ts'

/** The request with one more header line. */
export function withHeader(request: RequestData, name: string, value: string): RequestData {
  return { ...request, headers: [...request.headers, [name, value]] }
}

/** The request with one more query pair, written as it is. */
export function withQuery(request: RequestData, pair: string): RequestData {
  const mark = request.target.includes('?') ? '&' : '?'
  return { ...request, target: `${request.target}${mark}${pair}` }
}

/** The request with one more cookie pair, written as it is, on the one `Cookie` line. */
export function withCookie(request: RequestData, pair: string): RequestData {
  const at = request.headers.findIndex(([name]) => name.toLowerCase() === 'cookie')
  if (at < 0) return withHeader(request, 'Cookie', pair)
  const headers = request.headers.map(([name, value], i) => [name, i === at ? `${value}; ${pair}` : value] as const)
  return { ...request, headers }
}

/** The request with other claims about the page that sent it. */
export function withSender(request: RequestData, claims: RequestData['headers']): RequestData {
  const headers = request.headers.filter(([name]) => !/^(?:sec-fetch-site|origin|referer)$/i.test(name))
  return { ...request, headers: [...headers, ...claims] }
}

/** The request with an `Authorization` line. */
export function withAuthorization(request: RequestData, value: string): RequestData {
  return withHeader(request, 'Authorization', value)
}

/** The request with another path; the query stays. */
export function withPath(request: RequestData, change: (path: string) => string): RequestData {
  const mark = request.target.indexOf('?')
  const path = mark < 0 ? request.target : request.target.slice(0, mark)
  return { ...request, target: change(path) + (mark < 0 ? '' : request.target.slice(mark)) }
}

/** The request with a key in the place where an authenticator looks for it. */
export function withKey(request: RequestData, leaf: LeafDescription, key: string): RequestData {
  const { carrier } = leaf
  switch (carrier.in) {
    case 'authorization':
      return withAuthorization(request, `${carrier.scheme} ${isPair(carrier) ? base64(key) : utf8Bytes(key)}`)
    case 'query':
      return withQuery(request, `${encodeURIComponent(carrier.name)}=${encodeURIComponent(key)}`)
    case 'cookie':
      return withCookie(request, `${carrier.name}=${utf8Bytes(key)}`)
    case 'header':
      return withHeader(request, carrier.name, utf8Bytes(key))
    case 'session':
    case 'request':
      return request
  }
}

/** The request with a well-formed credential of no user; `undefined` where its form is not known. */
export function withWrong(request: RequestData, leaf: LeafDescription): RequestData | undefined {
  if (!isText(leaf.carrier) && !isPair(leaf.carrier)) return undefined
  return withKey(request, leaf, isPair(leaf.carrier) ? 'svc-nobody:svc-wrong' : 'svc-no-such-key-4b1d')
}

/** The request with a whole credential of one authenticator. */
export function withCredential(request: RequestData, leaf: LeafDescription, value: CredentialValue): RequestData {
  switch (value.type) {
    case 'key':
      return withKey(withBeside(request, value.beside), leaf, value.value)
    case 'basic':
      return withAuthorization(request, `Basic ${base64(`${value.username}:${value.password}`)}`)
    case 'cookie':
    case 'session':
      return withCookie(request, `${value.name}=${value.value}`)
    case 'parts':
      return withParts(value.from === undefined ? request : { ...request, from: value.from }, value)
  }
}

/** The request with the parts of a credential that stand beside the one that its authenticator declares; each once. */
export function withBeside(request: RequestData, beside: RequestParts | undefined): RequestData {
  return beside === undefined ? request : withParts(withoutParts(request, beside), beside)
}

function withoutParts({ target, ...request }: RequestData, parts: RequestParts): RequestData {
  const fields = new Set(Object.keys(parts.headers ?? {}).map((name) => name.toLowerCase()))
  const drop = (pairs: string, sign: string, names: readonly string[]): string =>
    pairs
      .split(sign)
      .filter((pair) => !names.includes(pair.trim().split('=', 1)[0] as string))
      .join(sign)
  const [path = '', query] = target.split('?', 2)
  const kept = query && drop(query, '&', Object.keys(parts.query ?? {}).map(encodeURIComponent))
  return {
    ...request,
    target: kept ? `${path}?${kept}` : path,
    headers: request.headers.flatMap(([name, value]): RequestData['headers'] => {
      if (fields.has(name.toLowerCase())) return []
      const own = name.toLowerCase() === 'cookie' ? drop(value, ';', Object.keys(parts.cookies ?? {})).trim() : value
      return own === '' && value !== '' ? [] : [[name, own]]
    }),
  }
}

function withParts(request: RequestData, parts: RequestParts): RequestData {
  let result = request
  for (const [name, value] of Object.entries(parts.headers ?? {})) result = withHeader(result, name, utf8Bytes(value))
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    result = withQuery(result, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  }
  for (const [name, value] of Object.entries(parts.cookies ?? {})) {
    result = withCookie(result, `${name}=${utf8Bytes(value)}`)
  }
  return result
}
