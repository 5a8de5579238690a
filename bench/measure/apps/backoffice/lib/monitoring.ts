import { type AuthRequest, basic, constantTimeEqual, cookieKey } from 'svc/security'

const user = process.env['METRICS_USER'] ?? 'prometheus'
const password = process.env['METRICS_PASSWORD'] ?? 'metrics-2c9e-Fk'
const wallboardKeys = (process.env['WALLBOARD_KEYS'] ?? 'wall-lobby-5ce1a9,wall-canteen-b07d3f').split(',')

/** The collector of metrics. */
export const collector = basic(
  (_request, name, given) => (name === user && constantTimeEqual(given, password) ? { collector: name } : null),
  { name: 'Collector' },
)

async function findWallboard(key: string): Promise<number | null> {
  const index = wallboardKeys.findIndex((known) => constantTimeEqual(known, key))
  await new Promise((resolve) => setImmediate(resolve))
  return index < 0 ? null : index + 1
}

/** Screens in the corridor, which got their cookie when they were put up. */
export const wallboard = cookieKey(
  'wallboard',
  async (_request, key) => {
    const number = await findWallboard(key)
    return number === null ? null : { wallboard: number }
  },
  { name: 'Wallboard' },
)

const office: ReadonlySet<string> = new Set((process.env['OFFICE_ADDRESSES'] ?? '127.0.0.7,10.20.0.4').split(','))

/** Machines of the office. */
export function officeNetwork({ clientAddress }: AuthRequest): { readonly address: string } | null {
  return office.has(clientAddress) ? { address: clientAddress } : null
}
