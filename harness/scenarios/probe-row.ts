import type { RequestData, Transport } from '../model/request.ts'
import { entriesOf, type RowName } from '../model/row-name.ts'

/** A request without a credential that tries to get around the guard of a protected operation. */
export interface Probe {
  readonly name: RowName
  readonly variant?: string
  /** A noun phrase about what is sent: `a key with its last character cut off`. */
  readonly title: string
  /** The mistake that it finds most often. */
  readonly cause: string
  readonly cwe: number
  readonly transport?: Transport
  /** Sent to another operation on purpose: something else in the request names this one. */
  readonly isElsewhere?: true
  /** Made from the plain request; given a good one, it makes the counterpart. `origin` is the server's own. */
  readonly request: (plain: RequestData, base: string, origin: string) => RequestData | undefined
}

/** Probes by name: the title, the request, and its transport where that is not a plain socket. */
type Probes = Readonly<
  Partial<Record<RowName, readonly [title: string, request: Probe['request'], transport?: Transport | undefined]>>
>

/** Probes that find one mistake. */
export function probesOf(cause: string, cwe: number, probes: Probes): readonly Probe[] {
  return entriesOf(probes).map(([name, [title, request, transport]]) => ({
    name,
    title,
    cause,
    cwe,
    ...(transport === undefined ? {} : { transport }),
    request,
  }))
}

/** The bytes of a request of HTTP/1.0 without a Host line; `undefined` with a body, whose length they would not say. */
export function withoutHost(request: RequestData): RequestData | undefined {
  if (request.body !== undefined) return undefined
  const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return { ...request, bytes: `${request.method} ${request.target} HTTP/1.0\r\n${lines}\r\n` }
}

/** The name of a field as rows are named. */
export function lowerCase<const Text extends string>(text: Text): Lowercase<Text> {
  return text.toLowerCase() as Lowercase<Text>
}
