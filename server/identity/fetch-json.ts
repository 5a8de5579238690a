import { isStoodInFor } from '../auth/token-keys.ts'

/** Milliseconds for an answer, whole. */
const TIMEOUT = 5_000
/** Bytes. A key set with a hundred certificates has less. */
const MOST_BYTES = 262_144

/** A JSON document that an issuer publishes. */
export interface Fetched {
  readonly value: unknown
  readonly text: string
  /** Seconds for which `Cache-Control` says it may be kept; `undefined` where it says nothing. */
  readonly maxAge: number | undefined
}

/**
 * Fetches a JSON document: a bounded number of bytes in a bounded time. A redirect is not followed: it would let an
 * answer choose another address.
 *
 * @throws Error that says why it failed, as the rest of a sentence; it holds nothing of the answer
 */
export async function fetchJson(url: string, timeout: number = TIMEOUT): Promise<Fetched> {
  const response = await ask(url, timeout)
  if (response.status !== 200) {
    void response.body?.cancel().catch(() => undefined)
    throw new Error(`answers ${response.status === 0 ? 'with a redirect' : response.status}`)
  }
  const text = await readText(response, timeout)
  return { value: parse(text), text, maxAge: maxAgeOf(response.headers.get('cache-control')) }
}

/**
 * A `fetch` with the bounds of {@link fetchJson}, for libraries: the answer is whole, and no larger.
 *
 * @throws Error that says why it failed; it holds nothing of the answer
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  refuseInTests(url)
  const response = await fetch(url, { ...options, redirect: 'manual' })
  const text = await readText(response, TIMEOUT)
  const { status, headers } = response
  return new Response(status === 204 || status === 304 ? null : text, { status: status || 502, headers })
}

/** A run of tests causes no traffic but that of this machine. */
function refuseInTests(url: string): void {
  if (isStoodInFor(url)) throw new Error('is not asked in a run of tests')
}

async function ask(url: string, timeout: number): Promise<Response> {
  refuseInTests(url)
  try {
    const signal = AbortSignal.timeout(timeout)
    return await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' }, signal })
  } catch (error) {
    throw new Error(reasonOf(error, timeout), { cause: error })
  }
}

async function readText(response: Response, timeout: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength
      if (size > MOST_BYTES) break
      parts.push(part)
    }
  } catch (error) {
    throw new Error(reasonOf(error, timeout), { cause: error })
  }
  if (size > MOST_BYTES) throw new Error(`answers with more than ${MOST_BYTES} bytes`)
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('answers with something other than JSON')
  }
}

function reasonOf(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `does not answer within ${timeout / 1_000} s`
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `cannot be reached${code}`
}

function maxAgeOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(header)) return 0
  const [, seconds] = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(header) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
