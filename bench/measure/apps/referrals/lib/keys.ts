import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type AuthRequest, headerKey, queryKey } from 'svc/security'

export type Scope = 'read' | 'write' | 'report'

export interface Partner {
  readonly id: string
  readonly scopes: readonly Scope[]
}

interface StoredKey extends Partner {
  readonly digest: string
  readonly isActive: boolean
}

const digest = (key: string): string => createHash('sha256').update(key).digest('hex')

function store(id: string, scopes: readonly Scope[], key: string, isActive = true): StoredKey {
  return { id, scopes, digest: digest(key), isActive }
}

const keys: readonly StoredKey[] = [
  store('northside', ['read', 'write'], process.env['NORTHSIDE_KEY'] ?? 'rf_northside_62cb9e10f7d3'),
  store('harbour', ['read'], process.env['HARBOUR_KEY'] ?? 'rf_harbour_e8350ad1c49b'),
  store('board', ['read', 'report'], process.env['BOARD_KEY'] ?? 'rf_board_17fa52b86e0d'),
  store('closed', ['read', 'write', 'report'], process.env['CLOSED_KEY'] ?? 'rf_closed_9d44c1e02ab7', false),
]
const slotKeys = new Map([[process.env['WIDGET_KEY'] ?? 'wd_homepage_5fa0c27e', 'homepage']])

/** Instead of a database. */
export async function findKey(key: string): Promise<StoredKey | undefined> {
  const wanted = digest(key)
  await delay(1)
  return keys.find((stored) => stored.digest === wanted)
}

export async function findPartner(request: AuthRequest, key: string): Promise<Partner | null> {
  const stored = await findKey(key)
  if (stored === undefined || !stored.isActive) return null
  return { id: stored.id, scopes: stored.scopes }
}

/** Clinics and practices that refer patients. */
export const partner = headerKey('X-Partner-Key', findPartner, { name: 'PartnerKey' })

/** The widget on a web page, which shows free slots. */
export const widget = queryKey(
  'widget',
  (_request, key) => {
    const page = slotKeys.get(key)
    return page === undefined ? null : { id: page, scopes: [] as readonly Scope[] }
  },
  { name: 'Widget' },
)
