import { type AuthRequest, constantTimeEqual, headerKey } from 'svc/security'

const instruments = new Map([
  ['level-4', process.env['LEVEL_4_KEY'] ?? 'in-level-4-2c90d7a1'],
  ['total-9', process.env['TOTAL_9_KEY'] ?? 'in-total-9-f04b63e8'],
])

/** Instruments send their name beside their key. */
function findInstrument({ headers }: AuthRequest, key: string) {
  const instrument = headers.get('x-instrument') ?? 'level-4'
  const isRight = constantTimeEqual(instruments.get(instrument) ?? '', key)
  return isRight ? { instrument } : null
}

export const instrument = headerKey('X-Instrument-Key', findInstrument, { name: 'Instrument' })
