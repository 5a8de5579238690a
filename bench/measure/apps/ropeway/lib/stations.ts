import { basic, constantTimeEqual, headerKey } from 'svc/security'

const stations = new Map([
  ['valley', process.env['VALLEY_SECRET'] ?? 'st-valley-20b7f9d6c1'],
  ['summit', process.env['SUMMIT_SECRET'] ?? 'st-summit-e4a83c05f7'],
])

/** Desks that sell passes. */
export const station = basic(
  (_request, name, password) => {
    const secret = stations.get(name)
    return secret !== undefined && constantTimeEqual(secret, password) ? { station: name } : null
  },
  { name: 'Station' },
)

/** Gates by the fingerprint of their chip. */
const gates: Readonly<Record<string, { readonly gate: number }>> = {
  [process.env['GATE_1'] ?? 'chip3fb1c6e07d92']: { gate: 1 },
  [process.env['GATE_2'] ?? 'chip86d0e2a94b5f']: { gate: 2 },
}

export const gate = headerKey(
  'X-Gate',
  (_request, chip) => {
    return Object.hasOwn(gates, chip) ? gates[chip] : null
  },
  { name: 'Gate' },
)
