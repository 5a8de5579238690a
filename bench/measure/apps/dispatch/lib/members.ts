import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Member {
  readonly name: string
  readonly company: string
  readonly role: string
  /** Scopes with blanks between. */
  readonly scope: string
}

interface Row extends Member {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(member: Member, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [member.name, { ...member, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row(
    { name: 'ida', company: 'blue', role: 'owner', scope: 'rides:read rides:write rides:cancel' },
    process.env['IDA_PASSWORD'] ?? 'ida-meter-lantern-70',
  ),
  row(
    { name: 'jan', company: 'blue', role: 'dispatcher', scope: 'rides:read rides:write' },
    process.env['JAN_PASSWORD'] ?? 'jan-radio-corner-18',
  ),
  row(
    { name: 'kim', company: 'blue', role: 'trainee', scope: 'rides:read rides:write:training' },
    process.env['KIM_PASSWORD'] ?? 'kim-headset-notes-53',
  ),
  row(
    { name: 'lou', company: 'blue-east', role: 'owner', scope: 'rides:read rides:write rides:cancel' },
    process.env['LOU_PASSWORD'] ?? 'lou-garage-harbour-94',
  ),
])
const stranger = row({ name: '', company: '', role: '', scope: '' }, randomBytes(12).toString('hex'))[1]

export function findMember(name: string): Member | undefined {
  const found = rows.get(name)
  return found === undefined
    ? undefined
    : { name: found.name, company: found.company, role: found.role, scope: found.scope }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
