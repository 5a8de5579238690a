import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { HttpError } from 'svc'
import { type AuthRequest, HttpBearer, resource } from 'svc/security'
import { type Foreman, findForeman } from './foremen.ts'

export interface Device {
  readonly id: string
  /** The serial number, which the device sends with each request. */
  readonly serial: string
  readonly owner: string
}

interface Pairing {
  readonly serial: string
  readonly code: string
  readonly until: number
  /** The foreman who has confirmed it. */
  by?: string
}

const MINUTE = 60_000
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** By the digest of the secret that only the waiting device knows. */
const pairings = new Map<string, Pairing>()
const devices = new Map<string, Device>()
/** Devices by the digests of their tokens. */
const tokens = new Map<string, string>()

/** Begins a pairing: the secret stays in the device, the code is on its display. */
export function begin(serial: string): { readonly secret: string; readonly code: string } {
  const secret = randomBytes(24).toString('base64url')
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  pairings.set(digest(secret), { serial, code, until: Date.now() + 10 * MINUTE })
  return { secret, code }
}

/** Wrong codes of each foreman, within ten minutes. */
const guesses = new Map<string, { count: number; readonly until: number }>()

function countGuess(who: string): void {
  const found = guesses.get(who)
  if (found === undefined || found.until <= Date.now()) guesses.set(who, { count: 1, until: Date.now() + 10 * MINUTE })
  else found.count += 1
}

function isLocked(who: string): boolean {
  const found = guesses.get(who)
  return found !== undefined && found.until > Date.now() && found.count >= 5
}

/** Confirms the pairing whose code a foreman has read from a display. */
export function confirm(code: string, name: string): string {
  if (isLocked(name)) throw new HttpError(429, 'Too many wrong codes')
  const now = Date.now()
  const found = [...pairings.values()].find((one) => one.code === code && one.until > now && one.by === undefined)
  if (found === undefined) {
    countGuess(name)
    throw new HttpError(404, 'There is no such code')
  }
  found.by = name
  return found.serial
}

/** The token of a device, once it is confirmed; `undefined` while it waits. */
export function collect(secret: string): string | undefined {
  const key = digest(secret)
  const found = pairings.get(key)
  if (found === undefined || found.until <= Date.now()) throw new HttpError(404, 'There is no such pairing')
  if (found.by === undefined) return undefined
  pairings.delete(key)
  return enrol(found.serial, found.by)
}

/** The token of a new device. */
export function enrol(serial: string, owner: string, id = `device-${randomUUID()}`): string {
  const token = `dev_${randomBytes(24).toString('base64url')}`
  devices.set(id, { id, serial, owner })
  tokens.set(digest(token), id)
  return token
}

/** Devices are passed on in the yard: the token of one is worth nothing in another. */
class DeviceToken extends HttpBearer {
  override readonly name = 'Device'

  authenticate(request: AuthRequest, token: string): (Device & { readonly yard: string }) | null {
    const device = devices.get(tokens.get(digest(token)) ?? '')
    if (device === undefined || request.headers.get('x-serial') !== device.serial) return null
    const owner = findForeman(device.owner)
    return owner === undefined ? null : { ...device, yard: owner.yard }
  }
}

export const deviceToken = new DeviceToken()

export const allDevices = (): readonly Device[] => [...devices.values()]

/** Of the foreman who has paired it. */
export const device = resource('device', {
  load: ({ params }: { params: { id: string } }) => devices.get(params.id),
  may: ({ owner }, { auth }: { auth: Foreman }) => owner === auth.name,
})

/** Ends a device and its tokens. */
export function remove(id: string): void {
  for (const [key, of] of tokens) {
    if (of === id) tokens.delete(key)
  }
  devices.delete(id)
}
