import { type AuthRequest, basic, constantTimeEqual, headerKey, queryKey } from 'svc/security'

interface Clerk {
  readonly clerk: string
  readonly isManager: boolean
}

interface StoredClerk extends Clerk {
  readonly password: string
}

const clerks = new Map<string, StoredClerk>([
  ['rosa', { clerk: 'rosa', isManager: false, password: process.env['ROSA_PASSWORD'] ?? 'rosa-Gm47-barrel' }],
  ['dirk', { clerk: 'dirk', isManager: true, password: process.env['DIRK_PASSWORD'] ?? 'dirk-Sw86-timber' }],
])

async function findClerk(name: string): Promise<StoredClerk | undefined> {
  return clerks.get(name)
}

/** People behind the counter. */
export const clerk = basic(
  async (_request, name, password): Promise<Clerk | null> => {
    const found = await findClerk(name)
    if (found === undefined || !constantTimeEqual(password, found.password)) return null
    return { clerk: found.clerk, isManager: found.isManager }
  },
  { name: 'Clerk' },
)

const scanners = (process.env['SCANNER_KEYS'] ?? 'sc-dock1-a80f3c,sc-dock2-51be97').split(',')

/** Scanners in the hall. */
export const scanner = headerKey(
  'X-Scanner',
  (_request, key) => {
    const dock = scanners.findIndex((known) => constantTimeEqual(known, key))
    return dock >= 0 ? { clerk: `dock ${dock + 1}`, isManager: false } : null
  },
  { name: 'Scanner' },
)

const terminals = new Set(['127.0.0.8'])

/** Terminals at the gates, by their address. */
export function gateTerminal(request: AuthRequest) {
  const address = request.clientAddress
  return terminals.has(address) ? { terminal: address } : null
}

const exportKey = process.env['EXPORT_KEY'] ?? 'ex-9c04d7e1f2ab'

/** The program of the accountants. */
export const accountant = queryKey(
  'export_key',
  (_request, key) => (constantTimeEqual(key, exportKey) ? { program: 'accounts' } : null),
  { name: 'Accountant' },
)
