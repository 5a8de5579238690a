import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface Account {
  readonly name: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

interface Row extends Account {
  readonly digest: string
  readonly hasMovedOut: boolean
}

const digestOf = (name: string, password: string): string =>
  createHash('sha256').update(`meters ${name} ${password}`).digest('hex')

function row(
  name: string,
  tenant: string,
  scopes: readonly string[],
  password: string,
  hasMovedOut = false,
): [string, Row] {
  return [name, { name, tenant, scopes, digest: digestOf(name, password), hasMovedOut }]
}

const rows = new Map<string, Row>([
  row('iris', 'rhine', ['readings:read'], process.env['IRIS_PASSWORD'] ?? 'iris-volt-lemon-3c81'),
  row('jan', 'elbe', ['readings:read', 'readings:write'], process.env['JAN_PASSWORD'] ?? 'jan-ampere-fig-77d0'),
  row('kim', 'rhine', ['readings:read', 'readings:write'], process.env['KIM_PASSWORD'] ?? 'kim-ohm-plum-52ab'),
  row('lena', 'rhine', ['readings:read', 'tariffs:admin'], process.env['LENA_PASSWORD'] ?? 'lena-watt-date-19ef'),
  row('otto', 'rhine', ['readings:read'], process.env['OTTO_PASSWORD'] ?? 'otto-joule-kiwi-60b4', true),
])

/** Asks the directory for an account that goes on. */
export async function findAccount(name: string): Promise<Account | undefined> {
  const found = rows.get(name)
  return found === undefined || found.hasMovedOut ? undefined : found
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.digest ?? '', digestOf(name, password))
  return isRight && found?.hasMovedOut === false
}
