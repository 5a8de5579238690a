import { createHash } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named } from 'svc/security'

export interface Instrument {
  readonly instrument: string
  readonly scopes: readonly string[]
}

interface Row extends Instrument {
  readonly digest: string
  readonly status: 'active' | 'suspended' | 'revoked'
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** By the number in front of the dot; of a key there is only its digest. */
const rows: ReadonlyMap<string, Row> = new Map([
  ['in101', row('analyzer', ['readings:write', 'settings:read'], process.env['ANALYZER_KEY'] ?? 'in101.Zt4mXq8LvR2w')],
  ['in102', row('freezer', ['readings:write', 'alarms:write'], process.env['FREEZER_KEY'] ?? 'in102.Pk7bNc3YgS9d')],
  ['in103', row('display', ['readings:read'], process.env['DISPLAY_KEY'] ?? 'in103.Hw5jQf6TzM1x')],
  ['in104', row('scales', ['readings:write'], process.env['SCALES_KEY'] ?? 'in104.Bv9rDs2KuE8n', 'suspended')],
  ['in105', row('oven', ['readings:write'], process.env['OVEN_KEY'] ?? 'in105.Gy3aLp6WcJ4h', 'revoked')],
])

function row(instrument: string, scopes: readonly string[], key: string, status: Row['status'] = 'active'): Row {
  return { instrument, scopes, digest: digest(key), status }
}

/** The row of a key. Keys of the old machines had no number: they are not read any more. */
async function lookUp(key: string): Promise<Row | undefined> {
  const [number, secret] = key.split('.')
  if (number === undefined || secret === undefined) throw new TypeError('a key has a number, a dot and a secret')
  const found = rows.get(number)
  return found !== undefined && constantTimeEqual(found.digest, digest(key)) ? found : undefined
}

async function findInstrument(_request: AuthRequest, key: string): Promise<Instrument | null> {
  const found = await lookUp(key).catch(() => undefined)
  if (found === undefined) return null
  if (found.status !== 'active') return null
  return { instrument: found.instrument, scopes: found.scopes }
}

/** Analyzers, freezers, and what else measures. */
export const instrument = headerKey('X-Instrument-Key', findInstrument, { name: 'Instrument' })

/** Orders, and the day of birth of the patient. */
const orders: ReadonlyMap<string, string> = new Map([
  ['L-40817', process.env['ORDER_40817_BORN'] ?? '1971-08-30'],
  ['L-52260', process.env['ORDER_52260_BORN'] ?? '1988-02-11'],
])

/** Patients: the number of the order, and the day of birth. */
export const patient = basic(
  (_request, order, given) => {
    const born = orders.get(order)
    if (born === undefined) return null
    if (!constantTimeEqual(born, given)) return null
    return { order }
  },
  { name: 'Patient' },
)

const GATEWAY = process.env['GATEWAY_SECRET'] ?? 'gateway-of-the-clinic-3c8e51'

/** The clinic in front of us names its user. */
function readGateway({ headers }: AuthRequest): { readonly user: string } | null {
  const secret = headers.get('x-gateway-secret')
  const user = headers.get('x-remote-user') ?? ''
  if (secret === null || !constantTimeEqual(GATEWAY, secret)) return null
  return user === '' ? null : { user }
}

export const gateway = named('Gateway', readGateway)

const OFFICE: ReadonlySet<string> = new Set(['127.0.0.41', '10.20.0.5'])

function readAddress(request: AuthRequest): { readonly address: string } | null {
  const address = request.clientAddress
  return OFFICE.has(address) ? { address } : null
}

/** The computers of the billing office. */
export const office = named('OfficeAddress', readAddress)
