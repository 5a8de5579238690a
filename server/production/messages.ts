import type { AddressInfo } from 'node:net'

/** From a worker to its primary. */
export type WorkerMessage =
  /** It is ready for connections to this address, and says who may open its page. */
  | { readonly svc: 'ready'; readonly port: number; readonly host: string; readonly page: string }
  /** A connection has arrived. */
  | { readonly svc: 'taken'; readonly id: number }
  /** It got a signal, or an error that was not caught: it has to end. */
  | { readonly svc: 'leave' }

/** From the primary to a worker. */
export type PrimaryMessage =
  | { readonly svc: 'listening'; readonly address: AddressInfo }
  /** The address cannot be listened on: the code of the system's error. */
  | { readonly svc: 'refused'; readonly code: string }
  /** The socket comes with it. */
  | { readonly svc: 'connection'; readonly id: number }
  /** The last message: no connection comes after it. */
  | { readonly svc: 'drain' }

/** Applications send messages of their own. */
export function isOurs(message: unknown): boolean {
  return typeof (message as { readonly svc?: unknown } | null | undefined)?.svc === 'string'
}
