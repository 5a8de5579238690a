import { createHash } from 'node:crypto'
import { constantTimeEqual, headerKey, queryKey } from 'svc/security'

const BOARD_KEY = process.env['BOARD_KEY'] ?? 'board-Kq72-hallway-screen'

/** The screen in the hall. */
export const board = headerKey(
  'X-Board-Key',
  (_request, key) => {
    const isRight = constantTimeEqual(key, BOARD_KEY)
    return isRight ? { name: 'hallway' } : null
  },
  { name: 'BoardKey' },
)

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const feeds = new Map([
  [digestOf(process.env['FEED_KEY'] ?? 'feed-of-paul-Wd61-Zr08'), { name: 'paul', isClosed: false }],
  [digestOf('feed-of-pia-closed-Lm33'), { name: 'pia', isClosed: true }],
])

async function findFeed(key: string) {
  return feeds.get(digestOf(key))
}

/** Calendars of parents, for programs that know nothing but an address. */
export const feed = queryKey(
  'feed',
  async (_request, key) => {
    const found = await findFeed(key)
    if (found === undefined || found.isClosed) return null
    return { name: found.name }
  },
  { name: 'FeedKey' },
)
