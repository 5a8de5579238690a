import type { Message, Peer } from 'crossws'
import { HttpError } from '../base/errors.ts'

/**
 * The hooks of a WebSocket. `peer` sends, `message` reads as text, JSON or bytes; see crossws for both. A hook that
 * throws ends the connection with 1011.
 */
export interface WebSocketHooks {
  readonly open?: (peer: Peer) => unknown
  readonly message?: (peer: Peer, message: Message) => unknown
  readonly close?: (peer: Peer, details: { readonly code?: number; readonly reason?: string }) => unknown
  readonly error?: (peer: Peer, error: Error) => unknown
  /** Subprotocols, best first; the first that the client offers is agreed on (RFC 6455 section 1.9). */
  readonly protocols?: readonly string[]
}

/** The result of {@link websocket}. */
export interface WebSocketReply {
  /** The brand by which every copy of this module recognizes it. */
  readonly [WEBSOCKET]: WebSocketHooks
}

const WEBSOCKET: unique symbol = Symbol.for('svc.websocket') as never

/**
 * The answer of an operation that turns the request into a WebSocket. The operation's own authenticator has passed by
 * then: a client without a credential gets 401 and never a 101. A cookie also needs the same-origin proof, whatever
 * `csrf` says, since browsers connect from any page and send it along. A request that asks for no upgrade gets 426.
 *
 * @example
 * export const GET = operation({ auth: fwAuth }, (request) =>
 *   websocket({ message: (peer, message) => peer.send(`${request.auth.name}: ${message.text()}`) }),
 * )
 */
export function websocket(hooks: WebSocketHooks): WebSocketReply {
  return Object.freeze({ [WEBSOCKET]: hooks })
}

/** The hooks, if the value is what {@link websocket} returned. */
export function findWebSocketHooks(value: unknown): WebSocketHooks | undefined {
  return (value as Partial<WebSocketReply> | null | undefined)?.[WEBSOCKET]
}

/** A request that asks to become a WebSocket. */
export interface Upgrade {
  /** Bytes that came behind the header lines. */
  readonly head: Buffer
  /** Takes the connection out of the hands of HTTP. `close` says goodbye when the server ends. */
  readonly release: (close: () => void) => void
  /** The answer of the operation, once there is one. */
  accepted: AcceptedUpgrade | undefined
}

/** A request that becomes a WebSocket. */
export interface AcceptedUpgrade {
  readonly hooks: WebSocketHooks
  /** Header fields of the 101. */
  readonly fields: readonly (readonly [string, string])[]
  /** Hears what a hook throws. */
  readonly fail: (error: unknown) => void
}

/** The part of a request that a handshake is in. */
export interface HandshakeSource {
  readonly method: string
  readonly upgrade: Upgrade | undefined
  headerValues(name: string): readonly string[]
}

/**
 * Lets a request become a WebSocket (RFC 6455 section 4.2).
 *
 * @throws {@link HttpError} 426 for a request that asks for no upgrade or for another version, 400 for a handshake that
 * is not valid.
 */
export function acceptUpgrade(source: HandshakeSource, accepted: AcceptedUpgrade): void {
  const { upgrade, method } = source
  const [version] = source.headerValues('sec-websocket-version')
  if (!upgrade || version !== '13') {
    throw new HttpError(426, undefined, { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' })
  }
  const keys = source.headerValues('sec-websocket-key')
  if (method !== 'GET' || keys.length !== 1 || !KEY.test(keys[0] as string)) throw new HttpError(400)
  upgrade.accepted = accepted
}

/** 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{22}==$/

/** Registered, so that copies of this module agree: of the program that listens, and of the project that it serves. */
const UPGRADES = Symbol.for('svc.upgrades')
const upgrades = ((globalThis as { [UPGRADES]?: WeakMap<object, Upgrade> })[UPGRADES] ??= new WeakMap())

/** Says of one of Node's requests that its connection can become a WebSocket. */
export function offerUpgrade(nodeRequest: object, upgrade: Pick<Upgrade, 'head' | 'release'>): void {
  upgrades.set(nodeRequest, { ...upgrade, accepted: undefined })
}

/** The arguments of {@link offerUpgrade}. */
export function findUpgrade(nodeRequest: object): Upgrade | undefined {
  return upgrades.get(nodeRequest)
}
