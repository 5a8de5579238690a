import { createHmac, generateKeyPairSync, sign, timingSafeEqual, verify } from 'node:crypto'
import { type AuthRequest, named } from 'svc/security'

const SECRET = process.env['ROAMING_SECRET'] ?? 'roaming-hook-e1c5490b'
/** Seconds. */
const TOLERANCE = 300

const isFresh = (time: number): boolean => Math.abs(Date.now() / 1_000 - time) <= TOLERANCE

export function signRoaming(time: string, body: string, secret: string = SECRET): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function readRoaming(request: AuthRequest): Promise<{ readonly partner: string } | null> {
  const { headers } = request
  const time = headers.get('x-roaming-time') ?? ''
  if (!/^\d{10}$/.test(time) || !isFresh(Number(time))) return null
  const given = headers.get('x-roaming-signature') ?? ''
  const wanted = signRoaming(time, await request.text())
  return isEqual(given, wanted) ? { partner: 'roaming' } : null
}

/** Partners, whose drivers charge here. */
export const roaming = named('RoamingSignature', readRoaming)

/** Stands for the keys that meters have made at the factory. */
const meters = new Map([
  ['m-17', generateKeyPairSync('ed25519')],
  ['m-18', generateKeyPairSync('ed25519')],
])

const textOf = (meter: string, time: string, body: string): Buffer => Buffer.from([meter, time, body].join('\n'))

export function signMeter(meter: string, time: string, body: string): string {
  const pair = meters.get(meter)
  if (pair === undefined) throw new Error(`There is no meter ${meter}`)
  return sign(null, textOf(meter, time, body), pair.privateKey).toString('base64')
}

async function readMeter(request: AuthRequest): Promise<{ readonly meter: string } | null> {
  const { headers } = request
  const meter = headers.get('x-meter') ?? ''
  const time = headers.get('x-meter-time') ?? ''
  const key = meters.get(meter)?.publicKey
  if (key === undefined || !/^\d{10}$/.test(time) || !isFresh(Number(time))) return null
  const signature = Buffer.from(headers.get('x-meter-signature') ?? '', 'base64')
  const text = textOf(meter, time, await request.text())
  if (!verify(null, text, key, signature)) return null
  return { meter }
}

/** Readings of meters. */
export const meter = named('MeterSignature', readMeter)
