import { createHash } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, queryKey } from 'svc/security'
import { hasScope } from './guards.ts'

export interface Partner {
  readonly name: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Stored extends Partner {
  readonly digest: string
  /** Seconds; 0 is for good. */
  readonly until: number
}

const partners: readonly Stored[] = [
  {
    name: 'stadtwerk',
    tenant: 'rhine',
    scopes: ['readings:read', 'readings:write'],
    digest: digestOf(process.env['STADTWERK_KEY'] ?? 'mk_live_W8s2Qz6Lr1'),
    until: 0,
  },
  {
    name: 'auditor',
    tenant: 'elbe',
    scopes: ['readings:read'],
    digest: digestOf(process.env['AUDITOR_KEY'] ?? 'mk_live_T3v9Hd5Kp7'),
    until: 0,
  },
  {
    name: 'pilot',
    tenant: 'rhine',
    scopes: ['readings:read', 'readings:write'],
    digest: digestOf(process.env['PILOT_KEY'] ?? 'mk_live_C6y4Bn2Xf8'),
    until: 1_767_225_599,
  },
]

async function findPartner(_request: AuthRequest, given: string): Promise<Partner | null> {
  const digest = digestOf(given)
  const found = partners.find((one) => constantTimeEqual(one.digest, digest))
  if (found === undefined) return null
  if (found.until !== 0 && found.until * 1_000 < Date.now()) return null
  return { name: found.name, tenant: found.tenant, scopes: found.scopes }
}

/** Programs of partners. */
export const partner = headerKey('X-Meter-Key', findPartner, { name: 'Partner' })

/** The same keys in the address, for spreadsheets: for what they may read only. */
export const sheet = queryKey(
  'key',
  async (request, given) => {
    const found = await findPartner(request, given)
    return found !== null && hasScope('readings:read')(found) ? found : null
  },
  { name: 'Sheet' },
)

const installers = new Map<string, string>([
  ['wirth', process.env['WIRTH_PASSWORD'] ?? 'wirth-fuse-4b7e20'],
  ['braun', process.env['BRAUN_PASSWORD'] ?? 'braun-cable-91c6fd'],
])

async function findInstaller(_request: AuthRequest, name: string, password: string) {
  const kept = installers.get(name)
  if (kept === undefined) return null
  return constantTimeEqual(kept, password) ? { installer: name } : null
}

/** The firms that put meters into houses, by name and password of the app. */
export const installer = basic(findInstaller, { name: 'Installer' })
