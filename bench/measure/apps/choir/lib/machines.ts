import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const isNow = (time: string): boolean => /^\d{10}$/.test(time) && Math.abs(now() - Number(time)) <= 300

const printerKeys: readonly string[] = [
  process.env['PRINTER_HALL'] ?? 'pr-hall-5b1c90e7d2a4',
  process.env['PRINTER_OFFICE'] ?? 'pr-office-f38a06c2b97e',
]

/** Printers, which fetch what they print. */
class PrinterKey extends APIKeyHeader {
  override readonly paramName = 'X-Printer'

  authenticate(_request: AuthRequest, key: string): { readonly printer: string } | null {
    const isKnown = printerKeys.some((one) => constantTimeEqual(one, key))
    return isKnown ? { printer: key.slice(0, 7) } : null
  }
}

export const printer = new PrinterKey()

/** Passwords for calendars: a person has one for each telephone. */
const calendars = new Map<string, readonly string[]>([
  ['asta', [hash(process.env['ASTA_CALENDAR'] ?? 'cal-tulip-9917'), hash('cal-tablet-of-asta-4402')]],
  ['birk', [hash(process.env['BIRK_CALENDAR'] ?? 'cal-anchor-3350')]],
])

/** Calendars of telephones, which know nothing but Basic. */
class CalendarPassword extends HttpBasicAuth {
  override readonly name = 'Calendar'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly name: string } | null {
    const kept = calendars.get(username) ?? []
    const given = hash(password)
    return kept.some((one) => constantTimeEqual(one, given)) ? { name: username } : null
  }
}

export const calendar = new CalendarPassword()

/** A salt and a hash; the hash is taken away from a shop that has closed. */
const shops = new Map([
  ['sheet-shop', `k7$${hash(`k7${process.env['SHEET_SHOP'] ?? 'Quaver-Binding-605'}`)}`],
  ['old-shop', 'p3$'],
])

/** Shops that sell scores. */
class ShopPassword extends HttpBasicAuth {
  override readonly name = 'Shop'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly shop: string } | null {
    const [salt = '', kept = ''] = (shops.get(username) ?? '').split('$')
    const given = hash(`${salt}${password}`)
    return constantTimeEqual(kept, given) ? { shop: username } : null
  }
}

export const shop = new ShopPassword()

const TICKETS = process.env['TICKETS_SECRET'] ?? 'choir-tickets-c1f8047b3e'

export interface TicketCall {
  readonly time: string
  readonly event: string
  readonly body: string
}

export function signTickets({ time, event, body }: TicketCall): string {
  return createHmac('sha256', TICKETS).update(`${time}.${event}.${body}`).digest('hex')
}

async function readTickets(request: AuthRequest): Promise<{ readonly event: string } | null> {
  const time = request.headers.get('x-tickets-time') ?? ''
  const given = request.headers.get('x-tickets-signature') ?? ''
  const event = request.url.pathname.split('/').at(-1) ?? ''
  if (!isNow(time)) return null
  const expected = signTickets({ time, event, body: await request.text() })
  return constantTimeEqual(given, expected) ? { event } : null
}

/** Sales of the ticket office, each for a concert. */
export const tickets = named('TicketsSignature', readTickets)

const PAYMENTS = process.env['PAYMENTS_SECRET'] ?? 'choir-payments-27d9e6ab50'

/** The header of a payment: t=<time>,v1=<signature>. */
export function signPayment(time: string, body: string): string {
  return `t=${time},v1=${createHmac('sha256', PAYMENTS).update(`${time}.${body}`).digest('hex')}`
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const given = request.headers.get('x-payment-signature') ?? ''
  const time = /^t=(\d{10}),/.exec(given)?.[1] ?? ''
  if (!isNow(time)) return null
  const text = await request.text()
  return constantTimeEqual(given, signPayment(time, text)) ? { from: 'the bank' } : null
}

/** Fees that were paid. */
export const payment = named('PaymentSignature', readPayment)

/** Of the mail service; here for the fixtures and for development. */
const mailKey = createPrivateKey(
  process.env['MAIL_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAxxpp+bzEhM33u5puOJ4AKoTbIFrroHFozO7So97RCn
-----END PRIVATE KEY-----
`,
)
const mailPublicKey = createPublicKey(mailKey)

export const signMail = (time: string, body: string): string =>
  sign(null, Buffer.from(`${time}.${body}`), mailKey).toString('base64')

async function readMail(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-mail-time') ?? ''
  const given = Buffer.from(request.headers.get('x-mail-signature') ?? '', 'base64')
  if (!isNow(time)) return null
  const signed = Buffer.from(`${time}.${await request.text()}`)
  if (!verify(null, signed, mailPublicKey, given)) return null
  return { from: 'the post' }
}

/** Mails that came back. */
export const mail = named('MailSignature', readMail)

const LINKS = process.env['LINKS_SECRET'] ?? 'choir-links-b80e3c1f69'

export function signRecording(id: string, until: string): string {
  return createHmac('sha256', LINKS).update(`${id}\n${until}`).digest('base64url')
}

function readRecordingLink({ url }: AuthRequest): { readonly recording: string } | null {
  const until = url.searchParams.get('until') ?? ''
  const given = url.searchParams.get('sig') ?? ''
  const id = url.pathname.split('/').at(-1) ?? ''
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(given, signRecording(id, until)) ? { recording: id } : null
}

/** A link to a recording, which singers get by mail. */
export const recordingLink = named('RecordingLink', readRecordingLink)
