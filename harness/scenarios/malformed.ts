import type { RequestData } from '../model/request.ts'
import { withHeader } from '../subject/place.ts'
import { type Probe, withoutHost } from './probe-row.ts'

const REBINDING = 'any name is answered to, so a page can make its own name point to this machine (DNS rebinding)'
const TWO_READERS = 'of two lines one is picked, so a proxy and the application can disagree'

/** Requests that are refused before authentication, however good the credential is. */
export const MALFORMED_PROBES: readonly Probe[] = [
  gate('gate.host-two', 'two Host lines', TWO_READERS, (r) =>
    withHeader(withHeader(r, 'Host', 'localhost'), 'Host', 'localhost'),
  ),
  gate('gate.cookie-two', 'two Cookie lines', TWO_READERS, (r) =>
    withHeader(withHeader(r, 'Cookie', 'svc-a=1'), 'Cookie', 'svc-b=1'),
  ),
  gate('gate.host-port', 'an invalid port in the Host line', 'a malformed Host is taken for a name', (r) =>
    withHeader(r, 'Host', 'localhost:99999'),
  ),
  gate('gate.host-other', 'a foreign name in the Host line', REBINDING, (r) =>
    withHeader(r, 'Host', 'attacker.example'),
  ),
  gate('gate.host-suffix', 'a longer name in the Host line', REBINDING, (r) => withHeader(r, 'Host', 'svc-localhost')),
  gate('gate.host-none', 'HTTP/1.0 without a Host line', REBINDING, withoutHost),
  gate('gate.scheme', 'the absolute form with the scheme ftp', 'the target is parsed as a URL', (r) => ({
    ...withHeader(r, 'Host', 'localhost'),
    target: `ftp://localhost${r.target}`,
  })),
  gate(
    'gate.many-lines',
    '1,100 header lines',
    'the parser drops lines, and a second key among them goes unnoticed',
    (r) => ({
      ...r,
      headers: [...r.headers, ...Array.from({ length: 1_100 }, () => ['X', '1'] as const)],
    }),
  ),
]

function gate(
  name: Probe['name'],
  title: string,
  cause: string,
  request: (request: RequestData) => RequestData | undefined,
): Probe {
  return { name, title, cause, cwe: 444, transport: 'raw', request }
}
