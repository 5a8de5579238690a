import { createServer, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A provider on loopback, certified software: what it refuses is wrong by the specification. */
export interface TestProvider {
  readonly url: string
  /** Requests for tokens, by the values of their fields. */
  readonly exchanges: string[]
  /** An answer in place of its own, by path; `hang`: none, `cut`: the connection ends. */
  readonly answers: Map<string, { readonly status: number; readonly body: string } | 'hang' | 'cut'>
  close(): Promise<void>
}

export const CLIENT_ID = 'pets'
export const RESOURCE = 'https://pets.example/'
export const AUDIENCE = 'pets'
const SCOPES = 'pets:read pets:write'
export const CLIENT_SECRET = 'secret-of-the-client-of-the-tests'

/** @param redirectUris where the client may be answered */
export async function openProvider(redirectUris: readonly string[], port = 0): Promise<TestProvider> {
  const exchanges: string[] = []
  const answers: TestProvider['answers'] = new Map()
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const answer = answers.get(path)
    if (path === '/token') exchanges.push(path)
    if (answer === 'hang') return
    if (answer === 'cut') return void response.destroy()
    if (answer) return void response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    void handle?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'client_credentials'],
      },
    ],
    extraParams: ['audience'],
    // Signed access tokens (RFC 9068) for who asks for this resource (RFC 8707).
    features: {
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        // As providers do that know an audience instead.
        defaultResource: ({ oidc }: { oidc: { params?: { audience?: unknown } } }) =>
          oidc.params?.audience === AUDIENCE ? RESOURCE : undefined,
        getResourceServerInfo: () => ({
          scope: SCOPES,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, name: id }),
    }),
  })
  provider.on('server_error', (_context, error) => process.stderr.write(`${String(error.stack)}\n`))
  handle = provider.callback()
  return {
    url,
    exchanges,
    answers,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A browser, as far as a login needs one: cookies by origin, and navigations that follow redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** The cookies for an origin, and a way to change them. */
  cookiesOf(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const known = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, known)
    return known
  }

  /** One request, without following where it leads. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.cookiesOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await send(url, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Logs a user in at the provider, beginning with an address of it; returns the address that it leads back to. */
  async logInAt(provider: string, address: string, user: string): Promise<string> {
    let url = address
    for (let step = 0; step < 12; step++) {
      if (!url.startsWith(provider)) return url
      const response = await this.ask(url)
      const location = response.headers.get('location')
      if (location !== null) {
        url = new URL(location, url).href
        continue
      }
      const page = await response.text()
      const [, action] = /<form[^>]+action="([^"]+)"/.exec(page) ?? []
      if (action === undefined) throw new Error(`no form: ${response.status} ${page.slice(0, 300)}`)
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
      const body = new URLSearchParams({ prompt, login: user, password: 'any' })
      const answer = await this.ask(new URL(action, url).href, { method: 'POST', body })
      url = new URL(answer.headers.get('location') ?? '', url).href
    }
    throw new Error('the provider asks again and again')
  }
}

/** A request without `Sec-Fetch-Mode`: `fetch` of Node writes `cors` there, and a browser that goes to an address does not. */
export function send(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return new Promise((resolve, reject) => {
    const fields = { ...Object.fromEntries(new Headers(headers)), ...form }
    const request = url.startsWith('https:') ? httpsRequest : httpRequest
    // The certificate is one of the tests.
    const options = { method, headers: fields, agent: false, rejectUnauthorized: false } as const
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const known = new Headers()
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          known.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '')
        }
        const status = response.statusCode ?? 500
        resolve(new Response(status === 204 ? null : Buffer.concat(parts), { status, headers: known }))
      })
    })
    sent.on('error', reject)
    sent.end(body instanceof URLSearchParams ? body.toString() : undefined)
  })
}
