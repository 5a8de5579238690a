import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named } from 'svc/security'

const CARD_SECRET = process.env['CARD_SECRET'] ?? 'whsec_card_6b0e1f92'
const BANK_SECRET = process.env['BANK_SECRET'] ?? 'bank-hook-74c1d3'
/** Seconds. */
const TOLERANCE = 300

const mac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

const isFresh = (time: number): boolean => Math.abs(Date.now() / 1000 - time) <= TOLERANCE

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

export function signCard(time: number, body: string): string {
  return `t=${time},v1=${mac(CARD_SECRET, `${time}.${body}`).toString('hex')}`
}

async function readCard(request: AuthRequest) {
  const fields = new URLSearchParams((request.headers.get('pay-signature') ?? '').replaceAll(',', '&'))
  const time = Number(fields.get('t') ?? Number.NaN)
  if (!isFresh(time)) return null
  const given = Buffer.from(fields.get('v1') ?? '', 'hex')
  const wanted = mac(CARD_SECRET, `${time}.${await request.text()}`)
  return isEqual(given, wanted) ? { provider: 'card' } : null
}

/** Payments by card: `Pay-Signature: t=…,v1=…`. */
export const card = named('CardSignature', readCard)

export function signBank(delivery: string, time: number, body: string): string {
  return mac(BANK_SECRET, [delivery, time, body].join('\n')).toString('base64')
}

async function readBank(request: AuthRequest) {
  const { headers } = request
  const delivery = headers.get('x-bank-delivery') ?? ''
  const time = headers.get('x-bank-time') ?? ''
  if (delivery === '' || !/^\d{10}$/.test(time)) return null
  if (!isFresh(Number(time))) return null
  const text = [delivery, time, await request.text()].join('\n')
  const given = Buffer.from(headers.get('x-bank-signature') ?? '', 'base64')
  return isEqual(given, mac(BANK_SECRET, text)) ? { provider: 'bank', delivery } : null
}

/** Transfers of the bank: `X-Bank-Signature` over the delivery, the time and the body. */
export const bank = named('BankSignature', readBank)

const INVOICES = process.env['INVOICES_PASSWORD'] ?? 'invoices-Pq61-Rt95-hook'

/** The invoicing service, which signs nothing. */
export const invoices = basic(
  (_request, name, password) => {
    const isRight = constantTimeEqual(password, INVOICES)
    return isRight && name === 'invoices' ? { provider: name } : null
  },
  { name: 'InvoicesPassword' },
)

const MONITOR = process.env['MONITOR_KEY'] ?? 'mon_Zx90Lk12Vb45'

export const monitor = headerKey(
  'X-Monitor-Key',
  async (_request, key) => {
    const isRight = constantTimeEqual(key, MONITOR)
    return isRight ? { monitor: 'prometheus' } : null
  },
  { name: 'MonitorKey' },
)
