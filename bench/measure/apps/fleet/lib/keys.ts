import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, cookieKey, headerKey, named } from 'svc/security'

export interface Vehicle {
  readonly id: string
}

const vehicleKeys: readonly (Vehicle & { readonly key: string })[] = [
  { id: 'van-3', key: process.env['VAN_3_KEY'] ?? 'veh-Gx4pTn81bQ' },
  { id: 'truck-8', key: process.env['TRUCK_8_KEY'] ?? 'veh-Lw9sRk27hD' },
]

/** The telephone that lies in a vehicle. */
export const vehicle = headerKey(
  'X-Vehicle-Key',
  (_request, given): Vehicle | null => {
    const found = vehicleKeys.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { id: found.id }
  },
  { name: 'Vehicle' },
)

export interface Customer {
  readonly customer: string
  /** As it stands in the contract. */
  readonly paidUntil: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** By the digest of the key. Keys for tests are in the same table, and are for the sandbox. */
const customers: ReadonlyMap<string, Customer> = new Map([
  [digest(process.env['ACME_KEY'] ?? 'fk_live_8mZ2cYvQ4tLr'), { customer: 'acme', paidUntil: '2031-1-31' }],
  [digest(process.env['LAPSED_KEY'] ?? 'fk_live_1kBd7nXo9sWe'), { customer: 'lapsed', paidUntil: '2026-9-30' }],
  [digest(process.env['ACME_TEST_KEY'] ?? 'fk_test_5hUj3gPa6rTi'), { customer: 'acme', paidUntil: '2031-1-31' }],
])

async function findCustomer(given: string): Promise<Customer | undefined> {
  return customers.get(digest(given))
}

/** Companies whose vehicles we look after. */
export const customer = headerKey(
  'X-Api-Key',
  async (_request, given): Promise<Customer | null> => {
    if (!given.startsWith('fk_live_')) return null
    const found = await findCustomer(given)
    if (found === undefined) return null
    return { customer: found.customer, paidUntil: found.paidUntil }
  },
  { name: 'Customer' },
)

const KIOSKS: { readonly [key: string]: { readonly depot: string } } = {
  [process.env['KIOSK_NORTH_KEY'] ?? 'kiosk-north-Vq62mZ']: { depot: 'north' },
  [process.env['KIOSK_SOUTH_KEY'] ?? 'kiosk-south-Bt85xK']: { depot: 'south' },
}

/** The screen at a depot. */
export const kiosk = cookieKey(
  'kiosk',
  (_request, given) => {
    const found = Object.hasOwn(KIOSKS, given) ? KIOSKS[given] : undefined
    return found === undefined ? null : { depot: found.depot }
  },
  { name: 'Kiosk' },
)

const boxes: ReadonlyMap<string, string> = new Map([
  ['box-17', process.env['BOX_17_SECRET'] ?? 'box-secret-2f9a71d0'],
  ['box-18', process.env['BOX_18_SECRET'] ?? 'box-secret-b84e03c6'],
])
/** Milliseconds. */
const CLOCKS_DIFFER = 120_000
const seen = new Set<string>()

const canonical = (body: string): string => body

/** The header fields with which a box signs what it measured. */
export function signMeasured(box: string, body: string, time: number = Date.now(), nonce: string = randomUUID()) {
  const text = [box, time, nonce, canonical(body)].join('\n')
  const signature = createHmac('sha256', boxes.get(box) ?? randomUUID())
    .update(text)
    .digest('hex')
  return { 'X-Box': box, 'X-Box-Time': String(time), 'X-Box-Nonce': nonce, 'X-Box-Signature': signature }
}

async function readBox(request: AuthRequest): Promise<{ readonly box: string } | null> {
  const field = (name: string): string => request.headers.get(name) ?? ''
  const [box, nonce, time] = [field('x-box'), field('x-box-nonce'), Number(field('x-box-time'))]
  if (!boxes.has(box) || nonce === '') return null
  if (!(Math.abs(Date.now() - time) <= CLOCKS_DIFFER)) return null
  const wanted = signMeasured(box, await request.text(), time, nonce)['X-Box-Signature']
  if (!constantTimeEqual(wanted, field('x-box-signature'))) return null
  const message = `${box}:${nonce}`
  if (seen.has(message)) return null
  seen.add(message)
  return { box }
}

/** The box in a vehicle that measures. */
export const box = named('BoxSignature', readBox)

const CHARGING = process.env['CHARGING_SECRET'] ?? 'charging-hook-c05d92'

export function signCharge(body: string): string {
  return createHmac('sha256', CHARGING).update(body).digest('hex')
}

async function readCharge(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const given = Buffer.from(request.headers.get('x-charge-signature') ?? '')
  const wanted = Buffer.from(signCharge(await request.text()))
  if (given.length !== wanted.length) return null
  return timingSafeEqual(given, wanted) ? { from: 'charging' } : null
}

/** The provider of the charging stations. */
export const charging = named('ChargeSignature', readCharge)
