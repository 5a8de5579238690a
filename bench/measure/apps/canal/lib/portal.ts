import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['PORTAL_SECRET'] ?? 'portal-c7e04b96d21f58a3'

/** The proof of a day for a clerk, as the portal of the office makes it. */
export const proofOf = (clerk: string, day: string): string =>
  createHmac('sha256', SECRET).update(`${day}\n${clerk}`).digest('base64url')

export const today = (): string => new Date().toISOString().slice(0, 10)

/** The portal logs clerks in, names them, and proves that the name is from it. */
export function portal(request: AuthRequest): { readonly clerk: string } | null {
  const clerk = request.headers.get('x-portal-clerk')
  const proof = request.headers.get('x-portal-proof')
  if (clerk === null || clerk === '') return null
  return constantTimeEqual(proofOf(clerk, today()), proof ?? '') ? { clerk } : null
}
