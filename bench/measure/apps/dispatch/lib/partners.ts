import { createHash, createHmac } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, named } from 'svc/security'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Hotels and airlines that show prices; of their keys only hashes are kept. */
const partners = [
  { partner: 'Grand Hotel', hash: hash(process.env['GRAND_KEY'] ?? 'pk_grand_8a03d7'), isPaused: false },
  { partner: 'Nordic Air', hash: hash(process.env['NORDIC_KEY'] ?? 'pk_nordic_51ef2c'), isPaused: true },
]

class PartnerKey extends APIKeyHeader {
  override readonly paramName = 'X-Partner-Key'

  async authenticate(_request: AuthRequest, key: string): Promise<{ readonly name: string } | null> {
    const given = hash(key)
    const found = await Promise.resolve(partners.find((partner) => constantTimeEqual(partner.hash, given)))
    if (found === undefined || found.isPaused) return null
    return { name: found.partner }
  }
}

export const partner = new PartnerKey()

export const now = (): number => Math.floor(Date.now() / 1_000)

const CARD_SECRET = process.env['CARD_SECRET'] ?? 'whsec_dispatch_6c20f1'

/** The card company signs the time and the body. */
export function signCard(time: string, body: string): string {
  return createHmac('sha256', CARD_SECRET).update(`${time}.${body}`).digest('hex')
}

/** `Card-Signature: t=1790000000,v1=…,v1=…`: two signatures while the secret is changed. */
async function readCard(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('card-signature') ?? '').split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > 300) return null
  const wanted = signCard(time, await request.text())
  const isSigned = signatures.some((signature) => constantTimeEqual(signature, wanted))
  return isSigned ? { from: 'cards' } : null
}

export const cards = named('CardSignature', readCard)
