import { type AuthRequest, constantTimeEqual, headerKey } from 'svc/security'

/** Controllers by their address in the network of the plant. */
const controllers: ReadonlyMap<string, string> = new Map([
  [process.env['PLC_PRESS'] ?? '127.0.0.21', 'press'],
  [process.env['PLC_OVEN'] ?? '127.0.0.22', 'oven'],
])

export function controller(request: AuthRequest) {
  const address = request.clientAddress
  const name = controllers.get(address)
  return name === undefined ? null : { name }
}

const PIN = process.env['SETTINGS_PIN'] ?? '49-17-82-63'

/** A second proof for what can break a machine. */
export const pin = headerKey(
  'X-Settings-Pin',
  (_request, given) => {
    const isRight = constantTimeEqual(given, PIN)
    return isRight ? { pin: true } : null
  },
  { name: 'SettingsPin' },
)

const badges = new Map([
  [process.env['BADGE_STORE'] ?? 'badge-Store-77KqPz', { name: 'store' }],
  [process.env['BADGE_QUALITY'] ?? 'badge-Quality-41XwLm', { name: 'quality' }],
])

/** Screens that show figures. */
export const badge = headerKey(
  'X-Badge',
  async (_request, key) => {
    const found = badges.get(key)
    return found ?? null
  },
  { name: 'Badge' },
)
