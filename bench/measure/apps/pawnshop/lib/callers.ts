import { createHash } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, signJwt } from 'svc/identity'
import { constantTimeEqual } from 'svc/security'

export interface Customer {
  readonly kind: 'customer'
  readonly name: string
  /** Where the customer comes as a rule. */
  readonly branch: string
}

export interface Clerk {
  readonly kind: 'clerk'
  readonly name: string
  readonly branch: string
  readonly roles: string
}

export type Caller = Customer | Clerk

const digest = (text: string): string => createHash('sha256').update(`pawnshop:${text}`).digest('hex')

interface Row {
  readonly branch: string
  readonly hash: string
  /** Of the tokens that are good. */
  generation: number
}

const entry = (name: string, branch: string, password: string): [string, Row] => [
  name,
  { branch, hash: digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password), generation: 1 },
]

const customers = new Map([
  entry('lotte', 'north', 'lotte-silver-spoon-18'),
  entry('emil', 'north', 'emil-pocket-watch-66'),
  entry('rosa', 'north', 'rosa-amber-brooch-35'),
])

const own = {
  issuer: 'pawnshop',
  audience: 'pawnshop-api',
  secret: process.env['PAWNSHOP_SECRET'] ?? 'pawnshop-tokens-2026-9b03e7fd5a41cc68',
}

export const signCustomer = signJwt({ ...own, lifetime: 3_600 })

/** Customers. A logout raises the generation, which ends the tokens of all devices. */
export const customer = jwt({
  ...own,
  name: 'Customer',
  map: ({ sub, generation }): Customer | null => {
    const name = String(sub)
    const row = customers.get(name)
    if (row === undefined || generation !== row.generation) return null
    return { kind: 'customer', name, branch: row.branch }
  },
})

export async function logIn(name: string, password: string): Promise<{ readonly token: string }> {
  const row = customers.get(name)
  const isRight = constantTimeEqual(row?.hash ?? digest(''), digest(password))
  if (row === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return { token: await signCustomer({ sub: name, generation: row.generation }) }
}

export function logOut(name: string): void {
  const row = customers.get(name)
  if (row !== undefined) row.generation += 1
}

/** Keys of the head office, newest first, and when each one ends. Private ones, for development and for the fixtures. */
const officeKeys = [
  {
    until: Date.parse('2096-01-31T00:00:00Z'),
    pem:
      process.env['OFFICE_KEY'] ??
      `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnZbEoi9LvRE9CVsb
IUpQZc+jFuvloQf8sJv34zA+17ShRANCAAQPiglYSfyoz3PT/C+YHgJlHaniqrTo
cnoXV8sWnT0e+TU7N1debvf++xnQ8REQbKhmZX3pvG8PpfQR0k5uWLzI
-----END PRIVATE KEY-----
`,
  },
  {
    // Was on a notebook that was stolen.
    until: Date.parse('2026-01-31T00:00:00Z'),
    pem: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZaQU10LeaapSJv7Q
XPH2fcEsur3lHbxKlleWROhC3JmhRANCAAS+CmDrdULp53HeHFr5Kp7F5pmpW6I8
/todzxct2apFaHLfaH9TvwzgiAEvnfifTeG28OxCLzZTEX7Fead/xt1N
-----END PRIVATE KEY-----
`,
  },
]

const office = { issuer: 'pawn-office', audience: 'pawnshop-api' }

/** Stands for the head office: the newest key signs. */
export const signClerk = signJwt({ ...office, key: officeKeys.slice(0, 1).map(({ pem }) => pem), lifetime: 3_600 })
export const signStolen = signJwt({ ...office, key: officeKeys.slice(1).map(({ pem }) => pem), lifetime: 3_600 })

const goodKeys = officeKeys.filter(({ until }) => until > Date.now()).map(({ pem }) => pem)

/** Clerks of all branches, whose roles are words with a blank between. */
export const clerk = jwt({
  ...office,
  key: goodKeys,
  name: 'Clerk',
  map: ({ sub, branch, roles }): Clerk => ({
    kind: 'clerk',
    name: String(sub),
    branch: String(branch),
    roles: String(roles ?? ''),
  }),
})

export const callers = [customer, clerk] as const

const suspended: ReadonlySet<string> = new Set(['sven'])

/** Clerks who work today. */
export const isInService = ({ name }: Clerk): boolean => !suspended.has(name)

export const isAppraiser = ({ roles }: Clerk): boolean => roles.split(' ').includes('appraiser')
