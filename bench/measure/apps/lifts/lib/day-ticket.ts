import { createHmac } from 'node:crypto'
import {
  type AuthRequest,
  Authenticator,
  constantTimeEqual,
  type CredentialSource,
  describeLeaf,
  describeNamed,
  type ReadCredential,
  readScheme,
  UNUSABLE,
} from 'svc/security'

type Parts = [day: string, serial: string, check: string]

const DAY_SECRET = process.env['DAY_SECRET'] ?? 'tickets-of-the-day-3e5c71'

export const today = (): string => new Date().toISOString().slice(0, 10)

export function checkOf(day: string, serial: string): string {
  return createHmac('sha256', DAY_SECRET).update(`${day}:${serial}`).digest('hex').slice(0, 20)
}

/** A ticket for a day, as it is printed: `Authorization: DayTicket 2026-11-28:4711:<check>`. */
class DayTicketAuth extends Authenticator<Parts> {
  override readonly name = 'DayTicket'

  override describe() {
    return describeLeaf({ in: 'authorization', scheme: 'DayTicket' }, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<Parts> {
    return readScheme(request, 'dayticket', (text) => {
      const [, day, serial, check] = /^(\d{4}-\d{2}-\d{2}):(\d{1,8}):([0-9a-f]{1,40})$/.exec(text) ?? []
      return day === undefined || serial === undefined || check === undefined ? UNUSABLE : [day, serial, check]
    })
  }

  override verify(request: AuthRequest, [day, serial, check]: Parts) {
    return this.authenticate(request, day, serial, check)
  }

  authenticate(_request: AuthRequest, day: string, serial: string, check: string): { readonly serial: string } | null {
    if (!constantTimeEqual(check, checkOf(day, serial))) return null
    if (day !== today()) return null
    return { serial }
  }
}

export const dayTicket = new DayTicketAuth()
