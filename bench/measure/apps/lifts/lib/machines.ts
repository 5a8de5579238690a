import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, cookieKey, headerKey, named, queryKey } from 'svc/security'
import { isPasswordOfOffice, offices } from './holders.ts'

export const now = (): number => Math.floor(Date.now() / 1_000)

const gates = [
  { lift: 'eagle', key: process.env['EAGLE_GATE'] ?? 'gate-eagle-51b8e07c' },
  { lift: 'hare', key: process.env['HARE_GATE'] ?? 'gate-hare-9d26f4a3' },
]

export const gate = headerKey(
  'X-Gate-Key',
  (_request, key): { readonly lift: string } | null => {
    const found = gates.find((one) => constantTimeEqual(one.key, key))
    return found === undefined ? null : { lift: found.lift }
  },
  { name: 'Gate' },
)

async function first<T>(list: readonly T[], isIt: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of list) if (await isIt(one)) return one
  return undefined
}

/** Ticket offices, by name and password. */
export const office = basic(
  async (_request, name, password): Promise<{ readonly office: string; readonly rights: readonly string[] } | null> => {
    const found = await first(offices, async (one) => one.office === name && (await isPasswordOfOffice(one, password)))
    return found === undefined ? null : { office: found.office, rights: found.rights }
  },
  { name: 'Office' },
)

const SNOW_KEY = process.env['SNOW_KEY'] ?? 'snow-guns-e61a0c94'

function findGun(_request: AuthRequest, key: string): { readonly reader: string } | null {
  return constantTimeEqual(key, SNOW_KEY) ? { reader: 'snow guns' } : null
}

/** Snow guns send their key in a header; the old ones can send it in the address only. */
export const gun = headerKey('X-Snow-Key', findGun, { name: 'SnowGun' })
export const oldGun = queryKey('key', findGun, { name: 'OldSnowGun' })

const KIOSK_SECRET = process.env['KIOSK_SECRET'] ?? 'kiosks-of-the-resort-84d0'

const macOfKiosk = (id: string): string => createHmac('sha256', KIOSK_SECRET).update(id).digest('hex')

export const signKiosk = (id: string): string => `${id}.${macOfKiosk(id)}`

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function findKiosk(_request: AuthRequest, text: string): { readonly kiosk: string } | null {
  const [id = '', mac = '', more] = text.split('.')
  if (more !== undefined) return null
  return isEqual(Buffer.from(mac), Buffer.from(macOfKiosk(id))) ? { kiosk: id } : null
}

/** Kiosks that print passes: a cookie with a mark of this server. */
export const kiosk = cookieKey('kiosk', findKiosk, { name: 'Kiosk' })

const WEATHER_SECRETS = [
  process.env['WEATHER_SECRET'] ?? 'weather-station-2026-f03b',
  process.env['WEATHER_SECRET_OLD'] ?? 'weather-station-2025-a77e',
]
const TOLERANCE = 300

const macOf = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')

/** As the weather service writes it: the time, and a signature with each secret while it changes them. */
export function signWeather(time: string, body: string): string {
  return [`t=${time}`, ...WEATHER_SECRETS.map((secret) => `v1=${macOf(secret, time, body)}`)].join(',')
}

async function readWeather(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('x-weather-signature') ?? '').split(',')
  const [time = ''] = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  const body = await request.text()
  const expected = WEATHER_SECRETS.map((secret) => macOf(secret, time, body))
  const isRight = given.some((one) => expected.some((known) => constantTimeEqual(known, one)))
  return isRight ? { from: 'weather service' } : null
}

export const weather = named('WeatherSignature', readWeather)
