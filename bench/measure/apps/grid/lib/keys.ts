import { timingSafeEqual } from 'node:crypto'
import { headerKey } from 'svc/security'
import type { Person } from './people.ts'

export class BadKey extends Error {
  override readonly name = 'BadKey'
}

interface Row extends Person {
  readonly secret: string
}

const rows: readonly Row[] = [
  {
    id: 'north',
    scopes: ['stations:read', 'station:unlock', 'charges:read-all'],
    isOperator: true,
    secret: process.env['NORTH_SECRET'] ?? '6fe1b07cd9304a58',
  },
  {
    id: 'maps',
    scopes: ['stations:read'],
    isOperator: false,
    secret: process.env['MAPS_SECRET'] ?? 'a2c47f90be15d863',
  },
]

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The name of an operator and its secret: `north.6f…`. */
function parse(key: string): { readonly id: string; readonly secret: string } {
  const [id, secret, ...rest] = key.split('.')
  if (id === undefined || secret === undefined || rest.length > 0) throw new BadKey()
  return { id, secret }
}

async function isKeyOf(row: Row, key: string): Promise<boolean> {
  const { id, secret } = parse(key)
  return row.id === id && isEqual(secret, row.secret)
}

async function findOperator(key: string): Promise<Person | null> {
  for (const row of rows) {
    if (await isKeyOf(row, key)) return { id: row.id, scopes: row.scopes, isOperator: row.isOperator }
  }
  return null
}

/** Programs of operators. */
export const operatorKey = headerKey('X-Operator-Key', (_request, key) => findOperator(key), { name: 'OperatorKey' })
