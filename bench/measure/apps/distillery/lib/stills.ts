import { createHmac } from 'node:crypto'
import { bearer, constantTimeEqual } from 'svc/security'

const SECRET = process.env['STILL_SECRET'] ?? 'stills-6b90f2d4c7a15e83'

const markOf = (still: string): string => createHmac('sha256', SECRET).update(`still ${still}`).digest('base64url')

const stills = new Set(['wash', 'spirit'])

/** The token of a still, for as long as it stands. */
export const tokenOf = (still: string): string => `${still}.${markOf(still)}`

function findStill(token: string): { readonly still: string } | null {
  const [still = '', mark = ''] = token.split('.')
  if (!stills.has(still)) return null
  if (!constantTimeEqual(markOf(still), mark)) return null
  return { still }
}

export const still = bearer((_request, token) => findStill(token), { name: 'Still' })
