import { createHash, createHmac, generateKeyPairSync, sign, verify } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, HttpBasicAuth, named } from 'svc/security'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Gates; while a key is changed the one before is good too. */
const gates = new Map<string, { readonly key: string; readonly previous?: string }>([
  ['7', { key: process.env['GATE_7_KEY'] ?? 'd1f7a30c95' }],
  ['8', { key: process.env['GATE_8_KEY'] ?? '62be09f4d7', previous: process.env['GATE_8_OLD'] ?? 'a07c51e3b8' }],
])

/** `7.<key>` */
function findGate(_request: AuthRequest, given: string): { readonly gate: string } | null {
  const [no = '', key = ''] = given.split('.')
  const found = gates.get(no)
  if (found === undefined) return null
  const keys = [found.key, found.previous].filter((one) => one !== undefined)
  return keys.some((one) => constantTimeEqual(digest(one), digest(key))) ? { gate: no } : null
}

export const gate = headerKey('X-Gate-Key', findGate, { name: 'GateKey' })

/** Keys of the boards at the piers, separated by commas. */
const boards = (process.env['BOARD_KEYS'] ?? 'board-19c8d2,board-f07e43,').split(',').filter((key) => key !== '')

const hasBoardKey = ({ headers }: AuthRequest): boolean => boards.includes(headers.get('x-board-key') ?? '')

/** Boards show the tides. */
export const board = named('Board', (request: AuthRequest) => (hasBoardKey(request) ? { name: 'board' } : null))

const captains = [
  { ship: 'MS Alma', password: process.env['ALMA_PASSWORD'] ?? 'Alma-Propeller-Grey-36' },
  { ship: 'MS Berta', password: process.env['BERTA_PASSWORD'] ?? 'Berta-Rudder-Brown-71' },
]

/** Ships that ask for a pilot. */
class ShipAuth extends HttpBasicAuth {
  override readonly name = 'Ship'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly ship: string } | null {
    const isShip = captains.some((one) => one.ship === username && constantTimeEqual(one.password, password))
    return isShip ? { ship: username } : null
  }
}

export const ship = new ShipAuth()

/** Stands for the key of the crane, which has the private half. */
const crane = generateKeyPairSync('ed25519')

/** The crane signs a digest of its message, with the time. */
export function signCrane(time: string, body: string): Record<string, string> {
  const signature = sign(null, Buffer.from(`${time};${digest(body)}`), crane.privateKey)
  return { 'X-Crane-Time': time, 'X-Crane-Digest': digest(body), 'X-Crane-Signature': signature.toString('base64') }
}

export const now = (): number => Math.floor(Date.now() / 1_000)

async function readCrane(request: AuthRequest): Promise<{ readonly by: string } | null> {
  const time = request.headers.get('x-crane-time') ?? ''
  const signature = Buffer.from(request.headers.get('x-crane-signature') ?? '', 'base64')
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > 120) return null
  const sent = digest(await request.text())
  const isSigned = verify(null, Buffer.from(`${time};${sent}`), crane.publicKey, signature)
  return isSigned ? { by: 'crane' } : null
}

/** Messages of the crane about boats that it lifted. */
export const craneSignature = named('CraneSignature', readCrane)

const INVOICE_SECRET = process.env['INVOICE_SECRET'] ?? 'marina-invoices-94f1c7'

export function signInvoice(number: string, until: string): string {
  const text = [number, until].join('/')
  return createHmac('sha256', INVOICE_SECRET).update(text).digest('base64url')
}

function readInvoice({ query }: AuthRequest): { readonly number: string } | null {
  const { number, until, signature } = query
  if (typeof number !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signInvoice(number, until)) ? { number } : null
}

/** An invoice, by a link in a letter. */
export const invoice = named('InvoiceLink', readInvoice)

const PILOT_KEYS = new Set([process.env['PILOT_KEY'] ?? 'pilot-5b8e20d7'])

async function hasPilotKey({ headers }: AuthRequest): Promise<{ readonly pilot: string } | null> {
  const key = headers.get('x-pilot-key') ?? ''
  return (await Promise.resolve(PILOT_KEYS.has(key))) ? { pilot: 'pilots' } : null
}

/** Pilots keep their log on the machines of the harbour only, with a key. */
async function readPilot(request: AuthRequest): Promise<{ readonly pilot: string } | null> {
  const isHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.clientAddress)
  const found = await hasPilotKey(request)
  return found !== null && isHere ? { pilot: 'pilots' } : null
}

export const pilot = named('PilotKey', readPilot, { type: 'apiKey', in: 'header', name: 'X-Pilot-Key' })
