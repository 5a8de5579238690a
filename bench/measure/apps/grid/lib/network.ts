import { type AuthRequest, named } from 'svc/security'

/** Where the monitoring stands. */
const MONITORS: readonly string[] = (process.env['MONITORS'] ?? '127.0.0.9').split(',')

function readAddress({ clientAddress }: AuthRequest): { readonly from: string } | null {
  const from = clientAddress
  return MONITORS.includes(from) ? { from } : null
}

export const monitor = named('MonitorAddress', readAddress)
