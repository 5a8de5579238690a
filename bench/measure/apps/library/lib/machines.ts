import { timingSafeEqual } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, queryKey } from 'svc/security'
import { findReader } from './readers.ts'

interface Kiosk {
  readonly id: string
  readonly key: string
}

const kiosks: readonly Kiosk[] = [
  { id: 'harbour-1', key: process.env['KIOSK_HARBOUR_KEY'] ?? 'kk-6Rw2Zp9Tn4Xc8Lm1' },
  { id: 'castle-1', key: process.env['KIOSK_CASTLE_KEY'] ?? 'kk-3Yb7Vd5Qs0Hf6Jg2' },
]

function isSame(key: string, given: string): boolean {
  const [kept, sent] = [Buffer.from(key), Buffer.from(given)]
  return kept.length === sent.length && timingSafeEqual(kept, sent)
}

/** Where readers return books by themselves. */
export const kiosk = headerKey(
  'X-Kiosk-Key',
  (_request, given) => {
    const found = kiosks.find(({ key }) => isSame(key, given))
    return found === undefined ? null : { kiosk: found.id }
  },
  { name: 'Kiosk' },
)

/** Rows as the database gives them. */
interface Feed {
  readonly key: string
  readonly reader: string
  readonly closed_at: string | null
}

const feeds: readonly Feed[] = [
  { key: process.env['ANN_FEED'] ?? 'fd-9c1e47a05b', reader: 'ann', closed_at: null },
  { key: process.env['BEA_FEED'] ?? 'fd-2f80d6b3e7', reader: 'bea', closed_at: null },
  { key: process.env['OLD_FEED'] ?? 'fd-71a4c05e9d', reader: 'bea', closed_at: '2026-02-11' },
]

/** The calendar of a reader in programs that can only fetch an address. */
export const feed = queryKey(
  'feed',
  (_request, given) => {
    const found = feeds.find(({ key, closed_at: closed }) => closed === null && constantTimeEqual(key, given))
    return found === undefined ? null : findReader(found.reader)
  },
  { name: 'Feed' },
)

interface Terminal {
  readonly password: string
  /** The one before, until terminals know the new one. */
  readonly before?: { readonly password: string; readonly until: string }
}

const terminals = new Map<string, Terminal>([
  [
    'harbour',
    {
      password: process.env['HARBOUR_PASSWORD'] ?? 'tide-lantern-5502',
      before: { password: process.env['HARBOUR_BEFORE'] ?? 'tide-lantern-4417', until: '2026-03-31' },
    },
  ],
  ['castle', { password: process.env['CASTLE_PASSWORD'] ?? 'moat-banner-9036' }],
])

function findTerminal(_request: AuthRequest, name: string, password: string): { readonly branch: string } | null {
  const found = terminals.get(name)
  if (found === undefined) return null
  if (constantTimeEqual(found.password, password)) return { branch: name }
  const { before } = found
  if (before === undefined || before.until < new Date().toISOString()) return null
  return constantTimeEqual(before.password, password) ? { branch: name } : null
}

/** Terminals of the desks, by the name of their branch. */
export const terminal = basic(findTerminal, { name: 'Terminal' })
