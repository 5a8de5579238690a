import { bearer, constantTimeEqual, headerKey } from 'svc/security'

const ciToken = process.env['CI_TOKEN'] ?? 'ws_ci_40d1e7b29c5f8a63'
const probeKeys = new Set([process.env['PROBE_KEY'] ?? 'probe-7e21b4c9d0'])

/** The build server. */
export const ci = bearer(
  (_request, token) => (constantTimeEqual(token, ciToken) ? { name: 'ci', role: 'member' as const } : null),
  { name: 'Ci' },
)

/** The probe of the monitoring. */
export const probe = headerKey('X-Probe', (_request, key) => (probeKeys.has(key) ? { probe: true } : null), {
  name: 'Probe',
})
