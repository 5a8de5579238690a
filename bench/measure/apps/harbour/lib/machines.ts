import { createHash, createHmac } from 'node:crypto'
import { jwt, signJwt } from 'svc/identity'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'
import { now } from './tokens.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const DAY = 24 * 3_600

interface Ship {
  readonly ship: string
  readonly hash: string
  /** Of the key before, and when it was replaced, in seconds. */
  readonly earlier?: string
  readonly replaced: number
}

/** Transponders by the middle part of their keys: ais_<id>_<secret>. Of the secret only a hash is kept. */
const ships = new Map<string, Ship>([
  [
    's1',
    {
      ship: 'Albatros II',
      hash: hash(process.env['AIS_S1_SECRET'] ?? '7be20c94f1a6'),
      earlier: hash(process.env['AIS_S1_EARLIER'] ?? '1f93ad0768ce'),
      replaced: 1_767_225_600,
    },
  ],
  ['s2', { ship: 'Delfin Nova', hash: hash(process.env['AIS_S2_SECRET'] ?? 'd05a8e3b72f9'), replaced: 0 }],
])

class AisKey extends APIKeyHeader {
  override readonly paramName = 'X-AIS-Key'

  authenticate(_request: AuthRequest, key: string): { readonly ship: string } | null {
    const [prefix, id = '', secret = '', more] = key.split('_')
    if (prefix !== 'ais' || more !== undefined) return null
    const found = ships.get(id)
    if (found === undefined) return null
    if (constantTimeEqual(found.hash, hash(secret))) return { ship: found.ship }
    // A ship at sea gets its new key within a day.
    const isInGrace = now() - found.replaced < DAY
    if (found.earlier === undefined || !isInGrace) return null
    return constantTimeEqual(found.earlier, hash(secret)) ? { ship: found.ship } : null
  }
}

export const ais = new AisKey()

const consoles = new Map([
  [hash(process.env['CONSOLE_NORTH'] ?? 'console-north-4e71b09dc2'), 'north'],
  [hash(process.env['CONSOLE_SOUTH'] ?? 'console-south-a2c6f8035b'), 'south'],
])

/** Consoles in the tower, by what their maker has built in. */
class ConsoleKey extends APIKeyHeader {
  override readonly paramName = 'X-Console-Key'

  authenticate(_request: AuthRequest, key: string): { readonly console: string } | null {
    const found = consoles.get(hash(key))
    return found === undefined ? null : { console: found }
  }
}

export const towerConsole = new ConsoleKey()

/** Of the guild of the pilots; the private part is here for the fixtures and for development. */
const pilots = {
  issuer: 'pilots',
  audience: 'harbours',
  key:
    process.env['PILOTS_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNR9FK0bMkvN5fbPj
gAsl/F1Di+x/Lv2idkIBJx9ny+ehRANCAASm4wsWrpNXxi7KWMCfh8NUEqLN27qv
OOvngmV8qrBA5hmu9g1Urq60FrNX6eYH+nrO751yuHkYpD4yGqPBsLSY
-----END PRIVATE KEY-----
`,
}

const sign = signJwt(pilots)

export const signPilot = (sub: string, claims: { readonly port?: string } = { port: 'north' }): Promise<string> =>
  sign({ ...claims, sub })

const licensed: ReadonlySet<string> = new Set(['pilot-4', 'pilot-11'])

/** Pilots, by the token of their guild, which says for which port it is. */
export const pilot = jwt({
  ...pilots,
  name: 'Pilot',
  map: ({ sub, port }): { readonly pilot: string } | null => {
    if (port !== 'north') return null
    const name = String(sub)
    return licensed.has(name) ? { pilot: name } : null
  },
})

interface Officer {
  readonly hash: string
}

const officers = new Map<string, Officer>([
  ['officer-12', { hash: hash(process.env['OFFICER_12_PASSWORD'] ?? 'Stamp-Barrel-Ledger-12') }],
  ['officer-40', { hash: hash(process.env['OFFICER_40_PASSWORD'] ?? 'Crate-Lantern-Seal-40') }],
])

/** Officers of the customs. */
class OfficerAuth extends HttpBasicAuth {
  override readonly name = 'Officer'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly officer: string } | null {
    const found = officers.get(username)
    if (found === undefined) return null
    const given = hash(password)
    if (!constantTimeEqual(found.hash, given)) return null
    return { officer: username }
  }
}

export const officer = new OfficerAuth()

const CUSTOMS_SECRET = process.env['CUSTOMS_SECRET'] ?? 'harbour-customs-b4c81e09'
const TOLERANCE = 300

export function signCustoms(method: string, path: string, time: string, nonce: string, body: string): string {
  const text = [method, path, time, nonce, hash(body)].join('\n')
  return createHmac('sha256', CUSTOMS_SECRET).update(text).digest('hex')
}

/** Nonces, with the second in which their time is over. */
const seen = new Map<string, number>()

function isFresh(nonce: string): boolean {
  for (const [known, until] of seen) if (until < now()) seen.delete(known)
  if (seen.has(nonce)) return false
  seen.set(nonce, now() + 2 * TOLERANCE)
  return true
}

async function readCustoms(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-customs-time') ?? ''
  const nonce = request.headers.get('x-customs-nonce') ?? ''
  const given = request.headers.get('x-customs-signature') ?? ''
  if (!/^\d{10}$/.test(time) || !/^[\w-]{16,64}$/.test(nonce)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  const expected = signCustoms(request.method, request.path, time, nonce, await request.text())
  if (!constantTimeEqual(given, expected)) return null
  return isFresh(nonce) ? { from: 'customs' } : null
}

/** Releases, as the customs report them; each counts once. */
export const customs = named('CustomsSignature', readCustoms)

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'harbour-manifests-17d0ce'

export function signManifest(number: string, until: string): string {
  return createHmac('sha256', LINK_SECRET).update(`${number}\n${until}`).digest('base64url')
}

function readManifest({ params, query }: AuthRequest): { readonly manifest: string } | null {
  const { until, signature } = query
  const number = params['number'] ?? ''
  if (typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10,11}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signManifest(number, until)) ? { manifest: number } : null
}

/** A manifest, by a link that the agent sends to the owner of the cargo. */
export const manifestLink = named('ManifestLink', readManifest)
