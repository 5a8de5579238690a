import type { RequestData, Transport } from '../model/request.ts'

/** A request without a credential that tries to get around the guard of a protected operation. */
export interface Probe {
  readonly name: string
  readonly title: string
  readonly cause: string
  readonly cwe: number
  readonly transport?: Transport
  /** Made from the plain request; given a good one, it makes the counterpart. `origin` is the server's own. */
  readonly request: (plain: RequestData, base: string, origin: string) => RequestData | undefined
}
