/** The part of `oidc-provider` that tests use: it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
