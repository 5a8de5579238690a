import type { SendOwn } from './entry.ts'

let send: SendOwn = (url, init) => fetch(url, init)

/** Has the page's own requests sent with the credential that opened it. */
export function useEntry(by: SendOwn): void {
  send = by
}

/** A request of the page itself, beside it on its server: the guard of the page stands before each of them. */
export function askOwn(url: string | URL, init?: RequestInit): Promise<Response> {
  return send(new URL(url, location.href), init)
}
