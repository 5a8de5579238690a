import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named, resource } from 'svc/security'
import { Table } from './table.ts'

interface Invoice {
  readonly number: string
  readonly of: string
  readonly cents: number
}

const SECRET = process.env['LINK_SECRET'] ?? 'auction-links-40d7a19e'
const WEEK = 7 * 86_400

export const invoices = new Table<Invoice>({
  '7': { number: '7', of: 'max', cents: 9_900_00 },
  '71': { number: '71', of: 'cal', cents: 120_00 },
})

const now = (): number => Math.floor(Date.now() / 1_000)

function sign(number: string, end: string): string {
  return createHmac('sha256', SECRET).update(`${number}:${end}`).digest('base64url')
}

/** The query of a link to an invoice that is good for a while. */
export function linkTo(number: string, seconds: number = WEEK): { readonly end: string; readonly sig: string } {
  const end = String(now() + seconds)
  return { end, sig: sign(number, end) }
}

function readLink({ params, url }: AuthRequest): { readonly number: string } | null {
  const number = params['number'] ?? ''
  const [end, more] = url.searchParams.getAll('end')
  const [sig, rest] = url.searchParams.getAll('sig')
  if (end === undefined || sig === undefined || more !== undefined || rest !== undefined) return null
  if (!/^\d+$/.test(end) || Number(end) <= now()) return null
  return constantTimeEqual(sig, sign(number, end)) ? { number } : null
}

/** A link from a mail. */
export const invoiceLink = named('InvoiceLink', readLink, { type: 'apiKey', in: 'query', name: 'sig' })

/** Of who has to pay it. */
export const invoice = resource('invoice', {
  load: ({ params }: { params: { number: string } }) => invoices.get(params.number),
  may: (found, { auth }: { auth: { readonly name: string } }) => found.of === auth.name,
})
