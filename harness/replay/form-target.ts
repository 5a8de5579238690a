import type { FormFlow } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { decodePercent, utf8Bytes } from '../text/encoding.ts'
import type { Endpoint } from './connection.ts'
import { takeFrom } from './replay.ts'
import { writeRequest } from './request-writer.ts'
import { fieldsOf, type RawResponse } from './response-reader.ts'
import { hostOf, type Sending, SocketTarget, type Target } from './target.ts'

/** A server behind a socket, whose requests may hold the token of a form. */
export function targetWithForm(endpoint: Endpoint, timeout: number, form: FormFlow | undefined): Target {
  const target = new SocketTarget(endpoint, timeout, undefined)
  return form === undefined ? target : new FormTarget(target, form, hostOf(endpoint))
}

/** Stands for the token; a form has its braces encoded. */
const PLACE = /\{csrf\}|%7Bcsrf%7D/gi

/**
 * Asks for a page before each request that holds `{csrf}`, and puts its token there: a session that is a cookie comes with a token
 * against requests that other sites forge. Each request has a token of its own, of the session that it brings.
 */
export class FormTarget implements Target {
  /** Why the last page gave no token, in words. */
  lacks: string | undefined
  readonly #target: Target
  readonly #form: FormFlow
  readonly #host: string

  constructor(target: Target, form: FormFlow, host: string) {
    this.#target = target
    this.#form = form
    this.#host = host
  }

  send(...[request, channel, patience]: Parameters<Target['send']>): Sending {
    if (!holdsPlace(request)) return this.#target.send(request, channel, patience)
    const answer = this.#fill(request, patience).then((filled) => this.#target.send(filled, channel, patience).answer)
    return this.#sending(request, answer)
  }

  async *sendTogether(
    ...[requests, pipelined, prepare, patience]: Parameters<Target['sendTogether']>
  ): ReturnType<Target['sendTogether']> {
    if (!requests.some(holdsPlace)) return yield* this.#target.sendTogether(requests, pipelined, prepare, patience)
    // A later request may hold what an earlier one is answered.
    for (const request of requests) yield this.send(prepare(request), 'shared', patience)
  }

  async sendAtOnce(...[requests, patience]: Parameters<Target['sendAtOnce']>): ReturnType<Target['sendAtOnce']> {
    const filled = await Promise.all(requests.map((request) => this.#fill(request, patience)))
    const sendings = await this.#target.sendAtOnce(filled, patience)
    return sendings.map((sending, at) => {
      const request = requests[at]
      return request !== undefined && holdsPlace(request) ? this.#sending(request, sending.answer) : sending
    })
  }

  close(): Promise<void> {
    return this.#target.close()
  }

  /** Shown with the place in it: the token is as secret as the session. */
  #sending(request: RequestData, answer: Promise<RawResponse>): Sending {
    return { bytes: writeRequest(request, { host: this.#host }), probe: undefined, answer }
  }

  async #fill(request: RequestData, patience: number | undefined): Promise<RequestData> {
    if (!holdsPlace(request)) return request
    const { request: page, take } = this.#form
    const own = cookiesOf(request)
    const headers = [...page.headers, ...(own.size === 0 ? [] : [cookieLine(own)])]
    const answer = await this.#target.send({ ...page, headers }, 'own', patience).answer
    const taken = takeFrom(answer, take)
    const what = `the page ${page.method} ${page.target} of csrf answered ${answer.status} without ${JSON.stringify(take)}`
    this.lacks = taken === undefined ? what : undefined
    // Without a token the server refuses, as it does with a bad session.
    const token = 'cookie' in take && taken !== undefined ? decodePercent(taken) : (taken ?? '')
    return withCookies(withToken(request, token), new Map([...givenBy(answer), ...own]))
  }
}

function holdsPlace({ target, headers, body = '' }: RequestData): boolean {
  return [target, body, ...headers.map(([, value]) => value)].some((text) => text.search(PLACE) >= 0)
}

function withToken(request: RequestData, token: string): RequestData {
  const { headers, body } = request
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('json'))
  const bytes = utf8Bytes(token)
  const inBody = isJson ? JSON.stringify(bytes).slice(1, -1) : encodeURIComponent(token)
  return {
    ...request,
    target: request.target.replace(PLACE, () => encodeURIComponent(token)),
    headers: headers.map(([name, value]) => [name, value.replace(PLACE, () => bytes)] as const),
    ...(body === undefined ? {} : { body: body.replace(PLACE, () => inBody) }),
  }
}

type Cookies = ReadonlyMap<string, string>

function cookiesOf({ headers }: RequestData): Cookies {
  const own = headers.filter(([name]) => /^cookie$/i.test(name))
  const pairs = own.flatMap(([, value]) => value.split(';').map((pair) => pair.trim()))
  return new Map(pairs.filter((pair) => pair !== '').map((pair) => pairOf(pair)))
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? ['', pair] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** Of a page that is asked for: a token may be good with a cookie beside it only. */
function givenBy({ headers }: RawResponse): Cookies {
  const pairs = fieldsOf(headers, 'set-cookie').map((line) => line.split(';')[0] ?? '')
  return new Map(pairs.map((pair) => pairOf(pair)).filter(([, value]) => value !== ''))
}

/** The lines of the request as they are where nothing was given. */
function withCookies(request: RequestData, cookies: Cookies): RequestData {
  if (cookies.size === cookiesOf(request).size) return request
  return { ...request, headers: [...request.headers.filter(([name]) => !/^cookie$/i.test(name)), cookieLine(cookies)] }
}

function cookieLine(cookies: Cookies): readonly [string, string] {
  return ['Cookie', [...cookies].map(([name, value]) => (name === '' ? value : `${name}=${value}`)).join('; ')]
}
