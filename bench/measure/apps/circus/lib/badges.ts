import { createHmac } from 'node:crypto'
import { constantTimeEqual, headerKey } from 'svc/security'

const SECRET = process.env['BADGE_SECRET'] ?? 'cb-badges-51e6a0f7c2d94b38'

const markOf = (text: string): string => createHmac('sha256', SECRET).update(text).digest('base64url')

/** A badge of an inspector, good until the end of a day. */
export function badgeOf(inspector: string, lastDay: string): string {
  return `${inspector}.${lastDay}.${markOf(`${inspector}.${lastDay}`)}`
}

/** The day as of now, as badges write it. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export const inspector = headerKey(
  'X-Badge',
  (_request, badge): { readonly inspector: string } | null => {
    const [name = '', lastDay = '', mark = ''] = badge.split('.')
    if (!constantTimeEqual(markOf(`${name}.${lastDay}`), mark)) return null
    const today = dayOf(Date.now())
    return lastDay >= today ? { inspector: name } : null
  },
  { name: 'Inspector' },
)
