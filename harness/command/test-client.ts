import type { AnyApi } from '../model/application.ts'

/** An answer with its body read. */
export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; throws if it is not valid JSON. */
  json(): unknown
}

/** Calls an application without a socket, with a base, header fields and cookies that stay from call to call. */
export class TestClient {
  readonly #api: Pick<AnyApi, 'fetch'>
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #cookies = new Map<string, string>()

  /** @param base before every path, such as `/api` */
  constructor(api: Pick<AnyApi, 'fetch'>, base: string = '', headers: Readonly<Record<string, string>> = {}) {
    this.#api = api
    this.#base = base
    this.#headers = headers
  }

  /** A client that sends more header fields and shares nothing else. */
  with(headers: Readonly<Record<string, string>>): TestClient {
    return new TestClient(this.#api, this.#base, { ...this.#headers, ...headers })
  }

  get(path: string, init: RequestInit = {}): Promise<TestResponse> {
    return this.request(path, { ...init, method: 'GET' })
  }

  /** Sends an object as JSON, anything else as it is. */
  post(path: string, body?: unknown, init: RequestInit = {}): Promise<TestResponse> {
    return this.request(path, { ...init, method: 'POST', ...bodyOf(body, init) })
  }

  /** Sends a request; cookies of the answer are kept. */
  async request(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const headers = new Headers(this.#headers)
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    if (this.#cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await this.#api.fetch(new Request(`http://localhost${this.#base}${path}`, { ...init, headers }))
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as unknown }
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || /;\s*max-age=0/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

function bodyOf(body: unknown, init: RequestInit): RequestInit {
  if (body === undefined) return {}
  if (
    typeof body === 'string' ||
    body instanceof URLSearchParams ||
    body instanceof FormData ||
    body instanceof Uint8Array
  )
    return { body: body as BodyInit }
  const headers = new Headers(init.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return { body: JSON.stringify(body), headers }
}
