import { AuthenticationError, AuthorizationError, HttpError, type Operation } from 'svc'
import { describeLeaf, REQUEST } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'

/** How an application words an answer: what a registered exception handler may have changed. */
export interface Norm {
  readonly status: number
  /** `undefined` where two answers differ, as with a request id or the path inside. */
  readonly body: string | undefined
}

/** The application's own words for what the harness provokes. */
export interface Norms {
  /** A falsy authenticator. */
  readonly denied: Norm
  /** A cookie without same-origin proof. */
  readonly forbidden: Norm
  /** A guard that says no. */
  readonly guarded: Norm
  /** An unexpected error in an authenticator. */
  readonly broken: Norm
  /** An `AuthenticationError` in an authenticator. */
  readonly handled: Norm
  /** An `HttpError` in an authenticator whose status was made 200. */
  readonly success: Norm
}

/** The answers of an application without exception handlers (semantics 5). */
export const DEFAULT_NORMS: Norms = {
  denied: { status: 401, body: '{"detail":"Unauthorized"}' },
  forbidden: { status: 403, body: '{"detail":"CSRF check failed"}' },
  guarded: { status: 403, body: '{"detail":"Forbidden"}' },
  broken: { status: 500, body: '{"detail":"Internal Server Error"}' },
  handled: { status: 401, body: '{"detail":"Unauthorized"}' },
  success: { status: 500, body: '{"detail":"Internal Server Error"}' },
}

/** Asks a copy of the application, with nothing in it but a few authenticators that always do the same. */
export async function readNorms(api: AnyApi): Promise<Norms> {
  const refuse: Readonly<Record<keyof Norms, () => unknown>> = {
    denied: () => null,
    forbidden: () => {
      throw new HttpError(403, 'CSRF check failed')
    },
    guarded: () => {
      throw new AuthorizationError()
    },
    broken: () => {
      throw new Error('svc test-auth: thrown to see how the application answers')
    },
    handled: () => {
      throw new AuthenticationError()
    },
    success: () => {
      throw successError('svc test-auth: thrown to see how the application answers')
    },
  }
  const copy = api.withOperations(
    Object.entries(refuse).flatMap(([name, value]) => pathsOf(name).map((path) => createOperation(path, value))),
    { base: '' },
  )
  const names = Object.keys(refuse)
  const norms = await Promise.all(names.map((name) => readNorm(copy, name)))
  return Object.fromEntries(names.map((name, i) => [name, norms[i]])) as unknown as Norms
}

/** The constructor refuses this status; another copy of the class, or an assignment, may make it. */
export function successError(message: string): HttpError {
  return Object.assign(new HttpError(400, message), { status: 200 })
}

async function readNorm(copy: AnyApi, name: string): Promise<Norm> {
  const ask = async (path: string): Promise<{ status: number; body: string }> => {
    const response = await copy.fetch(new Request(`http://127.0.0.1${path}`))
    return { status: response.status, body: await response.text() }
  }
  const [one, other] = pathsOf(name)
  const [first, second] = [await ask(one), await ask(other)]
  return { status: first.status, body: first.body === second.body ? first.body : undefined }
}

/** Two, since an answer may say where it was asked for (`instance`, RFC 9457 section 3.1.5). */
function pathsOf(name: string): readonly [string, string] {
  return [`/${name}`, `/${name}/again`]
}

function createOperation(path: string, value: () => unknown): Operation {
  const description = describeLeaf(REQUEST, { name: path })
  return Object.freeze({
    id: path,
    method: 'GET' as const,
    path,
    auth: { value, description, level: 'operation' as const, source: undefined },
    options: {},
    middleware: [],
    handler: () => null,
    source: undefined,
  })
}
