import { isSafeMethod } from '../../server/internal.ts'
import { FORM, type RequestData, type Transport } from '../model/request.ts'
import { type Route, isProtected } from '../model/route.ts'
import { type Caller, withCaller } from '../model/caller.ts'
import type { RouteFixture } from '../model/fixtures.ts'

/** A request that passes validation as far as the fixtures and the document know how, without a credential. */
export function plainRequest(route: Route, fixture: RouteFixture | undefined): RequestData {
  const { sample } = route
  const params = { ...sample?.params, ...fixture?.params }
  const body = fixture?.body ?? sample?.body
  const path = route.path.replace(/\[(\.\.\.)?([^\]]+)\]/g, (_, rest: string | undefined, name: string) => {
    const value = encodeURIComponent(params[name] ?? '1')
    return rest === undefined ? value : value.replaceAll('%2F', '/')
  })
  const query = Object.entries({ ...sample?.query, ...fixture?.query }).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const own = new Set(Object.keys(fixture?.headers ?? {}).map((name) => name.toLowerCase()))
  const sampled = Object.entries(sample?.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()))
  const headers: [string, string][] = [...sampled, ...Object.entries(fixture?.headers ?? {})]
  if (body) headers.push(['Content-Type', body.contentType])
  const isSaid = ['sec-fetch-site', 'origin'].some((name) => own.has(name))
  if (needsProof(route) && !isSaid) headers.push(['Sec-Fetch-Site', 'same-origin'])
  const caller = callerOf(fixture)
  const inBody = body?.contentType === FORM ? encodeURIComponent : undefined
  return {
    method: route.method,
    target: withCaller(route.base + path + (query.length > 0 ? `?${query.join('&')}` : ''), caller, encodeURIComponent),
    headers,
    ...(body ? { body: Buffer.from(withCaller(body.text, caller, inBody), 'utf8').toString('latin1') } : {}),
  }
}

function callerOf({ caller, callers = {} }: Pick<RouteFixture, 'caller' | 'callers'> = {}): Caller | undefined {
  return caller ?? Object.values(callers)[0]
}

/** The fixture as it is for requests of one user. */
export function fixtureFor(fixture: RouteFixture, user: string | undefined): RouteFixture {
  const params = user === undefined ? undefined : fixture.paramsOf?.[user]
  const caller = user === undefined ? undefined : fixture.callers?.[user]
  if (params === undefined && caller === undefined) return fixture
  return { ...fixture, params: { ...fixture.params, ...params }, caller }
}

function needsProof(route: Route): boolean {
  return route.csrf && !isSafeMethod(route.method) && (route.csrfAlways === true || isProtected(route))
}

/** The weakest way to send a request: a `Request` object has no repeated lines, no odd targets and no body on GET. */
export function weakestTransport(request: RequestData): Transport {
  const names = request.headers.map(([name]) => name.toLowerCase())
  const plain =
    new Set(names).size === names.length &&
    !names.some((name) => FORBIDDEN_FIELD.test(name)) &&
    request.headers.every(([name, value]) => TOKEN.test(name) && FIELD_VALUE.test(value)) &&
    // Joined lines and a comma in a value look alike there, so a key with one is refused.
    !request.headers.some(([name, value]) => value.includes(',') && !/^(authorization|cookie)$/i.test(name)) &&
    PLAIN_TARGET.test(request.target) &&
    !/(^|\/)\.{1,2}(\/|$)|\/\//.test(request.target) &&
    FETCH_METHOD.test(request.method) &&
    (request.body === undefined || !isSafeMethod(request.method)) &&
    request.bytes === undefined
  return plain ? 'fetch' : 'socket'
}

const TOKEN = /^[\w!#$&'*+.^`|~-]+$/
const FIELD_VALUE = /^$|^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/
const FORBIDDEN_FIELD = /^(host|connection|upgrade|expect|trailer|transfer-encoding|content-length|cookie2)$/
const PLAIN_TARGET = /^\/[\w!$&'()*+,;=:@/?~.%-]*$/
const FETCH_METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/
