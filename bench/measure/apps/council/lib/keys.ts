import { createHmac, randomUUID } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named, queryKey } from 'svc/security'

export interface Terminal {
  readonly office: string
}

const terminals: readonly (Terminal & { readonly key: string })[] = [
  { office: 'west', key: process.env['TERMINAL_WEST_KEY'] ?? 'counter-west-Jq38Lm2Xv' },
  { office: 'east', key: process.env['TERMINAL_EAST_KEY'] ?? 'counter-east-Wd71Zp9Hk' },
]

/** The terminal at a counter. */
export const terminal = headerKey(
  'X-Terminal-Key',
  (_request, given): Terminal | null => {
    const found = terminals.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { office: found.office }
  },
  { name: 'Terminal' },
)

// Numbers, since people type them into the calendars of their telephones.
const calendars: readonly { readonly of: string; readonly pin: string }[] = [
  { of: 'waste', pin: process.env['WASTE_CALENDAR_PIN'] ?? '80421977035516' },
  { of: 'meetings', pin: process.env['MEETINGS_CALENDAR_PIN'] ?? '33907154428160' },
]

/** Subscribers of a calendar. */
export const calendar = queryKey(
  'pin',
  (_request, given) => {
    const found = calendars.find(({ pin }) => constantTimeEqual(pin, given))
    return found === undefined ? null : { of: found.of }
  },
  { name: 'Calendar' },
)

const press: ReadonlyMap<string, string> = new Map([
  ['gazette', process.env['GAZETTE_PASSWORD'] ?? 'gazette-Rn52-lead-Uo18'],
  ['courier', process.env['COURIER_PASSWORD'] ?? 'courier-Ka90-type-Se36'],
])

/** Newspapers. */
export const newspaper = basic(
  (_request, name, password) => {
    const isRight = constantTimeEqual(press.get(name) ?? randomUUID(), password)
    return isRight ? { newspaper: name } : null
  },
  { name: 'Newspaper' },
)

const BANK = process.env['BANK_HOOK_SECRET'] ?? 'bank-hook-5b1f77e2c0'

export function signPayment(body: string): string {
  return `sha256=${createHmac('sha256', BANK).update(body).digest('hex')}`
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const given = request.headers.get('x-bank-signature') ?? ''
  const wanted = signPayment(await request.text())
  if (constantTimeEqual(wanted, given)) return { from: 'bank' }
  return null
}

/** The bank, about fees that were paid. */
export const bank = named('BankSignature', readPayment)
