import { createHash } from 'node:crypto'
import { type AuthRequest, bearer } from 'svc/security'

export interface Robot {
  readonly name: string
  readonly scopes: readonly string[]
}

interface Row extends Robot {
  /** Milliseconds since 1970. */
  readonly until: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Personal access tokens by their hash; stands for a table. */
const rows = new Map<string, Row>([
  [
    hash(process.env['FEEDBOT_TOKEN'] ?? 'nr_pat_6kQ2vX9bT4mZ8wLs'),
    { name: 'feedbot', scopes: ['articles:read', 'articles:write'], until: Date.UTC(2031, 11, 31) },
  ],
  [
    hash(process.env['SEARCHBOT_TOKEN'] ?? 'nr_pat_1hJ7cR3nY5gD0pFa'),
    { name: 'searchbot', scopes: ['articles:read'], until: Date.UTC(2031, 11, 31) },
  ],
  [hash('nr_pat_9uE4xW2kV6sB7tGq'), { name: 'oldbot', scopes: ['articles:read'], until: Date.UTC(2026, 0, 31) }],
])

async function findRobot(_request: AuthRequest, token: string): Promise<Robot | null> {
  const row = rows.get(hash(token))
  if (row === undefined) return null
  if (row.until < Date.now()) return null
  return { name: row.name, scopes: row.scopes }
}

/** Programs, by a personal access token. */
export const robot = bearer(findRobot, { name: 'Robot' })
