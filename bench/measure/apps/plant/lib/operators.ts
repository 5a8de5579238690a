import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { basic } from 'svc/security'

export interface Operator {
  readonly name: string
  readonly line: number
  readonly rank: 'operator' | 'lead' | 'engineer'
}

interface Row extends Operator {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly isLocked: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(operator: Operator, password: string, isLocked = false): [string, Row] {
  const salt = randomBytes(16)
  return [operator.name, { ...operator, salt, hash: derive(password, salt, 32), isLocked }]
}

const operators = new Map<string, Row>([
  row({ name: 'ivan', line: 1, rank: 'operator' }, process.env['IVAN_PASSWORD'] ?? 'ivan-gearbox-19'),
  row({ name: 'lena', line: 2, rank: 'lead' }, process.env['LENA_PASSWORD'] ?? 'lena-conveyor-64'),
  row({ name: 'otto', line: 0, rank: 'engineer' }, process.env['OTTO_PASSWORD'] ?? 'otto-spanner-31'),
  row({ name: 'kurt', line: 1, rank: 'lead' }, process.env['KURT_PASSWORD'] ?? 'kurt-is-retired-2', true),
])
const stranger = row({ name: '', line: 0, rank: 'operator' }, randomBytes(12).toString('hex'))[1]

export const listOperators = (): readonly string[] => [...operators.keys()]

export function findOperator(name: string): Operator | null {
  const found = operators.get(name)
  if (found === undefined || found.isLocked) return null
  return { name: found.name, line: found.line, rank: found.rank }
}

export async function checkPassword(name: string, password: string): Promise<Operator | null> {
  const found = operators.get(name) ?? stranger
  const given = await derive(password, found.salt, 32)
  const isRight = timingSafeEqual(given, await found.hash)
  if (!isRight || found === stranger) return null
  return findOperator(found.name)
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Made by a machine, so that a quick hash is enough: panels ask for the password, scripts for these. */
const scripts = new Map([
  ['ivan', digestOf(process.env['IVAN_SCRIPT'] ?? 'ivan-script-Qe81Tz')],
  ['lena', digestOf(process.env['LENA_SCRIPT'] ?? 'lena-script-Yw27Hb')],
  ['otto', digestOf(process.env['OTTO_SCRIPT'] ?? 'otto-script-Pn50Xc')],
  ['kurt', digestOf(process.env['KURT_SCRIPT'] ?? 'kurt-script-Ds13Vm')],
])

async function isScriptOf(name: string, password: string): Promise<boolean> {
  const wanted = scripts.get(name)
  const given = digestOf(password)
  return wanted !== undefined && timingSafeEqual(given, wanted)
}

/** Scripts of operators: name and password. */
export const operator = basic(
  async (_request, name, password) => {
    if (!(await isScriptOf(name, password))) return null
    const found = findOperator(name)
    return found
  },
  { name: 'Operator' },
)
