import { createHmac } from 'node:crypto'
import { constantTimeEqual, queryKey } from 'svc/security'

const SECRET = process.env['PICKUP_SECRET'] ?? 'pickup-1d8a63f0b47c92e5'

const markOf = (text: string): string => createHmac('sha256', SECRET).update(text).digest('base64url').slice(0, 22)

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** A code with which a neighbour fetches a child on one day. */
export const codeOf = (child: string, day: string): string => `${child}.${day}.${markOf(`${child} ${day}`)}`

export const pickup = queryKey(
  'code',
  (_request, code): { readonly child: string } | null => {
    const [child = '', day = '', mark = ''] = code.split('.')
    if (!constantTimeEqual(markOf(`${child} ${day}`), mark)) return null
    const today = dayOf(Date.now())
    return day === today ? { child } : null
  },
  { name: 'Pickup' },
)
