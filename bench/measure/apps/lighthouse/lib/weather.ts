import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const secret = process.env['WEATHER_SECRET'] ?? 'wx-6f1d9b3e70a2c584'

/** Seconds for which a signature is good. */
const TOLERANCE = 300

export const now = (): number => Math.floor(Date.now() / 1_000)

export const signWeather = (time: string, text: string): string =>
  createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')

/** `t=…,v1=…`, with a second `v1` while the secret is changed. */
export async function weather(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('x-weather-signature') ?? '').split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (time === undefined || !/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  const expected = signWeather(time, await request.text())
  return given.some((one) => constantTimeEqual(one, expected)) ? { from: 'weather' } : null
}

const seen = new Set<string>()

/** Whether a warning is new: the service sends each of them until it gets an answer. */
export function note(id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}
