import type { RequestData } from '../model/request.ts'

/** The header fields that the replay adds to each request. */
export interface Additions {
  /** `127.0.0.1:3000`. */
  readonly host: string
  /** The line by which the ledger knows the request: `x-5f0c…: 17`. Absent for servers that are not ours. */
  readonly probe?: readonly [name: string, value: string]
}

/** Who asks, for servers that are not ours: some read it from each request (RFC 9110 section 10.1.5: one should send it). */
const USER_AGENT = 'User-Agent: svc-test-auth\r\n'

/** The bytes of a request, one character each. `Host`, the probe or the user agent, and the length of the body are added where absent. */
export function writeRequest(request: RequestData, { host, probe }: Additions): string {
  const probeLine = probe === undefined ? '' : `${probe[0]}: ${probe[1]}\r\n`
  if (request.bytes !== undefined) return request.bytes.replace('\r\n\r\n', () => `\r\n${probeLine}\r\n`)
  const said = saidBy(request)
  let text = `${request.method} ${request.target} HTTP/1.1\r\n`
  if (!said.host) text += `Host: ${host}\r\n`
  text += probe === undefined && !said.agent ? USER_AGENT : probeLine
  for (const [name, value] of request.headers) text += `${name}: ${value}\r\n`
  if (!said.length && needsLength(request)) text += `Content-Length: ${request.body?.length ?? 0}\r\n`
  return `${text}\r\n${request.body ?? ''}`
}

function needsLength(request: RequestData): boolean {
  return (
    request.body !== undefined || request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH'
  )
}

/** Which of the lines that would be added stand there already. */
function saidBy({ headers }: RequestData): {
  readonly host: boolean
  readonly agent: boolean
  readonly length: boolean
} {
  let host = false
  let agent = false
  let length = false
  for (const [name] of headers) {
    if (name.length === 4) host ||= name.toLowerCase() === 'host'
    else if (name.length === 10) agent ||= name.toLowerCase() === 'user-agent'
    else if (name.length === 14 || name.length === 17) length ||= /^(?:content-length|transfer-encoding)$/i.test(name)
  }
  return { host, agent, length }
}
