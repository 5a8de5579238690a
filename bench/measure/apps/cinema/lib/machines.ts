import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { basic, constantTimeEqual, headerKey } from 'svc/security'

interface Kiosk {
  readonly place: string
  readonly isRetired: boolean
  readonly digest: Buffer
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const kiosks: readonly Kiosk[] = [
  { place: 'foyer', isRetired: false, digest: digestOf(process.env['KIOSK_KEY'] ?? 'ksk-41d7e0b9c6aa') },
  { place: 'arcade', isRetired: true, digest: digestOf('ksk-90ff13c2e8b7') },
]

async function findKiosk(key: string): Promise<{ readonly place: string } | null> {
  const digest = digestOf(key)
  const kiosk = kiosks.find((one) => timingSafeEqual(one.digest, digest))
  if (kiosk === undefined || kiosk.isRetired) return null
  return { place: kiosk.place }
}

/** Machines that sell tickets. */
export const kiosk = headerKey('X-Kiosk-Key', (_request, key) => findKiosk(key), { name: 'KioskKey' })

const distributors: ReadonlyMap<string, string> = new Map([
  ['lumen', process.env['LUMEN_PASSWORD'] ?? 'lumen-Rk27-print-Fd50'],
  ['pathe', process.env['PATHE_PASSWORD'] ?? 'pathe-Wq81-print-Hs46'],
])

/** Distributors, who ask how their films do. */
export const distributor = basic(
  (_request, name, password) => {
    const wanted = distributors.get(name) ?? randomUUID()
    return constantTimeEqual(password, wanted) ? { name } : null
  },
  { name: 'Distributor' },
)
