import { SvcAPI } from 'svc'
import type { AuthInput } from 'svc'

/** The status of a request with a token, and what the operation saw as `request.auth`. */
export type Called = readonly [status: number, auth?: unknown]

/** An API with one operation, asked with `Authorization: Bearer` or with other header fields. */
export function callerOf(
  auth: AuthInput,
): (token?: string, headers?: Readonly<Record<string, string>>) => Promise<Called> {
  const api = new SvcAPI({ title: 'Pets' })
  api.get('/', { auth }, (request: { readonly auth: unknown }) => ({ auth: request.auth }))
  return async (token, headers) => {
    const fields = headers ?? (token === undefined ? {} : { authorization: `Bearer ${token}` })
    const response = await api.fetch(new Request('http://localhost/', { headers: fields }))
    const body = (await response.json()) as { readonly auth?: unknown }
    return response.status === 200 ? [200, body.auth] : [response.status]
  }
}
