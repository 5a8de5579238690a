import { createHash } from 'node:crypto'
import { basic, constantTimeEqual } from 'svc/security'

export interface Dealer {
  readonly dealer: string
  readonly region: string
}

interface Row extends Dealer {
  readonly digest: string
  /** The last day of the contract, as the contract writes it. */
  readonly until: string
}

const digestOf = (password: string): string => createHash('sha256').update(`watch:${password}`).digest('base64url')

const dealers: readonly Row[] = [
  {
    dealer: 'zenobia',
    region: 'north',
    digest: digestOf(process.env['ZENOBIA_PASSWORD'] ?? 'Escapement:1675-Huygens'),
    until: '2061-03-31',
  },
  {
    dealer: 'caspar',
    region: 'north',
    digest: digestOf(process.env['CASPAR_PASSWORD'] ?? 'Hairspring-And-Jewels-21'),
    until: '2058-12-31',
  },
  {
    dealer: 'ludwig',
    region: 'south',
    digest: digestOf(process.env['LUDWIG_PASSWORD'] ?? 'Moonphase-Over-Glashuette'),
    until: '2025-06-30',
  },
]

/** Contracts of gold, silver and so on; a dealer without an entry sells straps alone. */
const contracts: Readonly<Record<string, readonly string[] | undefined>> = { zenobia: ['silver', 'gold'] }

const today = (): string => new Date().toISOString().slice(0, 10)

const isCurrent = (until: string): boolean => until >= today()

/** A dealer with a contract. */
export const dealer = basic(
  (_request, username, password): Dealer | null => {
    const found = dealers.find((one) => one.dealer === username)
    const isRight = constantTimeEqual(found?.digest ?? digestOf('.'), digestOf(password))
    if (found === undefined || !isRight || !isCurrent(found.until)) return null
    return { dealer: found.dealer, region: found.region }
  },
  { name: 'Dealer' },
)

export function isGold({ dealer: name }: Dealer): boolean {
  return contracts[name]?.includes('gold') ?? false
}
